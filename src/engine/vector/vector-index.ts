/** The contract of the semantic arm's index: int8 rows, exact scan, one score a memory (V6, F1). */

import type { Scope } from '../../core/filter/scope.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { RowArrays } from '../../core/row-arrays.ts';

export interface SemanticScan {
  /**
   * `[size]` score of the memory, −1–1: the cosine of its best chunk with a share of the mean of its chunks; NaN where the memory has no vector or is not visible. With the plan
   * `sign-bits` also NaN outside the candidates, the sample and what was asked for besides.
   */
  similarity: Float32Array;
  /** `[size]` index of the best chunk within its memory, −1 for none. */
  bestChunk: Int32Array;
  /**
   * Scores of visible memories that have a vector; 0 where there is none. With the plan `sign-bits` over a
   * fixed sample of about 4,096 of them.
   */
  mean: number;
  sd: number;
  /** Visible memories with at least one vector. */
  embedded: number;
  /** Chunk rows compared. */
  rows: number;
  plan: 'full' | 'filtered' | 'sign-bits';
}

export interface VectorIndex {
  readonly dims: number;
  /** Memories with vectors. */
  readonly size: number;
  readonly rows: number;
  /** Sets the vectors of a memory's chunks, in chunk order, replacing earlier ones. Each `[dims]` int8, quantized by `quantize.ts`. */
  set(ordinal: Ordinal, vectors: readonly Int8Array[]): void;
  remove(ordinal: Ordinal): void;
  /** Vectors of a memory, in chunk order; empty where it has none. */
  get(ordinal: Ordinal): Int8Array[];
  /** `[dims]` of one chunk of a memory, where it lies: valid until vectors are set. Null where there is none. */
  chunk(ordinal: Ordinal, at: number): Int8Array | null;
  /**
   * @param query `[dims]`, any length but zero.
   * @param besides Memories that are compared whatever the plan, as far as they are visible; asked for where the plan
   *   would leave some out.
   * @param meanShare Of the mean of a memory's chunks in its score, 0–1; default the index's own.
   */
  scan(
    query: Float32Array,
    scope: Scope,
    besides?: () => Iterable<Ordinal>,
    arrays?: RowArrays,
    meanShare?: number,
  ): SemanticScan;
  /** `[chunks²]` at `later · chunks + earlier` the cosine of the two, for duplicate grouping; NaN where one is not there. */
  similarities(chunks: readonly { ordinal: Ordinal; chunk: number }[]): Float64Array;
  /** @param ordinals the new ordinal of each memory by its old one; −1 for one that has no vectors */
  renumber(ordinals: Int32Array): void;
  clear(): void;
}
