/** `npm run eval:pdf -- [--files 100]` measures the word recall and word errors of the shipped reader. */
import { parseArgs } from 'node:util';
import type { ImportRow } from '../../src/core/import/report.ts';
import { localDocuments } from '../../src/testing/local-documents.ts';
import { textScores } from '../ocr/scores.ts';
import { KINDS, type MadePdf, madePdfs } from './files.ts';

interface Scores {
  files: number;
  pages: number;
  found: number;
  words: number;
  errors: number;
  /** Pages that are imported as pictures. */
  pictures: number;
  refused: number;
}

const { values } = parseArgs({ options: { files: { type: 'string', default: '100' } } });

const scores = new Map<string, Scores>(
  Object.keys(KINDS).map((kind) => [
    kind,
    { files: 0, pages: 0, found: 0, words: 0, errors: 0, pictures: 0, refused: 0 },
  ]),
);
for (const { kind, made } of await madePdfs(Number(values.files))) add(scores.get(kind)!, made, await rowsOf(made));
print();

async function rowsOf({ bytes }: MadePdf): Promise<ImportRow[]> {
  const input = { format: 'pdf', file: new Blob([bytes]), origin: { path: 'made.pdf' } } as const;
  const rows: ImportRow[] = [];
  for await (const some of localDocuments().read(input, new AbortController().signal)) rows.push(...some);
  return rows;
}

function add(sum: Scores, { pages }: MadePdf, rows: readonly ImportRow[]): void {
  sum.files++;
  sum.pages += pages.length;
  const texts = new Map(rows.flatMap((row) => ('input' in row ? [[row.line, row.scan ? '' : row.input.text]] : [])));
  if (texts.size === 0 && rows.some((row) => 'code' in row && row.code === 'bad-document')) sum.refused++;
  sum.pictures += rows.filter((row) => 'input' in row && row.input.images).length;
  for (const [at, page] of pages.entries()) {
    const { found, words, wordErrors } = textScores(spaced(page), spaced(texts.get(at + 1) ?? ''));
    sum.found += found;
    sum.words += words;
    sum.errors += wordErrors;
  }
}

/** Each Chinese or Japanese character counts as a word, because there are no spaces. */
function spaced(text: string): string {
  return text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ');
}

function print(): void {
  console.log('| kind | files | pages | word recall | word errors | pages as pictures | files refused with a reason |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [kind, { files, pages, found, words, errors, pictures, refused }] of scores) {
    const share = (part: number): string => (words === 0 ? '–' : (part / words).toFixed(3));
    console.log(`| ${kind} | ${files} | ${pages} | ${share(found)} | ${share(errors)} | ${pictures} | ${refused} |`);
  }
}
