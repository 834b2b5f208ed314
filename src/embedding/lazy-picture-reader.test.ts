import { expect, it } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import { PP_OCR_V4 } from '../core/picture-models.ts';
import { LazyPictureReader } from './lazy-picture-reader.ts';
import { RunQueue } from './run-queue.ts';

const INSTALL = 'npm install hybrid-search-ocr';
const url = 'https://host.example/models/x/detection.onnx';
const missing = new HybridSearchError('model-unavailable', 'status 404', { url });
const otherFile = new HybridSearchError('model-corrupt', 'an HTML page came instead', { url });
const unreachable = new HybridSearchError('model-unavailable', 'could not be fetched', { url, cause: new TypeError() });

it.each([
  ['the file is missing', PP_OCR_V4.id, missing, true],
  ['another file is in its place', PP_OCR_V4.id, otherFile, true],
  ["the host can't be reached", PP_OCR_V4.id, unreachable, false],
  ['the file of an own model is missing', 'my/ocr', missing, false],
])('names the package to install only if it is missing: %s', async (_, id, cause, named) => {
  const reader = new LazyPictureReader({
    profile: { ...PP_OCR_V4, id },
    platform: {
      openPictureModels: () => Promise.reject(cause),
      decodePicture: async () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }),
    },
    queue: new RunQueue(),
    onBlocking() {},
  });
  const error = await reader.read(new Uint8Array(), new AbortController().signal).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: cause.code, url });
  expect((error as Error).message.includes(INSTALL)).toBe(named);
});
