import { expect, test } from 'vitest';
import type { MemoryInput } from '../core/record/memory.ts';
import { DOT_PNG } from '../testing/app-exports.ts';
import { telegramWithPictures } from '../testing/chat-exports.ts';
import {
  blinkPage,
  bookWithCover,
  mailWithPicture,
  noisyPng,
  pageOfParts,
  wordWithPicture,
} from '../testing/illustrated-samples.ts';
import { localDocuments } from '../testing/local-documents.ts';
import { importFiles } from './import-files.ts';

type Content = string | Uint8Array<ArrayBuffer>;

async function take(files: { readonly [path: string]: Content }): Promise<MemoryInput[]> {
  const inputs: MemoryInput[] = [];
  const list = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
  const report = await importFiles(
    { paths: Object.keys(files), slices: [list] },
    {
      async upsertMany(batch) {
        inputs.push(...batch);
        return { added: batch.length, updated: 0, unchanged: 0 };
      },
    },
    { signal: new AbortController().signal, documents: localDocuments() },
  );
  expect(report.problems).toEqual([]);
  return inputs;
}

const png = await noisyPng(34);
const other = await noisyPng(35);
/** The picture's number, so that a failure doesn't print its bytes. */
const shown = ({ images }: MemoryInput) =>
  images?.map(({ data, mimeType, alt }) => {
    const number = [png, other].findIndex((bytes) => Buffer.from(data).equals(bytes)) + 1;
    return `${mimeType} ${number}: ${alt}`;
  });

test('Telegram: photos, and pictures that were sent as files, are attached to their messages', async () => {
  const inputs = await take({
    'export/result.json': JSON.stringify(telegramWithPictures()),
    'export/photos/photo_1@02-02-2023_09-00-00.jpg': png,
    'export/files/chart.png': other,
  });
  expect(inputs.map((input) => [input.text, shown(input)])).toEqual([
    ['The pier', ['image/png 1: photo_1@02-02-2023_09-00-00.jpg']],
    ['chart.png', ['image/png 2: chart.png']],
    ['The table', undefined],
  ]);
});

test('mail: a picture is attached, but not one as small as a tracker', async () => {
  const [mail] = await take({ 'a.eml': mailWithPicture(png, DOT_PNG) });
  expect(mail!.text).toBe('It opens inwards.');
  expect(shown(mail!)).toEqual(['image/png 1: gate.png']);
});

test.each([
  ['Blink', blinkPage(png, other), ['image/png 2: Plan', 'image/png 1: Picture']],
  ['parts by address and id', pageOfParts(png, other), ['image/png 1: Picture', 'image/png 2: Picture']],
])('MHTML, %s: the pictures of the page are attached', async (_, page, pictures) => {
  const [input] = await take({ 'beds.mhtml': page });
  expect(shown(input!)).toEqual(pictures);
});

test('DOCX: a picture is attached with its description, next to links and language', async () => {
  const [input] = await take({ 'birds.docx': wordWithPicture(png) });
  expect(input).toMatchObject({
    title: 'Birds',
    text: 'Seen from [the hide](https://heron.example/)\n\nA heron',
    links: ['https://heron.example/'],
    lang: 'en-GB',
  });
  expect(shown(input!)).toEqual(['image/png 1: A heron']);
});

test.each(['2.0', '3.0'] as const)('EPUB %s: the cover is attached to the first chapter', async (version) => {
  const inputs = await take({ 'reeds.epub': bookWithCover(version, png) });
  expect(inputs.map((input) => [input.text, shown(input)])).toEqual([
    ['They stand in water.', ['image/png 1: Reeds']],
    ['They bend in wind.', undefined],
  ]);
  expect(inputs[0]!.createdAt).toBe(Date.UTC(2019, 2, 4));
});
