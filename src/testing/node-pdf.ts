import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { pdfReader } from '../documents/pdf/pdf.ts';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('pdfjs-dist/package.json'));

export const readPdf = pdfReader({
  createCanvas: (width, height) => createCanvas(width, height) as unknown as OffscreenCanvas,
  readFile: async (name) =>
    new Uint8Array(await readFile(join(folder, name.endsWith('.wasm') ? 'wasm' : 'cmaps', name))),
});
