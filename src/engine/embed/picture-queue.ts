/**
 * Nothing is queued on disk: a row names the model that has read all its pictures. Words are stored after each picture,
 * so a crash costs only the current one.
 */
import { toHex } from '../../core/bytes/hex.ts';
import { isHybridSearchError } from '../../core/errors.ts';
import { Lru } from '../../core/lru.ts';
import type { Memory, MemoryImage, MemoryRow, Ordinal } from '../../core/record/memory.ts';
import { type PictureWords, sameBytes } from '../../core/record/picture-words.ts';
import { isTrashed } from '../../core/record/trashed-memory.ts';
import type { EmbedderApi } from '../../protocol/embedder-api.ts';
import type { PictureProgress } from '../../protocol/engine-values.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { MemoryStore, Plan } from '../store/memory-store.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { RowIndex } from '../table/row-indexes.ts';
import { createEmbeddingLease, type EmbeddingLease } from './embedding-lease.ts';
import { createTypingPause } from './typing-pause.ts';

/** The same picture may be in several notes. */
const KNOWN_PICTURES = 2_000;
const RETRY_MS = 5_000;
const MODEL_ERRORS = ['model-unavailable', 'model-corrupt'];
/** Errors that the next picture would cause too. */
const STOPS: ReadonlySet<string> = new Set([...MODEL_ERRORS, 'closed', 'aborted', 'quota']);

/** Hex digits: 128 bits of SHA-256. */
const HASH_LENGTH = 32;

type WordsRead = Omit<PictureWords, 'model'>;

export interface PictureQueueParts {
  readonly name: string;
  readonly store: Pick<MemoryStore, 'get'>;
  readonly table: MemoryTable;
  readonly model: string;
  readonly on: boolean;
  readonly onBattery: boolean;
  available(): boolean;
  use<Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result>;
  write(plan: Plan<undefined>): Promise<unknown>;
  onProgress(): void;
  log(event: string, detail: { [key: string]: string }): void;
}

