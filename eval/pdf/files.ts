/** Makes PDFs whose text is known. The same seed gives the same file. */
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { distractors } from '../../src/testing/distractors.ts';
import { encryptedPdf } from '../../src/testing/document-samples.ts';
import { scannedPdf } from '../../src/testing/scanned-pdf.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { unicodePdf } from '../../src/testing/unicode-pdf.ts';

export interface MadePdf {
  bytes: Uint8Array<ArrayBuffer>;
  /** The text that a person reads on each page, in order. */
  pages: readonly string[];
}

type Random = () => number;
type Make = (random: Random, seed: number) => Promise<MadePdf> | MadePdf;

/** Text at a position, measured from the top left corner. Pieces are painted in the order of their list. */
interface Piece {
  text: string;
  x: number;
  y: number;
}

const PAGES = 3;
const SIZE = 10;
const STEP = 13;
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 50;

export const KINDS: { readonly [kind: string]: Make } = {
  text: (_, seed) => printed(seed, (words) => stacked(lines(words, 12))),
  'two columns': (_, seed) => printed(seed, twoColumns),
  'two columns, painted across': (_, seed) => printed(seed, (words) => twoColumns(words).sort((a, b) => a.y - b.y)),
  table: (_, seed) => printed(seed, table),
  rotated: (_, seed) => printed(seed, (words) => stacked(lines(words, 12)), [90, 180, 270][seed % 3]),
  scanned: async (_, seed) => {
    const pages = wordsOfPages(seed, 60).map((words) => lines(words, 7));
    const form = seed % 2 === 0 ? 'jpeg' : 'fax';
    const scanned = pages.map((of) => ({ lines: of, form, turned: seed % 3 === 0 }) as const);
    return { bytes: await scannedPdf(scanned), pages: pages.map((of) => of.join(' ')) };
  },
  'right to left': (random, seed) => {
    const words = seed % 2 === 0 ? HEBREW : ARABIC;
    const pages = written(random, words, ' ');
    const painted = pages.map((of) => of.map((line) => [...line].reverse().join('')));
    return { bytes: unicodePdf(painted), pages: pages.map((of) => of.join(' ')) };
  },
  'Chinese, Japanese': (random, seed) => {
    const pages = written(random, seed % 2 === 0 ? CHINESE : JAPANESE, '');
    return { bytes: unicodePdf(pages), pages: pages.map((of) => of.join('')) };
  },
  'Chinese, Japanese, maps by name': (random, seed) => {
    const isChinese = seed % 2 === 0;
    const pages = written(random, isChinese ? CHINESE : JAPANESE, '');
    const map = isChinese
      ? { encoding: 'UniGB-UCS2-H', ordering: 'GB1' }
      : { encoding: 'UniJIS-UCS2-H', ordering: 'Japan1' };
    return { bytes: unicodePdf(pages, map), pages: pages.map((of) => of.join('')) };
  },
  encrypted: () => ({ bytes: encryptedPdf(), pages: [] }),
  damaged: async (random, seed) => {
    const { bytes, pages } = await printed(seed, (words) => stacked(lines(words, 12)));
    // A file's end says where the cross-reference table is.
    if (seed % 2 === 0) return { bytes: bytes.slice(0, Math.floor(bytes.length * (0.5 + random() / 2))), pages };
    bytes.fill(0, bytes.length - 30);
    return { bytes, pages };
  },
};

const HEBREW = ['מים', 'חוף', 'גאות', 'שפל', 'רוח', 'מלח', 'ספינה', 'נמל'];
const ARABIC = ['ماء', 'شاطئ', 'مد', 'جزر', 'ريح', 'ملح', 'سفينة', 'ميناء'];
const CHINESE = ['潮水', '海岸', '退去', '风', '盐', '港口', '船', '码头'];
const JAPANESE = ['みず', '海岸', 'カモメ', '塩', '港', '船', '灯台'];

const written = (random: Random, words: readonly string[], gap: string): string[][] =>
  Array.from({ length: PAGES }, () =>
    Array.from({ length: 12 }, () =>
      Array.from({ length: 8 }, () => words[Math.floor(random() * words.length)]!).join(gap),
    ),
  );

/** Returns words for each page. They contain only characters of the standard fonts. */
const wordsOfPages = (seed: number, count: number): string[][] =>
  Array.from({ length: PAGES }, (_, page) =>
    distractors(60, 1 + seed * PAGES + page)
      .flatMap(({ text }) => text.split(/\s+/))
      .filter((word) => /^[\x21-\x7e]+$/.test(word))
      .slice(0, count),
  );

function lines(words: readonly string[], perLine: number): string[] {
  return Array.from({ length: Math.ceil(words.length / perLine) }, (_, at) =>
    words.slice(at * perLine, (at + 1) * perLine).join(' '),
  );
}

const stacked = (of: readonly string[], x = MARGIN): Piece[] => of.map((text, at) => ({ text, x, y: STEP * (at + 1) }));

function twoColumns(words: readonly string[]): Piece[] {
  const of = lines(words, 5);
  const half = Math.ceil(of.length / 2);
  return [...stacked(of.slice(0, half)), ...stacked(of.slice(half), 320)];
}

function table(words: readonly string[]): Piece[] {
  return Array.from({ length: 30 }, (_, row) =>
    Array.from({ length: 4 }, (_, column) => ({
      text: words.slice(row * 6 + column, row * 6 + column + 1 + (column % 2)).join(' '),
      x: MARGIN + column * 130,
      y: STEP * (row + 1),
    })),
  ).flat();
}

async function printed(seed: number, layout: (words: readonly string[]) => Piece[], rotation = 0): Promise<MadePdf> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = wordsOfPages(seed, 300).map((words) => {
    const pieces = layout(words).filter(({ text }) => text !== '');
    const page = document.addPage([WIDTH, HEIGHT]);
    page.setRotation(degrees(rotation));
    for (const { text, x, y } of pieces) page.drawText(text, { x, y: HEIGHT - MARGIN - y, size: SIZE, font });
    return readingOrder(pieces);
  });
  return { bytes: new Uint8Array(await document.save({ useObjectStreams: seed % 2 === 0 })), pages };
}

/** The order that people read in, whatever was painted first: tables row by row, other pages column by column. */
function readingOrder(pieces: readonly Piece[]): string {
  const isTable = new Set(pieces.map(({ x }) => x)).size > 2;
  const ordered = pieces.toSorted((a, b) => (isTable ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
  return ordered.map(({ text }) => text).join(' ');
}

/** @param count of files; the kinds alternate */
export async function madePdfs(count: number): Promise<{ kind: string; made: MadePdf }[]> {
  const kinds = Object.entries(KINDS);
  const all: { kind: string; made: MadePdf }[] = [];
  for (let at = 0; at < count; at++) {
    const [kind, make] = kinds[at % kinds.length]!;
    const seed = Math.floor(at / kinds.length);
    all.push({ kind, made: await make(seededRandom(at + 1), seed) });
  }
  return all;
}
