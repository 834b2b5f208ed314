/** Runs in a page of the built app, with the public client, and times everything with the page's clock. */
import type {
  HybridSearchClient,
  HybridSearchOptions,
  MemoryInput,
  SearchOptions,
  SearchResponse,
  Stats,
} from '../../src/client/public-types.ts';
import type { Jobs } from './job-worker.ts';
import { later } from './later.ts';
import { watchThread } from './watch-thread.ts';

export { bareDisk, diskParts } from './disk.ts';
export { firstPull } from './first-pull.ts';
export { confirmImport, importDone, importedShare, previewDone, storedMemories, watchPicker } from './picking.ts';

let client: HybridSearchClient;

function job<Name extends keyof Jobs>(
  name: Name,
  ...args: Parameters<Jobs[Name]>
): Promise<Awaited<ReturnType<Jobs[Name]>>> {
  const worker = new Worker('/bench-job-worker.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.error) reject(new Error(data.error));
      else resolve(data.value);
    };
    worker.postMessage({ name, args });
  });
}

const fromBase64 = (text: string): Int8Array => Int8Array.from(atob(text), (c) => (c.charCodeAt(0) << 24) >> 24);

/** @param vectors int8 rows in base64 */
export const seed = (name: string, count: number, vectors: readonly string[] = []): Promise<{ textBytes: number }> =>
  job('seed', name, count, vectors.map(fromBase64));

export const vectorsReady = (name: string, count: number) => job('vectorsReady', name, count);
export const ranksAlone = (rows: number) => job('ranksAlone', rows);
export const miniSearch = (count: number, queries: string[]) => job('miniSearch', count, queries);

/** Milliseconds until keyword search is ready. */
export async function open(options: HybridSearchOptions): Promise<number> {
  const path = new URL('/client.js', location.href).href;
  const { createHybridSearch } = (await import(path)) as typeof import('../../src/client/index.ts');
  const start = performance.now();
  client = createHybridSearch({
    ...options,
    onLog: ({ event, detail }) => {
      if (event === 'started') steps = detail;
    },
  });
  await client.ready;
  openedAt = start;
  return performance.now() - start;
}

let openedAt = 0;

/** Returns the milliseconds from `open` until `stats()` answers, which is when all vectors are loaded. */
export async function whole(): Promise<{ milliseconds: number; stats: Stats }> {
  const stats = await client.stats();
  return { milliseconds: performance.now() - openedAt, stats };
}

/** Returns milliseconds. */
export async function bareReads(store: string, times: number): Promise<number[]> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open(`hybrid-search/${store}`));
  const memories = () => database.transaction('memories').objectStore('memories');
  const ids = await settled(memories().getAllKeys(null, times * PAGE_RECORDS * 8));
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    // Like the ids of real hits, spread over the store.
    const requestedIds = Array.from({ length: PAGE_RECORDS }, (_, at) => ids[(time + at * times * 8) % ids.length]!);
    const start = performance.now();
    const from = memories();
    await Promise.all(requestedIds.map((id) => settled(from.get(id))));
    taken.push(performance.now() - start);
    await later(2);
  }
  database.close();
  return taken;
}

/** Number of hits on a page while someone types, weak ones included. */
const PAGE_RECORDS = 12;

/** Returns the milliseconds until a small worker has read what the store reads at a start. */
export async function bareStart(store: string): Promise<number> {
  const start = performance.now();
  const worker = new Worker('/bench-bare.js', { type: 'module', name: store });
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  const milliseconds = performance.now() - start;
  worker.terminate();
  return milliseconds;
}

let steps: { [step: string]: unknown } = {};

export const startSteps = (): { [step: string]: unknown } => steps;

export const close = (): Promise<void> => client.close();
export const stats = (): Promise<Stats> => client.stats();
export const idle = (): Promise<void> => client.idle();
export const storageUsage = async (): Promise<number> => (await navigator.storage.estimate()).usage ?? 0;

export interface Timed {
  /** Milliseconds until the complete answer, ranked from all search modes. */
  times: number[];
  /** Milliseconds until the matching sentence of the first hit found by meaning was marked. */
  firstMarked: number[];
  /** Milliseconds until the matching sentences of all five hits were marked. */
  marked: number[];
  /** With `explain`: milliseconds of the keyword arm, of the query's embedding, and of everything after the arms. */
  arm: number[];
  embedding: number[];
  fusion: number[];
  /** Milliseconds until the keyword answer, if there was one. */
  partial: number[];
  hits: number;
  /** These requested results by meaning. */
  withoutMeaning: number;
  /** Queries with a typo that was corrected. */
  corrected: number;
}

const blank = (): Timed => ({
  times: [],
  firstMarked: [],
  marked: [],
  arm: [],
  embedding: [],
  fusion: [],
  partial: [],
  hits: 0,
  withoutMeaning: 0,
  corrected: 0,
});

