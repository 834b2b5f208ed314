/** Collects rows into batches that are written atomically, and counts the results. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { ImportCounts } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';

/** A batch is one transaction: large enough for its fixed cost not to matter, small enough for searches in between. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 2 * 1_048_576;
/** Estimated bytes of a record, not counting text and images. */
const ROW_BYTES = 500;

export interface ImportSink {
  /** Writes all inputs or none, in order, validated. If two have the same id, the later one replaces the earlier. */
  upsertMany(inputs: MemoryInput[], signal: AbortSignal): Promise<ImportCounts>;
  /** Removes parts that a shorter file no longer has. Returns how many there were. */
  remove?(ids: readonly string[]): Promise<number>;
  /** Gets a backup's vectors before its memories. Without it, vectors are skipped and the texts embedded again. */
  writeVectors?(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
}

export interface BatchFailure {
  file: string;
  line: number;
  error: HybridSearchError;
}

export interface Batcher {
  add(input: MemoryInput, file: string, line: number): Promise<void>;
  flush(): Promise<void>;
  readonly counts: ImportCounts;
  /** Set once the sink has refused a batch. Nothing is written afterwards. */
  readonly failure: BatchFailure | undefined;
}

export function createBatcher(sink: ImportSink, signal: AbortSignal): Batcher {
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0 };
  let failure: BatchFailure | undefined;
  let inputs: MemoryInput[] = [];
  let bytes = 0;
  let first = { file: '', line: 0 };

  const flush = async (): Promise<void> => {
    if (inputs.length === 0) return;
    const batch = inputs;
    const start = first;
    inputs = [];
    bytes = 0;
    if (failure || signal.aborted) return;
    try {
      const result = await sink.upsertMany(batch, signal);
      counts.added += result.added;
      counts.updated += result.updated;
      counts.unchanged += result.unchanged;
    } catch (cause) {
      if (signal.aborted) return;
      const error = isHybridSearchError(cause) ? cause : new HybridSearchError('internal', String(cause), { cause });
      failure = { ...start, error };
    }
  };

  return {
    counts,
    get failure() {
      return failure;
    },
    async add(input, file, line) {
      if (inputs.length === 0) first = { file, line };
      inputs.push(input);
      bytes += ROW_BYTES + input.text.length;
      for (const image of input.images ?? []) bytes += image.data.byteLength;
      if (inputs.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await flush();
    },
    flush,
  };
}