export class PictureQueue {
  readonly #parts: PictureQueueParts;
  readonly #known = new Lru<WordsRead>(KNOWN_PICTURES);
  readonly #typing = createTypingPause();
  readonly #lease: EmbeddingLease;
  readonly #rows: RowIndex<Set<Ordinal>>;
  /** Rows by the hashes of their pictures, also rows that have changed since. */
  readonly #copies: RowIndex<Map<string, Set<Ordinal>>>;
  /** Memories that couldn't be read, with the `seq` they had. They're tried again after a change or by `retry`. */
  readonly #failed = new Map<string, number>();
  on: boolean;
  #onBattery: boolean;
  #paused = false;
  #run: Promise<void> | null = null;
  #closed = false;
  #error: string | undefined;
  #reading = new AbortController();
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PictureQueueParts) {
    const { name, table, model, on, onBattery } = parts;
    this.#parts = parts;
    this.on = on;
    this.#onBattery = onBattery;
    this.#lease = createEmbeddingLease(`${name}:pictures`, () => {});
    this.#rows = new RowIndex(
      table,
      () => new Set(),
      (rows, at) => {
        const row = table.row(at);
        if (row?.hasImages && row.picturesReadBy !== model) rows.add(at);
        else rows.delete(at);
      },
    );
    this.#copies = new RowIndex(
      table,
      () => new Map(),
      (copies, at) => {
        for (const hash of table.row(at)?.pictureHashes ?? [])
          copies.set(hash, (copies.get(hash) ?? new Set()).add(at));
      },
    );
  }

  get progress(): { pictures?: PictureProgress } {
    if (!this.on) return {};
    const error = this.#error;
    const unread = this.#unread().length;
    const failed = this.#rows.value.size - unread;
    const paused = this.#paused || this.#onBattery;
    return { pictures: { unread, failed, paused, ...(error !== undefined && { error }) } };
  }

  set(on: boolean): void {
    this.on = on;
    if (!on) this.#reading.abort();
    this.#parts.onProgress();
    this.retry();
  }

  retry(): void {
    this.#error = undefined;
    this.#failed.clear();
    this.wake();
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.wake();
  }

  setOnBattery(onBattery: boolean): void {
    this.#onBattery = onBattery;
    this.wake();
  }

  typing(): void {
    this.#typing.key();
  }

  wake(): void {
    if (this.on) this.#parts.onProgress();
    if (this.#run || !this.#canWork()) return;
    clearTimeout(this.#retry);
    this.#run = this.#lease
      .hold(() => this.#drain())
      .then((held) => !held)
      .catch((error: unknown) => this.#fail(error))
      .then((later) => {
        this.#run = null;
        if (later && !this.#closed) this.#retry = setTimeout(() => this.wake(), RETRY_MS);
        // Handles changes that arrived while the last picture was written.
        else this.wake();
      });
  }

  async idle(): Promise<void> {
    this.wake();
    while (this.#run) await this.#run;
  }

  close(): void {
    this.#closed = true;
    this.#reading.abort();
    clearTimeout(this.#retry);
    this.#lease.close();
  }

  #mayWork(): boolean {
    const stopped = !this.on || this.#paused || this.#onBattery || this.#closed || this.#error !== undefined;
    return !stopped && this.#parts.available();
  }

  #canWork(): boolean {
    return this.#mayWork() && this.#unread().length > 0;
  }

  #unread(): MemoryRow[] {
    const rows = [...this.#rows.value].map((at) => this.#parts.table.row(at)!);
    return rows.filter(({ id, seq }) => this.#failed.get(id) !== seq);
  }

  async #drain(): Promise<void> {
    while (this.#canWork()) {
      const row = this.#unread().reduce((newest, each) => (each.updatedAt > newest.updatedAt ? each : newest));
      const { table } = this.#parts;
      const before = table.rowsVersion;
      try {
        await this.#readMemory(row.id);
        // If nothing was written although nothing paused the reading, another try wouldn't help.
        if (table.rowsVersion === before && this.#mayWork()) this.#failed.set(row.id, row.seq);
      } catch (error) {
        const { code = 'internal' } = error as { code?: string };
        if (STOPS.has(code)) throw error;
        this.#failed.set(row.id, row.seq);
        this.#parts.log('picture-failed', { code });
      }
      this.#parts.onProgress();
    }
  }

  async #readMemory(id: string): Promise<void> {
    const { store, model } = this.#parts;
    const [memory] = await store.get([id]);
    for (const image of memory?.images ?? []) {
      if (image.words?.model === model) continue;
      await this.#typing.over();
      if (!this.#mayWork()) return;
      const words = { ...(await this.#wordsOf(image)), model };
      if (!this.on) return;
      await this.#parts.write({
        ids: [id],
        decide: ([current]) => ({ decisions: [withWords(current, image, words)], outcome: undefined }),
      });
    }
  }

  async #wordsOf({ data }: MemoryImage): Promise<WordsRead> {
    const digest = await crypto.subtle.digest('SHA-256', data);
    const hash = toHex(new Uint8Array(digest)).slice(0, HASH_LENGTH);
    const known = this.#known.get(hash) ?? (await this.#storedWords(hash));
    if (known !== undefined) return known;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const words = await this.#parts
      .use((embedder) => embedder.call('readPicture', [new Uint8Array(data)], { signal }))
      .then(({ text, boxes }): WordsRead => ({ text, hash, ...(boxes.length > 0 && { boxes }) }))
      .catch((error: unknown): WordsRead => {
        // A file that the browser can't decode counts as a picture without words.
        if (isHybridSearchError(error, 'invalid-import')) return { text: '', hash };
        throw error;
      });
    this.#known.set(hash, words);
    return words;
  }

  /** Returns the words of a copy of the picture in another memory, also one that was read before the last start. */
  async #storedWords(hash: string): Promise<WordsRead | undefined> {
    const { store, table, model } = this.#parts;
    for (const at of this.#copies.value.get(hash) ?? []) {
      const row = table.row(at);
      if (!row?.pictureHashes?.includes(hash)) continue;
      const [memory] = await store.get([row.id]);
      const copy = memory?.images?.find(({ words }) => words?.hash === hash && words.model === model);
      if (copy) return copy.words;
    }
    return undefined;
  }

  #fail(error: unknown): boolean {
    const { code = 'internal', message = code } = error as { code?: string; message?: string };
    this.#parts.log('pictures-failed', { code });
    // If the embedding model is missing too, its own status reports that.
    const isModelError = MODEL_ERRORS.includes(code);
    if (isModelError && this.#parts.available()) this.#error = message;
    return !isModelError && code !== 'aborted';
  }
}

function withWords(current: Memory | undefined, { data }: MemoryImage, words: PictureWords): Memory | undefined {
  if (!current?.images || isTrashed(current)) return undefined;
  let changed = false;
  const images = current.images.map((image): MemoryImage => {
    if (image.words?.model === words.model || !sameBytes(image.data, data)) return image;
    changed = true;
    return { ...image, words };
  });
  return changed ? { ...current, images } : undefined;
}
