/** Runs in a page. Reads pictures with the built embedding worker, or with tesseract.js from the same server. */
import { PP_OCR_V4 } from '../../src/core/picture-models.ts';
import { Caller } from '../../src/protocol/call.ts';
import type { EmbedderApi, EmbedderEvents, EmbedderInit } from '../../src/protocol/embedder-api.ts';

export interface Reading {
  text: string;
  milliseconds: number;
}

export type Reader = (picture: Uint8Array<ArrayBuffer>) => Promise<string>;

const base = new URL('/', location.href).href;

/** The worker loads the model with the first picture, which the caller doesn't time. */
async function ours(): Promise<Reader> {
  const worker = new Worker('/embedding-worker.js', { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  const init: EmbedderInit = {
    kind: 'init',
    modelId: 'bge-small-en-v1.5',
    assetBase: base,
    remote: null,
    threads: 1,
    pictureModel: PP_OCR_V4,
    port: port2,
  };
  worker.postMessage(init, [port2]);
  const api = new Caller<EmbedderApi, EmbedderEvents>(port1);
  return async (picture) => (await api.call('readPicture', [picture])).text;
}

interface Tesseract {
  createWorker(
    language: string,
    mode: number,
    options: object,
  ): Promise<{ recognize(image: Blob): Promise<{ data: { text: string } }> }>;
}

async function tesseract(): Promise<Reader> {
  const path = new URL('/tesseract/tesseract.esm.min.js', location.href).href;
  const { default: library } = (await import(path)) as { default: Tesseract };
  const worker = await library.createWorker('eng', 1, {
    workerPath: `${base}tesseract/worker.min.js`,
    corePath: `${base}tesseract-core`,
    langPath: `${base}tesseract-data`,
    workerBlobURL: false,
    cacheMethod: 'none',
  });
  return async (picture) => (await worker.recognize(new Blob([picture]))).data.text;
}

const READERS = { ours, tesseract };
export type ReaderName = keyof typeof READERS;
let reader: Promise<Reader> | undefined;

export async function read(name: ReaderName, url: string): Promise<Reading> {
  reader ??= READERS[name]();
  const readPicture = await reader;
  const picture = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const started = performance.now();
  const text = await readPicture(picture);
  return { text, milliseconds: performance.now() - started };
}