async function timeOne(query: string, settings: SearchOptions, into: Timed): Promise<SearchResponse> {
  let keyword = Number.NaN;
  let ranked = Number.NaN;
  let first = Number.NaN;
  const start = performance.now();
  const response = await client.search(query, {
    ...settings,
    onPartial: ({ modesUsed }) => {
      const now = performance.now() - start;
      if (!modesUsed.includes('semantic')) keyword = now;
      else if (Number.isNaN(ranked)) ranked = now;
      else first = now;
    },
  });
  const marked = performance.now() - start;
  into.times.push(Number.isNaN(ranked) ? marked : ranked);
  into.firstMarked.push(Number.isNaN(first) ? marked : first);
  into.marked.push(marked);
  if (!Number.isNaN(keyword)) into.partial.push(keyword);
  into.hits += response.hits.length + response.weak.length;
  if (!response.modesUsed.includes('semantic')) into.withoutMeaning++;
  if (response.understood.corrected.length > 0) into.corrected++;
  const { stats: explained } = response;
  if (explained) {
    into.arm.push(explained.armMs.keyword ?? 0);
    into.embedding.push(explained.embeddingMs);
    into.fusion.push(explained.fusionMs);
  }
  return response;
}

export async function search(queries: readonly string[], settings: SearchOptions): Promise<Timed> {
  const timed = blank();
  for (const query of queries) await timeOne(query, settings, timed);
  return timed;
}

/** Pauses before each keystroke and its search, so that the embedding continues. */
export async function searchInBacklog(
  queries: readonly string[],
  rest: readonly number[],
): Promise<{ semantic: Timed; keyword: Timed; left: number }> {
  const semantic = blank();
  const keyword = blank();
  for (const [at, query] of queries.entries()) {
    await later(rest[at % rest.length]!);
    client.typing();
    await timeOne(query, { explain: true, modes: ['semantic'] }, semantic);
    await later(rest[(at + 1) % rest.length]!);
    await timeOne(query, { explain: true, modes: ['keyword'] }, keyword);
  }
  return { semantic, keyword, left: (await client.stats()).queued };
}

export async function loadModel(): Promise<number> {
  const start = performance.now();
  await client.loadModel();
  return performance.now() - start;
}

/** The model must be loaded. */
export async function embedAll(inputs: readonly MemoryInput[]): Promise<{ milliseconds: number; runs: number }> {
  await client.pause();
  await client.addMany(inputs);
  const before = (await client.stats()).runs.documents;
  const start = performance.now();
  await client.resume();
  await client.idle();
  return { milliseconds: performance.now() - start, runs: (await client.stats()).runs.documents - before };
}

export const add = async (inputs: readonly MemoryInput[]): Promise<number> => (await client.addMany(inputs)).length;

export const backup = async (): Promise<string> => (await client.export({ vectors: true })).text();

/** Removing a memory empties the cache of texts. The vectors of queries stay cached. */
export async function forgetTexts(): Promise<void> {
  const { id } = await client.add({ text: 'something that goes again' });
  await client.remove(id);
  await client.idle();
}

/** `longestTask` is in milliseconds. */
export async function ingest(
  inputs: readonly MemoryInput[],
): Promise<{ milliseconds: number; longestTask: number; found: boolean }> {
  const thread = watchThread();
  await later(50);
  thread.restart();
  const start = performance.now();
  await client.addMany(inputs);
  const milliseconds = performance.now() - start;
  const longestTask = await thread.stop();
  const newest = inputs.at(-1)!;
  const { hits } = await client.search(`"${newest.text.split(' ').slice(0, 5).join(' ')}"`, {
    modes: ['keyword'],
    limit: 100,
  });
  return { milliseconds, longestTask, found: hits.some(({ id }) => id === newest.id) };
}

export async function importFolder(
  texts: readonly string[],
): Promise<{ milliseconds: number; longestTask: number; added: number }> {
  const files = texts.map((text, n) => ({ path: `vault/${n % 12}/note-${n}.md`, file: new Blob([text]) }));
  const thread = watchThread();
  await later(50);
  thread.restart();
  const start = performance.now();
  const { added } = await client.import(files);
  const milliseconds = performance.now() - start;
  return { milliseconds, longestTask: await thread.stop(), added };
}

export async function importWhileSearching(
  lines: string,
  queries: readonly string[],
): Promise<{ milliseconds: number; longestTask: number; added: number; progressEvents: number; searches: number[] }> {
  const file = new Blob([lines]);
  let progressEvents = 0;
  let importing = true;
  const thread = watchThread();
  await later(50);
  thread.restart();
  const start = performance.now();
  const ended = client.import({ path: 'notes.jsonl', file }, { onProgress: () => progressEvents++ }).finally(() => {
    importing = false;
  });
  const searches = blank();
  for (let at = 0; importing; at++) {
    await timeOne(queries[at % queries.length]!, { modes: ['keyword'] }, searches);
    await later(100);
  }
  const { added } = await ended;
  const milliseconds = performance.now() - start;
  return { milliseconds, longestTask: await thread.stop(), added, progressEvents, searches: searches.times };
}

/** Imports notes without waiting for their vectors. Returns how many were added. */
export async function importNotes(inputs: readonly MemoryInput[]): Promise<number> {
  const file = new Blob([inputs.map((input) => JSON.stringify(input)).join('\n')]);
  return (await client.import({ path: 'notes.jsonl', file })).added;
}

export async function embedBacklog(): Promise<Stats> {
  await client.loadModel();
  await client.idle();
  return client.stats();
}

export {
  allShown,
  felt,
  firstRow,
  followActiveRow,
  longTasks,
  notesWritten,
  watchTyping,
  writeNotes,
} from './typing.ts';
