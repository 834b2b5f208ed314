/** Counts steps instead of time, as `doubling.test.ts` does. */
import { describe, expect, test } from 'vitest';
import type { DocumentInput } from '../protocol/documents-api.ts';
import { type EntryToWrite, writeZip } from './archive-writer.ts';
import { docxOf, enex, epubOf, MAIL } from './document-samples.ts';
import { checkRow } from './fuzz-rows.ts';
import { growthsOfAsync, type Inputs, steep } from './growth.ts';
import { FILE_SHAPES, TEXT_SHAPES } from './hostile-shapes.ts';
import { localDocuments } from './local-documents.ts';
import { unicodePdf } from './unicode-pdf.ts';

type Texts = Inputs<string>;

const UNITS = 2_000;
const repeated =
  (part: string): Texts[string] =>
  (units) =>
    part.repeat(Math.ceil(units / part.length));
const numbered =
  (part: (number: number) => string): Texts[string] =>
  (units) =>
    Array.from({ length: Math.ceil(units / part(0).length) }, (_, number) => part(number)).join('');
async function read(input: DocumentInput): Promise<void> {
  for await (const rows of localDocuments().read(input, new AbortController().signal)) rows.forEach(checkRow);
}

/** @param inputOf must not be counted, so it's called before */
async function expectLinear(inputOf: (content: string) => DocumentInput, contents: Texts): Promise<void> {
  const inputs = Object.entries(contents).map(([name, content]): [string, (units: number) => DocumentInput] => [
    name,
    (units) => inputOf(content(units)),
  ]);
  expect(steep(await growthsOfAsync(read, Object.fromEntries(inputs), UNITS))).toEqual([]);
}

const origin = { path: 'a' };
const entriesOf = (files: readonly EntryToWrite[]): ReadonlyMap<string, Blob> =>
  new Map(files.map(({ path, data }) => [path, new Blob([data as string])]));

describe('Evernote', () => {
  const file = (content: string): DocumentInput => ({ format: 'enex', origin, file: new Blob([content]) });
  const note = (inside: string): string => `<note><title>t</title>${inside}</note>`;
  const text = (inside: string): string => note(`<content><![CDATA[<en-note>${inside}</en-note>]]></content>`);

  test('is linear in hostile exports', () =>
    expectLinear((content) => file(enex(content)), {
      notes: repeated(text('x')),
      tags: (units) => note(repeated('<tag>a</tag>')(units)),
      'tags in tags': repeated('<tag>'),
      tasks: (units) => note(repeated('<task><title>a</title></task>')(units)),
      files: (units) => note(repeated('<resource><data>QUJD</data><mime>image/png</mime></resource>')(units)),
      'one long file': (units) => note(`<resource><data>${repeated('QUJD\n')(units)}</data></resource>`),
      'files that are shown': numbered((n) => text(`<en-media hash="${n.toString(16).padStart(8, '0')}"/>`)),
      'many files shown in a note': (units) => text(numbered((n) => `<en-media hash="${n + 10_000}"/>`)(units)),
      'a file that is never closed': (units) => text(repeated('<en-media ')(units)),
      'encrypted passages': (units) => text(repeated('<en-crypt>x</en-crypt>')(units)),
      entities: (units) => note(`<content>${repeated('&lt;&amp;')(units)}</content>`),
      'pieces of CDATA': (units) => note(`<content>${repeated('<![CDATA[a]]>')(units)}</content>`),
      declarations: repeated('<!DOCTYPE a>'),
    }));

  test('is linear in notes of hostile files', () => expectLinear((content) => file(enex(text(content))), FILE_SHAPES));
});

describe('mail', () => {
  const from = 'From a@a.example Thu May  6 07:08:09 2021\n';
  const head = 'From: a@a.example\nSubject: s\nMessage-ID: <m@a.example>\n';
  const file = (content: string): DocumentInput => ({ format: 'mail', origin, file: new Blob([content]) });

  test('is linear in hostile mailboxes', () =>
    expectLinear((content) => file(from + content), {
      messages: repeated(`${head}\nx\n${from}`),
      separators: repeated(from),
      'almost separators': (units) => `${head}\n${repeated('From a Thu\n')(units)}`,
      'empty lines': (units) => `${head}\n${repeated('\n')(units)}`,
      'one line': (units) => `${head}\n${repeated('From ')(units)}`,
      'references of a thread': (units) => `References:${repeated(' <r@a.example>')(units)}\n${head}\nx`,
      'one reference': (units) => `References: ${repeated('<')(units)}\n${head}\nx`,
      recipients: (units) => `To: ${repeated('b <b@b.example>, ')(units)}\n${head}\nx`,
      'a group of recipients': (units) => `To: ${repeated('g: ')(units)}\n${head}\nx`,
      'labels of Gmail': (units) => `X-Gmail-Labels: ${repeated('a,"b')(units)}\n${head}\nx`,
      'encoded words': (units) => `${head}Subject: ${repeated('=?utf-8?Q?a?= ')(units)}\n\nx`,
      'folded headers': (units) => `X-A: a\n${repeated(' b\n')(units)}${head}\nx`,
      headers: (units) => `${repeated('X-A: b\n')(units)}${head}\nx`,
      'quoted-printable': (units) =>
        `${head}Content-Transfer-Encoding: quoted-printable\n\n${repeated('=C3=A4=\n')(units)}`,
      parts: (units) =>
        `${head}Content-Type: multipart/mixed; boundary="x"\n\n${repeated('--x\nContent-Type: text/plain\n\na\n')(units)}--x--`,
      attachments: (units) =>
        `${head}Content-Type: multipart/mixed; boundary="x"\n\n${repeated('--x\nContent-Type: image/png; name=a\nContent-Transfer-Encoding: base64\n\nQUJD\n')(units)}--x--`,
      'parts of HTML': (units) =>
        `${head}Content-Type: text/html\n\n${repeated('<p>a<a href="https://a.example/">b</a>')(units)}`,
      'a whole mail in each': repeated(`${MAIL.replaceAll('\r\n', '\n')}\n${from}`),
    }));

  test('is linear in messages of hostile files', () =>
    expectLinear((content) => file(`${from}${head}\n${content}`), FILE_SHAPES));
});

