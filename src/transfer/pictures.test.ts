import { expect, test } from 'vitest';
import type { MemoryInput } from '../core/record/memory.ts';
import { MAX_IMAGE_BYTES } from '../core/record/memory-limits.ts';
import { DOT_PNG } from '../testing/app-exports.ts';
import { telegramWithPictures } from '../testing/chat-exports.ts';
import {
  blinkPage,
  bookWithCover,
  illustratedBook,
  mailWithPicture,
  noisyPng,
  pageOfParts,
  wordWithPicture,
} from '../testing/illustrated-samples.ts';
import { importLocally } from '../testing/local-documents.ts';

type Content = string | Uint8Array<ArrayBuffer>;

async function takeAll(files: { readonly [path: string]: Content }) {
  const { inputs, report } = await importLocally(
    Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) })),
  );
  const problems = report.problems.map(({ line, code, reason, values }) => [line, code, reason, values]);
  return { inputs, problems };
}

async function take(files: { readonly [path: string]: Content }): Promise<MemoryInput[]> {
  const { inputs, problems } = await takeAll(files);
  expect(problems).toEqual([]);
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

const dataUrl = `data:image/png;base64,${Buffer.from(other).toString('base64')}`;

test.each([
  [
    'EPUB 3, figures in a folder of their own',
    illustratedBook(
      '3.0',
      {
        'text/a.xhtml':
          '<figure><img src="../images/a%20reed.png" alt="A  reed"/><figcaption>In June</figcaption></figure><p>Tall.</p>',
        'text/b.xhtml': '<p>Sharp.</p><img src="../images/edge.webp#top" alt=""/>',
      },
      { 'images/a reed.png': png, 'images/edge.webp': other },
    ),
    [
      ['A reed\n\nIn June\n\nTall.', ['image/png 1: A reed']],
      ['Sharp.', ['image/webp 2: Picture']],
    ],
  ],
  [
    'EPUB 2, a whole page as SVG, and a page without words',
    illustratedBook(
      '2.0',
      {
        'a.html':
          '<svg xmlns:xlink="http://www.w3.org/1999/xlink"><title>x</title><image xlink:href="a.jpeg"/></svg><p>Cut them.</p>',
        'b.html': '<p><img src="./b.png"/></p>',
        'c.html': '<p>Dry them.</p>',
      },
      { 'a.jpeg': png, 'b.png': other },
    ),
    [
      ['Cut them.', ['image/jpeg 1: Picture']],
      ['2 / 3', ['image/png 2: Picture']],
      ['Dry them.', undefined],
    ],
  ],
  [
    'a picture inside the page',
    illustratedBook('3.0', { 'a.xhtml': `<p>Bend.</p><img src="${dataUrl}" alt="Bent"/>` }, {}),
    [['Bend.\n\nBent', ['image/png 2: Bent']]],
  ],
  [
    'a picture in every chapter, attached to the first',
    illustratedBook(
      '3.0',
      {
        'a.xhtml': '<p>One.</p><img src="line.png"/><img src="line.png"/>',
        'b.xhtml': '<p>Two.</p><img src="line.png"/>',
      },
      { 'line.png': png },
    ),
    [
      ['One.', ['image/png 1: Picture']],
      ['Two.', undefined],
    ],
  ],
  [
    'pictures elsewhere, which are never fetched',
    illustratedBook(
      '3.0',
      {
        'a.xhtml':
          '<p>Wild.</p><img src="https://a.example/a.png"/><img src="//a.example/a.png"/><img src="file:///a.png"/><svg><image href="http://a.example/a.png"/></svg>',
      },
      { 'a.png': png },
    ),
    [['Wild.', undefined]],
  ],
])('a book with %s', async (_, book, chapters) => {
  const inputs = await take({ 'reeds.epub': book });
  expect(inputs.map((input) => [input.text, shown(input)])).toEqual(chapters);
});

test.each([
  [
    'that are missing, or outside the book',
    { 'text/a.xhtml': '<p>Wild.</p><img src="gone.png"/><img src="../../../../../secret.png"/><img src="plan.svg"/>' },
    {},
    [['Wild.', undefined]],
    [
      [1, 'file-not-found', 'file-not-found', { name: 'gone.png' }],
      [1, 'file-not-found', 'file-not-found', { name: '../../../../../secret.png' }],
    ],
  ],
  [
    'that are too large, with and without words',
    { 'a.xhtml': '<p>Wide.</p><img src="a.png"/><img src="ok.png"/>', 'b.xhtml': '<img src="b.png"/>' },
    { 'a.png': new Uint8Array(MAX_IMAGE_BYTES + 1), 'b.png': new Uint8Array(MAX_IMAGE_BYTES + 1), 'ok.png': png },
    [['Wide.', ['image/png 1: Picture']]],
    [
      [1, 'left-out', 'large-pictures', { megabytes: 5, count: 1 }],
      [2, 'left-out', 'large-pictures', { megabytes: 5, count: 1 }],
    ],
  ],
  [
    'of which a note can have only eight',
    { 'a.xhtml': `<p>Many.</p>${Array.from({ length: 11 }, (_, n) => `<img src="${n}.png"/>`).join('')}` },
    Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.png`, n % 2 ? png : other])),
    [['Many.', Array.from({ length: 8 }, (_, n) => `image/png ${n % 2 ? 1 : 2}: Picture`)]],
    [[1, 'left-out', 'pictures-left-out', { most: 8, count: 3 }]],
  ],
])('a book with pictures %s', async (_, chapters, pictures, expected, expectedProblems) => {
  const { inputs, problems } = await takeAll({ 'reeds.epub': illustratedBook('3.0', chapters, pictures) });
  expect(inputs.map((input) => [input.text, shown(input)])).toEqual(expected);
  expect(problems).toEqual(expectedProblems);
});
