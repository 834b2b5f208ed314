/**
 * Uses only the public client. Chromium calls it over DevTools. Other browsers open `/driven?tab=KEY`, which polls the
 * server for calls and sends the answers back.
 */
import type { HybridSearchClient, HybridSearchOptions, StorageNotice } from '../../src/client/public-types.ts';
import type { ImportFormat } from '../../src/core/import/report.ts';
import { FILE_SHAPES, TEXT_SHAPES } from '../../src/testing/hostile-shapes.ts';
import { TINY_ENCODER } from '../../src/testing/tiny-encoder.ts';
import { syncDriver } from './sync-driver.ts';

export type Outcome = { value: unknown } | { code: string; message: string };

interface Kept {
  readonly client: HybridSearchClient;
  readonly notices: StorageNotice[];
  /** Null if an event said that everything changed. */
  announced: Set<string> | null;
  seen: { [id: string]: string };
}

const clients: Kept[] = [];
const workers: { kind: string; worker: Worker }[] = [];

// So that `endWorker` can end a worker as abruptly as the browser would.
const { Worker: Original } = globalThis;
globalThis.Worker = class extends Original {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers.push({ kind: /(\w+)-worker/.exec(String(url))?.[1] ?? '', worker: this });
  }
};

const at = (index: number): Kept => {
  const kept = clients[index];
  if (!kept) throw new Error(`No client ${index} in this page`);
  return kept;
};

const codeOf = (error: unknown): { code: string; message: string } => {
  const { code = 'untyped', message = String(error) } = error as { code?: string; message?: string };
  return { code, message };
};

/** Repeats a read whose worker died, as a page would. */
async function patiently<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (codeOf(error).code !== 'worker-died' || attempt === 3) throw error;
    }
  }
}

/** `tiny` uses a model with random weights, which costs almost nothing. */
export type OpenOptions = Pick<HybridSearchOptions, 'name' | 'modelLoad'> & { tiny?: boolean };

export interface Contents {
  all: { [id: string]: string };
  trash: { [id: string]: string };
  memories: number;
  indexed: number;
  event: string;
  durability: string;
  keywordIndex: string;
  notices: StorageNotice[];
}

