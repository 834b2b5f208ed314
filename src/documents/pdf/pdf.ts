/**
 * Reads a PDF page by page, each a memory whose place is the page number. The outline gives the heading of each page.
 */
import { getDocumentProxy } from 'unpdf';
import { nameOf } from '../../core/import/file-id.ts';
import type { ImportRow } from '../../core/import/report.ts';
import { documentRows, problemRow } from '../document-rows.ts';
import type { OpenDocument } from '../documents-api.ts';
import { type PdfItem, textOfItems } from './page-text.ts';

const MAX_PAGES = 20_000;
/** Most entries of an outline that are looked up. */
const MAX_OUTLINE = 5_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Outline = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>;

export async function* readPdf({ file, origin }: OpenDocument): AsyncGenerator<ImportRow> {
  let pdf: Pdf;
  try {
    pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), { verbosity: 0, stopAtErrors: false });
  } catch (error) {
    const encrypted = (error as Error).name === 'PasswordException';
    yield problemRow(
      'bad-document',
      encrypted ? 'The PDF is encrypted: save it without a password' : 'The PDF is damaged',
    );
    return;
  }
  try {
    yield* pages(pdf, origin);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function* pages(pdf: Pdf, origin: OpenDocument['origin']): AsyncGenerator<ImportRow> {
  const info = ((await pdf.getMetadata().catch(() => null))?.info ?? {}) as { readonly [name: string]: unknown };
  const said = (name: string): string =>
    typeof info[name] === 'string' ? info[name].replace(/[\0\s]+/g, ' ').trim() : '';
  const title = said('Title') || nameOf(origin.path);
  const headings = await headingsOf(pdf).catch(() => new Map<number, string>());
  const of = pdf.numPages;
  const empty: number[] = [];
  let heading: string | undefined;
  for (let number = 1; number <= Math.min(of, MAX_PAGES); number++) {
    heading = headings.get(number) ?? heading;
    let text: string;
    try {
      const page = await pdf.getPage(number);
      text = textOfItems((await page.getTextContent()).items as PdfItem[]);
      page.cleanup();
    } catch {
      yield problemRow('bad-document', `Page ${number} is damaged`, number);
      continue;
    }
    if (text === '') {
      empty.push(number);
      continue;
    }
    yield* documentRows(
      {
        text,
        title,
        id: `page ${number}`,
        createdAt: timeOf(said('CreationDate')),
        updatedAt: timeOf(said('ModDate')),
        metadata: { author: said('Author'), subject: said('Subject'), keywords: said('Keywords') },
        place: { kind: 'page', number, of, ...(heading !== undefined && { heading }) },
      },
      number,
      origin,
    );
  }
  if (of > MAX_PAGES) yield problemRow('too-large', `Only the first ${MAX_PAGES} pages were read`);
  if (empty.length > 0)
    yield problemRow('empty', `${empty.length} of ${of} pages have no text, perhaps pictures of it`, empty[0]);
}

/** Returns, by page, the last heading of the outline that begins there, with those above it. */
async function headingsOf(pdf: Pdf): Promise<Map<number, string>> {
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
