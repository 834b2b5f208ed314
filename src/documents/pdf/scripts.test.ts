import { expect, test } from 'vitest';
import { localDocuments } from '../../testing/local-documents.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { type NamedMap, unicodePdf } from '../../testing/unicode-pdf.ts';
import { importFiles } from '../../transfer/import-files.ts';

async function textsOf(pages: readonly (readonly string[])[], named?: NamedMap): Promise<string[]> {
  const texts: string[] = [];
  const file = new File([unicodePdf(pages, named)], 'a.pdf');
  const { problems } = await importFiles(
    { paths: ['a.pdf'], slices: [[{ path: 'a.pdf', file }]] },
    {
      async upsertMany(batch) {
        texts.push(...batch.map(({ text }) => text));
        return { added: batch.length, updated: 0, unchanged: 0 };
      },
    },
    { signal: new AbortController().signal, documents: localDocuments() },
  );
  expect(problems).toEqual([]);
  return texts;
}

const random = seededRandom(35);
const sentence = (words: readonly string[], gap: string): string =>
  Array.from({ length: 5 }, () => words[Math.floor(random() * words.length)]).join(gap);
const reversed = (text: string): string => [...text].reverse().join('');

const HEBREW = ['מים', 'חוף', 'גאות', 'שפל', 'רוח', 'מלח'];
const ARABIC = ['ماء', 'شاطئ', 'مد', 'جزر', 'ريح', 'ملح'];
const GREEK = ['νερό', 'ακτή', 'άνεμος', 'αλάτι'];
const RUSSIAN = ['вода', 'берег', 'прилив', 'ветер'];
const CHINESE = ['潮水', '海岸', '退去', '风', '盐'];
const JAPANESE = ['みず', '海岸', 'カモメ', '塩'];
const KOREAN = ['물', '해안', '밀물', '바람'];
const THAI = ['น้ำ', 'ชายฝั่ง', 'ลม', 'เกลือ'];

test.each<[string, readonly string[], { gap: string; joined: string; fromRight?: boolean }]>([
  ['Hebrew', HEBREW, { gap: ' ', joined: ' ', fromRight: true }],
  ['Arabic', ARABIC, { gap: ' ', joined: ' ', fromRight: true }],
  ['Greek', GREEK, { gap: ' ', joined: ' ' }],
  ['Russian', RUSSIAN, { gap: ' ', joined: ' ' }],
  ['Chinese', CHINESE, { gap: '', joined: '' }],
  ['Japanese', JAPANESE, { gap: '', joined: '' }],
  ['Korean', KOREAN, { gap: ' ', joined: ' ' }],
  ['Thai', THAI, { gap: '', joined: ' ' }],
])('%s: five files of one to five pages', async (_, words, { gap, joined, fromRight }) => {
  for (let count = 1; count <= 5; count++) {
    const pages = Array.from({ length: count }, () => Array.from({ length: 1 + count }, () => sentence(words, gap)));
    const written = fromRight ? pages.map((lines) => lines.map(reversed)) : pages;
    expect(await textsOf(written)).toEqual(pages.map((lines) => lines.join(joined)));
  }
});

test.each([
  ['Chinese', CHINESE, { encoding: 'UniGB-UCS2-H', ordering: 'GB1' }],
  ['Japanese', JAPANESE, { encoding: 'UniJIS-UCS2-H', ordering: 'Japan1' }],
  ['Korean', KOREAN, { encoding: 'UniKS-UCS2-H', ordering: 'Korea1' }],
])('%s in a file that only names its map of characters', async (_, words, named) => {
  const line = sentence(words, '');
  expect(await textsOf([[line]], named)).toEqual([line]);
});
