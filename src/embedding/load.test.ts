import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isHybridSearchError } from '../core/errors.ts';
import { MODEL_PROFILES, RUNTIME_BYTES } from '../core/model-profiles.ts';
import type { FileEntry } from './file-cache.ts';
import { fileCacheOn } from './file-cache.ts';
import { type FileTable, loadVerifiedFiles } from './load.ts';
import { PLAIN_RUNTIME, RUNTIME_FILES, runtimeBytes } from './runtime-files.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const entryOf = (bytes: Uint8Array): FileEntry => ({ bytes: bytes.length, sha256: sha256(bytes) });

/** Deterministic numbers in 0–1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomNumbers(5);
const good = Uint8Array.from({ length: 40_000 }, () => Math.floor(random() * 256));
const files: FileTable = { 'onnx/model.onnx': entryOf(good) };

function host(...answers: (() => Response | Promise<Response>)[]) {
  const modes: RequestCache[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const answer = answers[Math.min(modes.length, answers.length - 1)]!;
    modes.push(init?.cache ?? 'default');
    return answer();
  };
  return { fetch, modes };
}

const body =
  (bytes: Uint8Array, type = 'application/octet-stream') =>
  () =>
    new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } });

const load = (fetch: typeof globalThis.fetch, more: Partial<Parameters<typeof loadVerifiedFiles>[0]> = {}) =>
  loadVerifiedFiles({ files, locate: (path) => `https://host.example/${path}`, cache: null, fetch, ...more }).all;

function memoryCache(failPut = false) {
  const kept = new Map<string, Response>();
  const cache = fileCacheOn({
    match: async (key) => kept.get(String(key))?.clone(),
    put: async (key, response) => {
      if (failPut) throw new DOMException('full', 'QuotaExceededError');
      kept.set(String(key), response);
    },
    delete: async (key) => kept.delete(String(key)),
  });
  return { cache, kept };
}

type Damage = (bytes: Uint8Array) => { bytes: Uint8Array; type?: string };
const DAMAGES: { [name: string]: Damage } = {
  'bit flip': (bytes) => {
    const bad = bytes.slice();
    bad[Math.floor(random() * bad.length)]! ^= 1 << Math.floor(random() * 8);
    return { bytes: bad };
  },
  'cut off': (bytes) => ({ bytes: bytes.slice(0, Math.floor(random() * bytes.length)) }),
  longer: (bytes) => ({ bytes: new Uint8Array([...bytes, ...new Uint8Array(1 + Math.floor(random() * 999))]) }),
  'zero fill': (bytes) => {
    const bad = bytes.slice();
    const start = Math.floor(random() * (bad.length - 64));
    bad.fill(0, start, start + 64);
    return { bytes: bad };
  },
  'HTML page': () => ({
    bytes: new TextEncoder().encode(`<!doctype html>${random()}`),
    type: 'text/html; charset=utf-8',
  }),
  'HTML page under a false type': () => ({ bytes: new TextEncoder().encode(`<!doctype html>${random()}`) }),
};

afterEach(() => vi.unstubAllGlobals());

describe('verified files', () => {
  it('refuse 300 corrupt responses, request each twice and store none', async () => {
    const names = Object.keys(DAMAGES);
    for (let i = 0; i < 300; i++) {
      const { bytes, type } = DAMAGES[names[i % names.length]!]!(good);
      const { fetch, modes } = host(body(bytes, type));
      const { cache, kept } = memoryCache();
      const error = await load(fetch, { cache }).catch((e: unknown) => e);
      expect(isHybridSearchError(error, 'model-corrupt'), names[i % names.length]).toBe(true);
      expect(modes).toEqual(['no-store', 'reload']);
      expect(kept.size).toBe(0);
    }
  });

  it('are taken from the second response if only the first was corrupt', async () => {
    const { fetch, modes } = host(body(good.slice(1)), body(good));
    const loaded = await load(fetch);
    expect(loaded.get('onnx/model.onnx')?.bytes).toEqual(good);
    expect(modes).toEqual(['default', 'reload']);
  });

  it('are stored once, and then not requested again', async () => {
    const { fetch, modes } = host(body(good));
    const { cache } = memoryCache();
    expect((await load(fetch, { cache })).get('onnx/model.onnx')?.fromCache).toBe(false);
    expect((await load(fetch, { cache })).get('onnx/model.onnx')).toEqual({ bytes: good, fromCache: true });
    expect(modes).toEqual(['no-store']);
  });

  it('are fetched again if the stored copy has another length', async () => {
    const { fetch, modes } = host(body(good));
    const { cache, kept } = memoryCache();
    await load(fetch, { cache });
    for (const key of kept.keys()) kept.set(key, new Response(good.slice(1)));
    expect((await load(fetch, { cache })).get('onnx/model.onnx')?.bytes).toEqual(good);
    expect(modes.length).toBe(2);
  });

  it('stay in memory if the storage is full', async () => {
    const { fetch } = host(body(good));
    const { cache, kept } = memoryCache(true);
    expect((await load(fetch, { cache })).get('onnx/model.onnx')?.bytes).toEqual(good);
    expect(kept.size).toBe(0);
  });

  it('are verified without crypto.subtle too', async () => {
    vi.stubGlobal('crypto', {});
    expect((await load(host(body(good)).fetch)).size).toBe(1);
    await expect(load(host(body(DAMAGES['bit flip']!(good).bytes)).fetch)).rejects.toMatchObject({
      code: 'model-corrupt',
    });
  });

  it('report the bytes as they arrive, up to the total', async () => {
    const parts = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (let at = 0; at < good.length; at += 10_000) controller.enqueue(good.slice(at, at + 10_000));
            controller.close();
          },
        }),
      );
    const seen: number[] = [];
    await load(host(parts).fetch, { onBytes: (bytes) => seen.push(bytes) });
    expect(seen).toEqual([10_000, 20_000, 30_000, 40_000]);
  });

  it('distinguish downloaded bytes from stored ones', async () => {
    const { cache } = memoryCache();
    const seen: [number, number][] = [];
    const onBytes = (loaded: number, fetched: number): void => void seen.push([loaded, fetched]);
    const { fetch } = host(body(good));
    await load(fetch, { cache, onBytes });
    expect(seen.at(-1)).toEqual([40_000, 40_000]);
    await load(fetch, { cache, onBytes });
    expect(seen.at(-1)).toEqual([40_000, 0]);
  });

  it('are unavailable if the host disconnects or fails; an abort stays an abort', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(good.slice(0, 100));
            controller.error(new TypeError('network'));
          },
        }),
      );
    await expect(load(host(broken).fetch)).rejects.toMatchObject({ code: 'model-unavailable' });
    const offline = host(() => Promise.reject(new TypeError('offline')));
    await expect(load(offline.fetch)).rejects.toMatchObject({ code: 'model-unavailable' });
    const aborted = host(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(load(aborted.fetch, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    await expect(load(host(() => new Response(null, { status: 500 })).fetch)).rejects.toMatchObject({
      code: 'model-unavailable',
    });
  });
});

describe('the tables', () => {
  it('match the shipped model files', () => {
    for (const { id, files: table, bytes } of MODEL_PROFILES) {
      expect(Object.values(table).reduce((sum, file) => sum + file.bytes, 0)).toBe(bytes);
      for (const [path, entry] of Object.entries(table)) {
        expect(entryOf(readFileSync(join('public/models', id, path)))).toEqual(entry);
      }
    }
  });

  it('match the installed runtime', () => {
    const folder = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
    for (const table of Object.values(RUNTIME_FILES)) {
      for (const [path, entry] of Object.entries(table))
        expect(entryOf(readFileSync(join(folder, path)))).toEqual(entry);
    }
    expect(RUNTIME_BYTES).toBe(runtimeBytes(PLAIN_RUNTIME));
  });
});
