import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { pictureModelFile } from '../../scripts/build/picture-model.ts';
import { type PictureModelProfile, PP_OCR_V4 } from '../../src/core/picture-models.ts';
import { type EmbeddingSite, serveEmbedding } from './embedding-site.ts';

type Harness = typeof import('../../src/testing/embedding-harness.ts');

const DETECTION = '/models/PP-OCRv4/detection.onnx';

/** The same networks with a dictionary in which small and capital letters are swapped. */
const OWN_DICTIONARY = Buffer.from(swapped(readFileSync(pictureModelFile('dictionary.txt')!, 'utf8')));
const OWN_MODEL: PictureModelProfile = {
  ...PP_OCR_V4,
  id: 'own/reader',
  files: {
    ...PP_OCR_V4.files,
    'dictionary.txt': {
      bytes: OWN_DICTIONARY.length,
      sha256: createHash('sha256').update(OWN_DICTIONARY).digest('hex'),
    },
  },
};

let site: EmbeddingSite;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await serveEmbedding();
});
test.afterEach(() => site.spoil.clear());
test.afterAll(() => site.close());

function swapped(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

interface Drawing {
  ground: string;
  ink: string;
  /** Clockwise, in degrees. */
  turned: number;
  lines: string[];
}

async function readDrawing(page: Page, drawing: Drawing | null, pictureModel = PP_OCR_V4): Promise<string> {
  await page.goto(site.url);
  return page.evaluate(
    async ([given, profile]) => {
      const path = '/harness.js';
      const { openEmbedder } = (await import(path)) as Harness;
      let bytes = new Uint8Array([1, 2, 3]);
      if (given) {
        const canvas = new OffscreenCanvas(640, 360);
        const context = canvas.getContext('2d')!;
        context.fillStyle = given.ground;
        context.fillRect(0, 0, 640, 360);
        context.translate(320, 180);
        context.rotate((given.turned * Math.PI) / 180);
        context.fillStyle = given.ink;
        context.font = '24px sans-serif';
        for (const [at, line] of given.lines.entries()) context.fillText(line, -260, 40 * at - 60);
        bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      }
      const { api, end } = openEmbedder('all-MiniLM-L6-v2', { pictureModel: profile });
      const answer = await api.call('readPicture', [bytes]).then(
        ({ text }) => text,
        ({ code }: { code: string }) => code,
      );
      end();
      return answer;
    },
    [drawing, pictureModel] as const,
  );
}

const LINES = ['Invoice 4711 from the harbour office', 'Payable before the end of March'];

for (const [name, ground, ink, turned] of [
  ['a light screenshot', '#ffffff', '#202020', 0],
  ['a dark screenshot', '#1e1f22', '#dfe1e5', 0],
  ['a picture that leans', '#f5f1e8', '#302c28', 8],
] as const) {
  test(`reads ${name}`, async ({ page }) => {
    expect(await readDrawing(page, { ground, ink, turned, lines: LINES })).toBe(LINES.join('\n'));
  });
}

test('reads with another model that an option names', async ({ page }) => {
  site.spoil.set('/models/own/reader/dictionary.txt', () => ({ body: OWN_DICTIONARY }));
  const drawing = { ground: '#ffffff', ink: '#202020', turned: 0, lines: LINES };
  expect(await readDrawing(page, drawing, OWN_MODEL)).toBe(swapped(LINES.join('\n')));
});

test('finds nothing where nothing is written', async ({ page }) => {
  expect(await readDrawing(page, { ground: '#336699', ink: '#336699', turned: 0, lines: LINES })).toBe('');
});

test('refuses bytes that are no picture', async ({ page }) => {
  expect(await readDrawing(page, null)).toBe('invalid-import');
});

test('refuses a model with other bytes', async ({ page }) => {
  site.spoil.set(DETECTION, (good) => ({ body: Buffer.from(good.map((byte, at) => (at === 99 ? byte ^ 1 : byte))) }));
  expect(await readDrawing(page, { ground: '#fff', ink: '#000', turned: 0, lines: LINES })).toBe('model-corrupt');
});

test('says that the model is missing', async ({ page }) => {
  site.spoil.set(DETECTION, () => ({ status: 404, body: Buffer.from('') }));
  expect(await readDrawing(page, { ground: '#fff', ink: '#000', turned: 0, lines: LINES })).toBe('model-unavailable');
});
