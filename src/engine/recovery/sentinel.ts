/**
 * What the store last said of itself, kept outside IndexedDB and write-ahead log (S5): tells a lost store from a new one, and a
 * log that lost its end from a whole one, which neither can by itself. Held in Cache Storage, which has files of its
 * own.
 */
import { Patience } from '../../protocol/deadline.ts';
import type { OpenReport } from '../store/memory-store.ts';
import type { Head } from '../store/schema.ts';
import { fileNameOf } from '../store/store-name.ts';

export interface SentinelState {
  /** The store's id. */
  epoch: string;
  seq: number;
  count: number;
}

const CACHE = 'hybrid-search-sentinel';
/** A burst of writes costs one write here. */
const EVERY_MS = 250;

/** Whether less is there than was noted. Pure. */
export function tellsLoss(noted: SentinelState, head: Head, event: OpenReport['event']): boolean {
  if (noted.count === 0) return false;
  return noted.epoch === head.epoch ? head.seq < noted.seq : event === 'created';
}

/**
 * Memories that were there when `noted` was written and are missing or older now, at most; 0 where none is known to be.
 * A change gone is a memory gone, unless another change of the same one is. Pure.
 */
export function missingSince(noted: SentinelState, { epoch, seq, count }: SentinelState): number {
  const fewer = Math.max(0, noted.count - count);
  return noted.epoch === epoch ? Math.max(fewer, Math.min(noted.count, noted.seq - seq)) : fewer;
}

export class Sentinel {
  readonly #url: string;
  #reading: Promise<SentinelState | undefined> | undefined;
  #pending: SentinelState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: string) {
    this.#url = `/hybrid-search-sentinel/${fileNameOf(store)}`;
  }

  static get available(): boolean {
    return typeof caches !== 'undefined';
  }

  /** Begins what `read` gives next, beside what else a start waits for. */
  begin(): void {
    this.#reading = this.#read();
  }

  /** The last state written, undefined for none or where the cache cannot be read. */
  async read(): Promise<SentinelState | undefined> {
    const begun = this.#reading;
    this.#reading = undefined;
    return await (begun ?? this.#read());
  }

  /** Notes a state; calls that come soon after one another are merged. It may lag behind the store, never lead it. */
  note(state: SentinelState): void {
    this.#pending = state;
    this.#timer ??= setTimeout(() => void this.settled(), EVERY_MS);
  }

  /** Resolves when everything noted is written. */
  settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  async remove(): Promise<void> {
    this.#pending = undefined;
    await this.settled();
    await answered(caches.open(CACHE).then((cache) => cache.delete(this.#url))).catch(() => false);
  }

  async #read(): Promise<SentinelState | undefined> {
    const reading = async (): Promise<SentinelState | undefined> => {
      const response = await (await caches.open(CACHE)).match(this.#url);
      return response ? ((await response.json()) as SentinelState) : undefined;
    };
    return await answered(reading()).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const state = this.#pending;
    this.#pending = undefined;
    if (!state) return;
    // A cache that cannot be written leaves the sentinel behind, which hides a loss at worst and never invents one.
    const writing = caches.open(CACHE).then((cache) => cache.put(this.#url, new Response(JSON.stringify(state))));
    await answered(writing).catch(() => {});
  }
}

/** Neither a start nor a closing waits for a cache that answers nothing. */
const patience = new Patience('Cache Storage', () => caches.open(CACHE));
const answered = <T>(work: Promise<T>): Promise<T> => patience.wait(work);
