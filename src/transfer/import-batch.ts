/** Collects rows into batches that are written atomically, and counts the results. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { ImportCounts } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';

/** Large enough for a transaction's fixed cost not to matter, and small enough for searches to run in between. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 2 * 1_048_576;
/** Estimated bytes of a record, not counting text and images. */
const ROW_BYTES = 500;

export interface ImportSink {
  /** Writes all inputs or none, in order. If two have the same id, the later one replaces the earlier. */
  upsertMany(inputs: MemoryInput[], signal: AbortSignal, lacking: readonly string[]): Promise<ImportCounts>;
  /** The memories are parts of files that got shorter. */
  remove?(ids: readonly string[]): Promise<number>;
  /** Called before the backup's memories are written. Without this method, the texts are embedded again. */
  writeVectors?(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
}

export interface BatchFailure {
  file: string;
  line: number;
  error: HybridSearchError;
}

export class Batcher {
  readonly counts: ImportCounts = { added: 0, updated: 0, unchanged: 0 };
  readonly #sink: ImportSink;
  readonly #signal: AbortSignal;
  #failure: BatchFailure | undefined;
  #inputs: MemoryInput[] = [];
  #lacking: string[] = [];
  #bytes = 0;
  #first = { file: '', line: 0 };

  constructor(sink: ImportSink, signal: AbortSignal) {
    this.#sink = sink;
    this.#signal = signal;
  }

  /** Nothing is written after a failure. */
  get failure(): BatchFailure | undefined {
    return this.#failure;
  }

  /** @param lacks whether the input lacks pictures */
  async add(input: MemoryInput, file: string, line: number, lacks: boolean): Promise<void> {
    const inputs = this.#inputs;
    if (inputs.length === 0) this.#first = { file, line };
    inputs.push(input);
    if (lacks && input.id !== undefined) this.#lacking.push(input.id);
    this.#bytes += ROW_BYTES + input.text.length;
    for (const image of input.images ?? []) this.#bytes += image.data.byteLength;
    if (inputs.length >= BATCH_ROWS || this.#bytes >= BATCH_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#inputs;
    const lacking = this.#lacking;
    const start = this.#first;
    const signal = this.#signal;
    if (batch.length === 0) return;
    this.#inputs = [];
    this.#lacking = [];
    this.#bytes = 0;
    if (this.#failure || signal.aborted) return;
    try {
      const { added, updated, unchanged } = await this.#sink.upsertMany(batch, signal, lacking);
      this.counts.added += added;
      this.counts.updated += updated;
      this.counts.unchanged += unchanged;
    } catch (cause) {
      if (signal.aborted) return;
      const error = isHybridSearchError(cause) ? cause : new HybridSearchError('internal', String(cause), { cause });
      this.#failure = { ...start, error };
    }
  }
}
