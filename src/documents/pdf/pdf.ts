/** Each page becomes a memory. A page that's a picture of text is imported as that picture. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { nameOf } from '../../core/import/file-id.ts';
import type { ImportRow } from '../../core/import/report.ts';
import type { MemoryImage } from '../../core/record/memory.ts';
import { type DocumentText, documentRows, problemRow } from '../document-rows.ts';
import type { OpenDocument, ReadDocument } from '../documents-api.ts';
import { openPdf, type PdfPlatform } from './open-pdf.ts';
import { type PdfItem, textOfItems } from './page-text.ts';
import { drawScan, mayBeScan, pictureOfCanvas } from './scan.ts';

const MAX_PAGES = 20_000;
const MAX_OUTLINE = 5_000;
/** Each adds about 300 kB, and takes seconds to read. */
const MAX_SCANS = 1_000;

type Outline = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>;

export const pdfReader = (platform: PdfPlatform): ReadDocument =>
  async function* readPdf(document) {
    let pdf: PDFDocumentProxy;
    try {
      pdf = await openPdf(new Uint8Array(await document.file.arrayBuffer()), platform);
    } catch (error) {
      const encrypted = (error as Error).name === 'PasswordException';
      yield problemRow('bad-document', encrypted ? 'encrypted-pdf' : 'damaged-pdf');
      return;
    }
    try {
      yield* new PdfPages(pdf, document, platform).rows();
    } finally {
      await pdf.loadingTask.destroy();
    }
  };

interface PageContent {
  text: string;
  isScan: boolean;
  /** Missing in a preview, or if it's too large to store. */
  image?: MemoryImage;
}

class PdfPages {
  readonly #pdf: PDFDocumentProxy;
  readonly #document: OpenDocument;
  readonly #platform: PdfPlatform;
  readonly #empty: number[] = [];
  #scans = 0;

  constructor(pdf: PDFDocumentProxy, document: OpenDocument, platform: PdfPlatform) {
    this.#pdf = pdf;
    this.#document = document;
    this.#platform = platform;
  }

  async *rows(): AsyncGenerator<ImportRow> {
    const { url } = this.#document.origin;
    const of = this.#pdf.numPages;
    const facts = await this.#facts();
    const headings = await headingsOf(this.#pdf).catch(() => new Map<number, string>());
    let heading: string | undefined;
    for (let number = 1; number <= Math.min(of, MAX_PAGES); number++) {
      heading = headings.get(number) ?? heading;
      let content: PageContent;
      try {
        content = await this.#read(number, `${facts.title}, ${number} / ${of}`);
      } catch {
        yield problemRow('bad-document', 'damaged-page', number, { page: number });
        continue;
      }
      const { text, isScan, image } = content;
      if (text === '' && !isScan) {
        this.#empty.push(number);
        continue;
      }
      const rows = documentRows(
        {
          ...facts,
          // A memory needs some text. Digits and a slash read the same in every language.
          text: text === '' ? `${number} / ${of}` : text,
          id: `page ${number}`,
          ...(url && { url: `${url}#page=${number}` }),
          place: { kind: 'page', number, of, ...(heading !== undefined && { heading }) },
          ...(image && { images: [image] }),
        },
        number,
        this.#document.origin,
      );
      for (const row of rows) yield isScan && 'input' in row ? { ...row, scan: true } : row;
    }
    yield* this.#problems();
  }

  async #facts(): Promise<Omit<DocumentText, 'text'>> {
    const info = ((await this.#pdf.getMetadata().catch(() => null))?.info ?? {}) as {
      readonly [name: string]: unknown;
    };
    const said = (name: string): string =>
      typeof info[name] === 'string' ? info[name].replace(/[\0\s]+/g, ' ').trim() : '';
    return {
      title: said('Title') || nameOf(this.#document.origin.path),
      createdAt: timeOf(said('CreationDate')),
      updatedAt: timeOf(said('ModDate')),
      metadata: { author: said('Author'), subject: said('Subject'), keywords: said('Keywords') },
    };
  }

  async #read(number: number, alt: string): Promise<PageContent> {
    const page = await this.#pdf.getPage(number);
    try {
      const text = textOfItems((await page.getTextContent()).items as PdfItem[]);
      if (!mayBeScan(text) || this.#scans > MAX_SCANS) return { text, isScan: false };
      const { previewOnly = false } = this.#document;
      const canvas = await drawScan(page, text, { platform: this.#platform, previewOnly }).catch((error) => {
        if (text === '') throw error;
        return null;
      });
      if (!canvas || ++this.#scans > MAX_SCANS) return { text, isScan: false };
      const image = previewOnly ? null : await pictureOfCanvas(canvas, alt);
      return { text, isScan: true, ...(image && { image }) };
    } finally {
      page.cleanup();
    }
  }

  *#problems(): Generator<ImportRow> {
    const of = this.#pdf.numPages;
    const empty = this.#empty;
    if (of > MAX_PAGES) yield problemRow('too-large', 'too-many-pages', 0, { most: MAX_PAGES });
    if (this.#scans > MAX_SCANS) yield problemRow('too-large', 'too-many-scans', 0, { most: MAX_SCANS });
    if (empty.length > 0) yield problemRow('empty', 'pages-without-text', empty[0], { count: empty.length, of });
  }
}

/** The last outline heading that begins on a page, preceded by its parent headings. */
async function headingsOf(pdf: PDFDocumentProxy): Promise<Map<number, string>> {
  const headings = new Map<number, string>();
  let left = MAX_OUTLINE;
  const walk = async (entries: Outline, above: string): Promise<void> => {
    for (const { title, dest, items } of entries) {
      if (left-- <= 0) return;
      const own = title.replace(/[\0\s]+/g, ' ').trim();
      const path = above === '' ? own : `${above} › ${own}`;
      const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
      const page = target?.[0];
      const index = typeof page === 'number' ? page : page ? await pdf.getPageIndex(page).catch(() => -1) : -1;
      if (index >= 0) headings.set(index + 1, path.slice(0, 500));
      await walk(items, path);
    }
  };
  await walk((await pdf.getOutline()) ?? [], '');
  return headings;
}

/** Reads a time such as `D:20210506070809+02'00'`. */
function timeOf(value: string): number | undefined {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(value);
  if (!match) return undefined;
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part ? Number(part) : undefined));
  const away = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * (match[7] === '-' ? -1 : 1);
  return Date.UTC(year!, month - 1, day, hour, minute - away, second);
}