export const driver = {
  /** Returns milliseconds. */
  async open({ tiny = false, ...options }: OpenOptions): Promise<number> {
    const path = new URL('/client.js', location.href).href;
    const { createHybridSearch } = (await import(path)) as typeof import('../../src/client/index.ts');
    const start = performance.now();
    const client = createHybridSearch({ ...options, ...(tiny && { model: TINY_ENCODER }) });
    const notices: StorageNotice[] = [];
    client.onStorage((notice) => notices.push(notice));
    // Calls report their own errors.
    client.onError(() => {});
    const kept: Kept = { client, notices, announced: new Set(), seen: {} };
    client.subscribe(({ kind, ids }) => {
      if (kind === 'clear') kept.announced = null;
      else for (const id of ids) kept.announced?.add(id);
    });
    clients.push(kept);
    await client.ready;
    return performance.now() - start;
  },

  /** Calls a method of the client or of its trash, such as `trash.put`. */
  async call(method: string, args: readonly unknown[] = [], client = 0): Promise<Outcome> {
    type Methods = { [name: string]: (...given: unknown[]) => Promise<unknown> };
    const asked = at(client).client;
    const methods = (method.startsWith('trash.') ? asked.trash : asked) as unknown as Methods;
    try {
      return { value: await methods[method.replace('trash.', '')]!(...args) };
    } catch (error) {
      return codeOf(error);
    }
  },

  async timed(
    method: string,
    args: readonly unknown[] = [],
    client = 0,
  ): Promise<{ code: string | null; message: string; milliseconds: number }> {
    const start = performance.now();
    const outcome = await driver.call(method, args, client);
    const { code, message } = 'code' in outcome ? outcome : { code: null, message: '' };
    return { code, message, milliseconds: performance.now() - start };
  },

  async addWithPictures(
    memory: { id: string; text: string },
    bytes: number,
  ): Promise<{ code: string | null; milliseconds: number }> {
    const data = new Uint8Array(bytes);
    for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
    return await driver.timed('add', [{ ...memory, images: [{ data: data.buffer, mimeType: 'image/png', alt: '' }] }]);
  },

  hostile(
    use: 'memory' | 'file' | 'query',
    shape: string,
    bytes: number,
    format: ImportFormat,
  ): Promise<{ code: string | null; milliseconds: number }> {
    const whole = (TEXT_SHAPES[shape] ?? FILE_SHAPES[shape]!)(bytes);
    const text = whole.slice(0, Math.floor((whole.length * bytes) / new Blob([whole]).size));
    if (use === 'memory') return driver.timed('add', [{ id: shape, text }]);
    if (use === 'query') return driver.timed('search', [text]);
    return driver.timed('import', [
      { path: shape, file: new Blob([text]) },
      { format, split: true },
    ]);
  },

  contents(client = 0): Promise<Contents> {
    const { client: asked, notices } = at(client);
    return patiently(async () => {
      const all: Contents['all'] = {};
      for await (const { id, text } of asked.memories()) all[id] = text;
      const trash: Contents['trash'] = {};
      for (let listed = 0, total = 1; listed < total; ) {
        const page = await asked.trash.list({ offset: listed, limit: 100 });
        for (const { id, text } of page.memories) trash[id] = text;
        ({ total } = page);
        listed += 100;
      }
      const { memories, indexed, storage, keywordIndex } = await asked.stats();
      const { event, durability } = storage;
      return {
        all,
        trash,
        memories,
        indexed: indexed.keyword ?? 0,
        event,
        durability,
        keywordIndex,
        notices: [...notices],
      };
    });
  },

  head: async (): Promise<number> => (await patiently(() => at(0).client.stats())).lastSeq,

  /** 0 if the sentinel has stored none. */
  async noted(): Promise<number> {
    const cache = await caches.open('hybrid-search-sentinel');
    const [note] = await cache.matchAll();
    return note === undefined ? 0 : ((await note.json()) as { seq: number }).seq;
  },

  /** Null if it takes too long. */
  async reached(seq: number, milliseconds: number): Promise<number | null> {
    const deadline = Date.now() + milliseconds;
    while ((await driver.head()) < seq) {
      if (Date.now() > deadline) return null;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return Date.now();
  },

  async unannounced(client = 0): Promise<string[]> {
    const kept = at(client);
    const { all } = await driver.contents(client);
    const ids = new Set([...Object.keys(all), ...Object.keys(kept.seen)]);
    const { announced } = kept;
    const unannounced =
      announced === null ? [] : [...ids].filter((id) => all[id] !== kept.seen[id] && !announced.has(id));
    kept.announced = new Set();
    kept.seen = all;
    return unannounced;
  },

  /** Includes weak hits. */
  async found(words: readonly string[], client = 0): Promise<string[][]> {
    const ids: string[][] = [];
    for (const word of words) {
      const search = () => at(client).client.search(word, { modes: ['keyword'], limit: 20 });
      const { hits, weak } = await patiently(search);
      ids.push([...hits, ...weak].map(({ id }) => id));
    }
    return ids;
  },

  /** If `silent`, there's no event, as if the worker hung or ran out of memory. */
  endWorker(kind: 'engine' | 'embedding' | 'transfer' | 'sync', silent: boolean): boolean {
    const newest = workers.findLast((each) => each.kind === kind);
    if (!newest) return false;
    newest.worker.terminate();
    if (!silent) newest.worker.dispatchEvent(new ErrorEvent('error', { message: 'ended by a proof' }));
    return true;
  },

  ...syncDriver(() => at(0).client),
};

export type Driver = typeof driver;
(globalThis as unknown as { driver: Driver }).driver = driver;

const tab = new URLSearchParams(location.search).get('tab');
if (tab !== null) void obey(tab);

async function obey(key: string): Promise<void> {
  for (;;) {
    const next = await fetch(`/next?tab=${key}`);
    if (!next.ok) return;
    const { id, name, args } = (await next.json()) as { id: number; name: keyof Driver; args: unknown[] };
    const run = driver[name] as (...given: unknown[]) => unknown;
    const answer = await Promise.resolve()
      .then(() => run(...args))
      .then(
        (value) => ({ id, value: value ?? null }),
        (error: unknown) => ({ id, error: codeOf(error) }),
      );
    await fetch(`/done?tab=${key}`, { method: 'POST', body: JSON.stringify(answer) });
  }
}
