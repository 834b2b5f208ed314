import type { Scope } from '../../core/filter/scope.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import type { ScanKernel } from './kernel/scan-kernel.ts';

export interface VectorIndexOptions {
  /** Components of a vector, 1–4,096. */
  dims: number;
  /** Default: the WebAssembly kernel. */
  loadKernel?: () => ScanKernel;
  /** Default 60,000. */
  signBitRows?: number;
  /** Default 2,000. */
  signBitCandidates?: number;
}

export interface SemanticScan {
  /** `[size]`, −1–1, as `pool` defines it. NaN if the memory has no vector, isn't visible, or wasn't compared. */
  similarity: Float32Array;
  /** `[size]` index of the best chunk within its memory, −1 for none. */
  bestChunk: Int32Array;
  /** Over visible memories with a vector; 0 without any. With `sign-bits`, over a sample of at least 4,096, or all. */
  mean: number;
  sd: number;
  /** Visible memories only. */
  embedded: number;
  rows: number;
  plan: 'full' | 'filtered' | 'sign-bits';
}

export interface VectorIndex {
  readonly dims: number;
  readonly size: number;
  readonly rows: number;
  /** Replaces the vectors of a memory, which are in chunk order. Each is `[dims]` int8, made by `quantize`. */
  set(ordinal: Ordinal, vectors: readonly Int8Array[]): void;
  remove(ordinal: Ordinal): void;
  get(ordinal: Ordinal): Int8Array[];
  /** Returns one chunk's vector in place, `[dims]`, valid until vectors are set. Null if there's none. */
  chunk(ordinal: Ordinal, at: number): Int8Array | null;
  /**
   * @param query `[dims]`, not zero, of any norm
   * @param besides returns memories to compare in any case, if visible; called only if the plan would leave some out
   * @param meanShare share of the mean of a memory's chunks in its score, 0–1; default 0.25. The best chunk has the rest.
   */
  scan(
    query: Float32Array,
    scope: Scope,
    besides?: () => Iterable<Ordinal>,
    arrays?: RowArrays,
    meanShare?: number,
  ): SemanticScan;
  /** Returns `[chunks²]`: at `later · chunks + earlier` the cosine of the two chunks, or NaN if one is missing. */
  similarities(chunks: readonly { ordinal: Ordinal; chunk: number }[]): Float64Array;
  /** @param ordinals by old ordinal; −1 for memories without vectors */
  renumber(ordinals: Int32Array): void;
}
