/**
 * Keeps the store's last known state in Cache Storage, which has its own files. The state distinguishes a lost store
 * from a new one, and a log that lost its end from a complete one.
 */
import { Patience } from '../../protocol/deadline.ts';
import type { OpenReport } from '../store/memory-store.ts';
import type { Head } from '../store/schema.ts';
import { fileNameOf } from '../store/store-name.ts';

export interface SentinelState {
  epoch: string;
  seq: number;
  count: number;
}

const CACHE = 'hybrid-search-sentinel';
/** Delay of a write, so that a burst of notes is written once. */
const EVERY_MS = 250;

export function indicatesLoss(noted: SentinelState, head: Head, event: OpenReport['event']): boolean {
  if (noted.count === 0) return false;
  return noted.epoch === head.epoch ? head.seq < noted.seq : event === 'created';
}

/** Estimates how many memories are missing or outdated. In the same store, each lost change counts as a memory. */
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

  begin(): void {
    this.#reading = this.#read();
  }

  async read(): Promise<SentinelState | undefined> {
    const begun = this.#reading;
    this.#reading = undefined;
    return await (begun ?? this.#read());
  }

  /** Calls in quick succession are merged. The note may lag behind the store, but must never be ahead of it. */
  note({ epoch, seq, count }: SentinelState): void {
    this.#pending = { epoch, seq, count };
    this.#timer ??= setTimeout(() => void this.settled(), EVERY_MS);
  }

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
    // If the cache can't be written, its state is older than the store's, and a loss may go unnoticed.
    const writing = caches.open(CACHE).then((cache) => cache.put(this.#url, new Response(JSON.stringify(state))));
    await answered(writing).catch(() => {});
  }
}

/** Limits each wait, so that a cache that doesn't answer blocks neither opening nor closing. */
const patience = new Patience('Cache Storage', () => caches.open(CACHE));
const answered = <T>(work: Promise<T>): Promise<T> => patience.wait(work);
