/** Feeds changed documents to the readers of the documents package. */
import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { DocumentInput } from '../protocol/documents-api.ts';
import { DOT_PNG } from './app-exports.ts';
import { readZip, writeZip } from './archive-writer.ts';
import {
  EVERNOTE_10,
  enex,
  epub,
  epubWithNotes,
  evernoteNote,
  HTML_MAIL,
  MAIL,
  MBOX,
  MHT,
  MHTML,
  TAKEOUT_MBOX,
} from './document-samples.ts';
import type { Generator } from './fuzz-generator.ts';
import { checkRow } from './fuzz-rows.ts';
import { bookWithCover, illustratedBook, wordWithPicture } from './illustrated-samples.ts';
import { localDocuments } from './local-documents.ts';
import { unicodePdf } from './unicode-pdf.ts';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Beds</title><meta name="date" content="2021-05-06">
<link rel="canonical" href="https://a.example/"></head><body><nav>x</nav><main><h1>Beds</h1><table><tr><td><p>One</p><td>2</table>
<ul><li>x<ol><li>y</ol></ul><pre>a
b</pre><a href="https://b.example/">b</a><img src="data:image/png;base64,${Buffer.from(DOT_PNG).toString('base64')}" alt="dot"></main></body></html>`;

const TEXTS = {
  html: [PAGE],
  mhtml: [MHTML, MHT],
  mail: [MAIL, HTML_MAIL, MBOX, TAKEOUT_MBOX],
  enex: [enex(evernoteNote(DOT_PNG), EVERNOTE_10)],
} as const;

const FIGURE = {
  'a.xhtml': '<p>Reeds.</p><img src="a.png" alt="Reed"/><svg><image xlink:href="../b.png"/></svg><img src="gone.png"/>',
  'b.xhtml': '<img src="data:image/png;base64,QUJD"/>',
};

const ARCHIVES = {
  epub: [epub(), epubWithNotes(), bookWithCover('2.0', DOT_PNG), illustratedBook('3.0', FIGURE, { 'a.png': DOT_PNG })],
  docx: [wordWithPicture(DOT_PNG)],
} as const;

interface Sample {
  readonly whole: DocumentInput;
  change(generator: Generator): DocumentInput;
}

const origin = { path: 'a' };

const textSample = (format: DocumentFormat, text: string): Sample => ({
  whole: { format, origin, file: new Blob([text]) },
  change: (generator) => ({ format, origin, file: new Blob([generator.text(text)]) }),
});

/** Changes one file inside the archive, because a changed archive wouldn't be opened. */
async function archiveSample(format: DocumentFormat, archive: Uint8Array<ArrayBuffer>): Promise<Sample> {
  const entries = (await readZip(archive)).map((entry) => ({ ...entry, stored: true }));
  const inputOf = (files: typeof entries): DocumentInput => ({
    format,
    origin,
    file: new Blob([writeZip(files)]),
    entries: new Map(files.map(({ path, data }) => [path, new Blob([data])])),
  });
  return {
    whole: inputOf(entries),
    change(generator) {
      const changed = generator.one(entries);
      const { data } = changed;
      const isText = !/\.png$/.test(changed.path);
      const spoilt = isText
        ? new TextEncoder().encode(generator.text(new TextDecoder().decode(data)))
        : generator.bytes(data);
      return inputOf(entries.map((entry) => (entry === changed ? { ...entry, data: spoilt } : entry)));
    },
  };
}

/** As in a preview, pages are drawn small. */
function pdfSample(): Sample {
  const whole = unicodePdf([['Sow after the frost', 'and water well.'], ['Second page']]);
  const inputOf = (bytes: Uint8Array<ArrayBuffer>): DocumentInput => ({
    format: 'pdf',
    origin,
    file: new Blob([bytes]),
    previewOnly: true,
  });
  return {
    whole: inputOf(whole),
    change: (generator) =>
      inputOf(new Uint8Array(Buffer.from(generator.text(Buffer.from(whole).toString('latin1')), 'latin1'))),
  };
}

async function samplesOf(kind: DocumentFormat): Promise<Sample[]> {
  if (kind === 'pdf') return [pdfSample()];
  if (kind === 'epub' || kind === 'docx')
    return Promise.all(ARCHIVES[kind].map((archive) => archiveSample(kind, archive)));
  return TEXTS[kind].map((text) => textSample(kind, text));
}

/** First reads the undamaged samples, so that loading and compiling a library isn't charged to the first input. */
export async function documentTarget(kind: DocumentFormat, generator: Generator) {
  const samples = await samplesOf(kind);
  for (const { whole } of samples) {
    if (!(await read(whole))) throw new Error(`The undamaged ${kind} wasn't read`);
  }
  return () => {
    const input = generator.one(samples).change(generator);
    return { input, run: () => read(input) };
  };
}

/** Returns whether any text was found. */
async function read(input: DocumentInput): Promise<boolean> {
  let found = false;
  for await (const rows of localDocuments().read(input, new AbortController().signal)) {
    for (const row of rows) {
      checkRow(row);
      found ||= 'input' in row;
    }
  }
  return found;
}