describe('EPUB', () => {
  const book = (opf: string, chapter: string): DocumentInput => {
    const files = epubOf(opf, { 'a.xhtml': `<html><body>${chapter}</body></html>` });
    return { format: 'epub', origin, file: new Blob([]), entries: entriesOf(files) };
  };
  const one = '<manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine>';

  test('is linear in hostile packages', () =>
    expectLinear((content) => book(content, `<p>${'word '.repeat(content.length / 50)}</p>`), {
      'files of the book': (units) =>
        `<manifest>${numbered((n) => `<item id="b${n}" href="b"/>`)(units)}</manifest>${one}`,
      'one chapter many times': (units) =>
        `<manifest><item id="a" href="a.xhtml"/></manifest><spine>${repeated('<itemref idref="a"/>')(units)}</spine>`,
      'one file as many chapters': (units) =>
        `<manifest>${numbered((n) => `<item id="b${n}" href="a.xhtml"/>`)(units)}</manifest><spine>${numbered((n) => `<itemref idref="b${n}"/>`)(units)}</spine>`,
      'names of authors': (units) => `<metadata>${repeated('<dc:creator>a</dc:creator>')(units)}</metadata>${one}`,
      'a path of many folders': (units) =>
        `<manifest><item id="a" href="${repeated('../b/')(units)}"/></manifest>${one}`,
      'open elements': (units) => one + repeated('<metadata>')(units),
      'a long title': (units) => `<metadata><dc:title>${repeated('a &amp; ')(units)}</dc:title></metadata>${one}`,
    }));

  test('is linear in pictures of a chapter', () =>
    expectLinear((content) => book(one, content), {
      'missing pictures': numbered((n) => `<p>a</p><img src="${n}.png"/>`),
      'a picture in many folders': (units) => `<p>a</p><img src="${repeated('../b/')(units)}a.png"/>`,
      'pictures inside the page': repeated('<p>a</p><img src="data:image/png;base64,QUJD"/>'),
    }));
});

describe('DOCX', () => {
  const file = (body: string, core = ''): DocumentInput => {
    const files = docxOf(body, core);
    return { format: 'docx', origin, file: new Blob([writeZip(files)]), entries: entriesOf(files) };
  };
  const runs = (inside: string): string => `<w:p>${inside}</w:p>`;
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

  test('is linear in hostile documents', () =>
    expectLinear(file, {
      paragraphs: repeated(runs(run('a'))),
      runs: (units) => runs(repeated(run('a '))(units)),
      'one long text': (units) => runs(run(repeated('a &amp; ')(units))),
      rows: (units) => `<w:tbl>${repeated(`<w:tr><w:tc>${runs(run('a'))}</w:tc></w:tr>`)(units)}</w:tbl>`,
      cells: (units) => `<w:tbl><w:tr>${repeated(`<w:tc>${runs(run('a'))}</w:tc>`)(units)}</w:tr></w:tbl>`,
      headings: repeated(`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run('a')}</w:p>`),
      'unknown elements': repeated('<w:unknown><w:other/></w:unknown>'),
      attributes: (units) => `<w:p${numbered((n) => ` a${n}="b"`)(units)}>${run('a')}</w:p>`,
      bookmarks: (units) => runs(numbered((n) => `<w:bookmarkStart w:name="b${n}"/>`)(units)),
      comments: repeated('<!-- a -->'),
      'elements in elements': repeated('<w:x>'),
    }));

  test('is linear in hostile properties', () =>
    expectLinear((content) => file(runs(run('a')), content), {
      properties: repeated('<dc:x>a</dc:x>'),
      'open tags': repeated('<dc:x '),
      'long names': repeated('<dc:'),
      'empty tags': repeated('<>'),
    }));
});

describe('PDF', () => {
  const file = (bytes: Uint8Array<ArrayBuffer>): DocumentInput => ({
    format: 'pdf',
    origin,
    file: new Blob([bytes]),
    previewOnly: true,
  });
  const lines = (text: string): string[] => text.match(/.{1,80}/g) ?? [];
  const shapes = ['lines', 'paragraphs', 'soft hyphens', 'spaces', 'one word', 'hyphenated words', 'Hangul as jamo'];
  const texts = Object.fromEntries(shapes.map((name) => [name, TEXT_SHAPES[name]!]));

  test('is linear in pages', () =>
    expectLinear((content) => file(unicodePdf(lines(content).map((line) => [line]))), {
      words: repeated('word '),
    }));

  test('is linear in text of hostile shapes on one page', () =>
    expectLinear((content) => file(unicodePdf([content.split('\n')])), texts));
});
