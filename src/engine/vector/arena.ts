/** Compares all visible rows up to `SIGN_BIT_ROWS`. Beyond, sign bits choose candidates to compare as int8. */

import type { Scope } from '../../core/filter/scope.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { NEW_ARRAYS, type RowArrays } from '../../core/row-arrays.ts';
import { candidateRows, cosinesAmong, cosinesOf, moments, scanRows } from './arena-compare.ts';
import { loadKernel } from './kernel/load-kernel.ts';
import { BLOCK_ROWS, pool } from './kernel/scan-kernel.ts';
import { type QuantizedQuery, quantizeQuery } from './quantize.ts';
import { RowBlocks } from './row-blocks.ts';
import { sampleOrdinals } from './sample.ts';
import type { SemanticScan, VectorIndex, VectorIndexOptions } from './vector-index.ts';

/** Visible rows. At this size, the full scan takes 3 to 4 ms. */
const SIGN_BIT_ROWS = 60_000;
/** Recall: docs/decisions/0005-vectors.md. */
const SIGN_BIT_CANDIDATES = 2_000;
/** If not all memories are compared, mean and standard deviation come from a sample. */
const SAMPLE_SIZE = 4_096;
/** Default weight of the mean of a memory's chunks in its score. See docs/measurements/0004-embedding.md. */
const MEAN_SHARE = 0.25;
/** Tombstones must also fill at least one block. */
const COMPACT_SHARE = 0.25;

export function createVectorIndex(options: VectorIndexOptions): VectorIndex {
  return new Arena(options);
}

class Arena implements VectorIndex {
  readonly dims: number;
  readonly #signBitRows: number;
  readonly #signBitCandidates: number;
  readonly #blocks: RowBlocks;
  /** `[ordinals]` first row of a memory; its rows are contiguous. */
  #firstRow = new Int32Array(0);
  /** `[ordinals]` number of chunks, 0 = no vectors. */
  #chunks = new Int32Array(0);
  /** At least the highest ordinal that has vectors, plus 1. */
  #ordinals = 0;
  #size = 0;
  /** All queries share the sample until a row or the scope changes. */
  #sample: { allowed: Uint8Array | null; size: number; ordinals: readonly Ordinal[] } | null = null;

  constructor(options: VectorIndexOptions) {
    const { dims } = options;
    if (!Number.isInteger(dims) || dims < 1 || dims > 4_096) throw new RangeError(`dims must be 1–4,096, got ${dims}`);
    this.dims = dims;
    this.#signBitRows = options.signBitRows ?? SIGN_BIT_ROWS;
    this.#signBitCandidates = options.signBitCandidates ?? SIGN_BIT_CANDIDATES;
    this.#blocks = new RowBlocks(dims, options.loadKernel ?? loadKernel);
  }

  get size(): number {
    return this.#size;
  }

  get rows(): number {
    return this.#blocks.rows - this.#blocks.tombstones;
  }

  set(ordinal: Ordinal, vectors: readonly Int8Array[]): void {
    for (const { length } of vectors) {
      if (length !== this.dims) throw new RangeError(`Expected ${this.dims} components, got ${length}`);
    }
    this.remove(ordinal);
    if (vectors.length === 0) return;
    this.#sample = null;
    this.#coverOrdinal(ordinal);
    this.#firstRow[ordinal] = this.#blocks.rows;
    for (const vector of vectors) this.#blocks.append(ordinal, vector);
    this.#chunks[ordinal] = vectors.length;
    this.#ordinals = Math.max(this.#ordinals, ordinal + 1);
    this.#size++;
  }

  remove(ordinal: Ordinal): void {
    const chunks = this.#chunks[ordinal] ?? 0;
    if (chunks === 0) return;
    for (let chunk = 0; chunk < chunks; chunk++) this.#blocks.remove(this.#firstRow[ordinal]! + chunk);
    this.#chunks[ordinal] = 0;
    this.#size--;
    this.#sample = null;
    const { rows, tombstones } = this.#blocks;
    if (tombstones >= BLOCK_ROWS && tombstones > rows * COMPACT_SHARE) this.#compact();
  }

  get(ordinal: Ordinal): Int8Array[] {
    const first = this.#firstRow[ordinal] ?? 0;
    return Array.from({ length: this.#chunks[ordinal] ?? 0 }, (_, chunk) => this.#blocks.vector(first + chunk));
  }

  chunk(ordinal: Ordinal, at: number): Int8Array | null {
    if (at < 0 || at >= (this.#chunks[ordinal] ?? 0)) return null;
    return this.#blocks.view(this.#firstRow[ordinal]! + at);
  }

  renumber(ordinals: Int32Array): void {
    const firstRow = new Int32Array(this.#firstRow.length);
    const chunks = new Int32Array(this.#chunks.length);
    let end = 0;
    for (let before = 0; before < this.#ordinals; before++) {
      const count = this.#chunks[before]!;
      if (count === 0) continue;
      const ordinal = ordinals[before]!;
      const first = this.#firstRow[before]!;
      firstRow[ordinal] = first;
      chunks[ordinal] = count;
      for (let chunk = 0; chunk < count; chunk++) this.#blocks.setOwner(first + chunk, ordinal);
      end = ordinal + 1;
    }
    this.#firstRow = firstRow;
    this.#chunks = chunks;
    this.#ordinals = end;
    this.#sample = null;
  }

  scan(
    query: Float32Array,
    scope: Scope,
    besides: () => Iterable<Ordinal> = () => [],
    arrays: RowArrays = NEW_ARRAYS,
    meanShare: number = MEAN_SHARE,
  ): SemanticScan {
    const share = Math.fround(meanShare);
    const quantized = this.#quantize(query);
    const { embedded, rows } = this.#visible(scope);
    if (rows > this.#signBitRows) return this.#scanSigns(quantized, share, scope, embedded, besides(), arrays);
    return scanRows(this.#blocks, quantized, share, scope, arrays);
  }

  similarities(chunks: readonly { ordinal: Ordinal; chunk: number }[]): Float64Array {
    return cosinesAmong(
      this.#blocks,
      chunks.map(({ ordinal, chunk }) => this.#rowOf(ordinal, chunk)),
    );
  }

  #scanSigns(
    query: QuantizedQuery,
    meanShare: number,
    scope: Scope,
    embedded: number,
    besides: Iterable<Ordinal>,
    arrays: RowArrays,
  ): SemanticScan {
    const { allowed, size } = scope;
    const sample = this.#sampleOf(scope, embedded);
    const similarity = arrays.float32(size).fill(Number.NaN);
    const bestChunk = arrays.int32(size).fill(-1);
    const sampled = this.#score(query, meanShare, sample, similarity, bestChunk);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < sample.length; i++) {
      const score = similarity[sample[i]!]!;
      sum += score;
      squares += score * score;
    }
    // Lists each memory once, and leaves out the sample, which is already scored.
    const compared: Ordinal[] = [];
    const compare = (ordinal: number): void => {
      if (!Number.isNaN(similarity[ordinal]!)) return;
      similarity[ordinal] = 0;
      compared.push(ordinal as Ordinal);
    };
    this.#blocks.owners(candidateRows(this.#blocks, query, scope, this.#signBitCandidates)).forEach(compare);
    for (const ordinal of besides) if (ordinal < size && this.#isVisible(ordinal, allowed)) compare(ordinal);
    return {
      similarity,
      bestChunk,
      ...moments(sum, squares, sample.length),
      embedded,
      rows: sampled + this.#score(query, meanShare, compared, similarity, bestChunk),
      plan: 'sign-bits',
    };
  }

  #sampleOf({ allowed, size }: Scope, embedded: number): readonly Ordinal[] {
    if (this.#sample?.allowed !== allowed || this.#sample.size !== size) {
      const ordinals = sampleOrdinals(SAMPLE_SIZE, embedded, size, (ordinal) => this.#isVisible(ordinal, allowed));
      this.#sample = { allowed, size, ordinals };
    }
    return this.#sample.ordinals;
  }

  /** Rounds like the kernel's scan. */
  #score(
    query: QuantizedQuery,
    meanShare: number,
    ordinals: readonly Ordinal[],
    similarity: Float32Array,
    bestChunk: Int32Array,
  ): number {
    let rows = 0;
    for (const ordinal of ordinals) rows += this.#chunks[ordinal] ?? 0;
    const wanted = new Uint32Array(rows);
    let next = 0;
    for (const ordinal of ordinals) {
      const first = this.#firstRow[ordinal]!;
      for (let chunk = 0; chunk < this.#chunks[ordinal]!; chunk++) wanted[next++] = first + chunk;
    }
    const cosines = cosinesOf(this.#blocks, query, wanted);
    next = 0;
    for (const ordinal of ordinals) {
      const chunks = this.#chunks[ordinal]!;
      let best = 0;
      let total = 0;
      let nearest = -1;
      for (let chunk = 0; chunk < chunks; chunk++) {
        const cosine = cosines[next++]!;
        total = Math.fround(total + cosine);
        if (nearest >= 0 && cosine <= best) continue;
        best = cosine;
        nearest = chunk;
      }
      similarity[ordinal] = pool(best, total, chunks, meanShare);
      bestChunk[ordinal] = nearest;
    }
    return rows;
  }

  #quantize(query: Float32Array): QuantizedQuery {
    if (query.length !== this.dims) throw new RangeError(`Expected ${this.dims} components, got ${query.length}`);
    return quantizeQuery(query);
  }

  #isVisible(ordinal: number, allowed: Uint8Array | null): boolean {
    return (this.#chunks[ordinal] ?? 0) > 0 && (allowed === null || allowed[ordinal] === 1);
  }

  #visible({ allowed, size }: Scope): { embedded: number; rows: number } {
    const ordinals = Math.min(size, this.#ordinals);
    if (allowed === null && size >= this.#ordinals) return { embedded: this.#size, rows: this.rows };
    let embedded = 0;
    let rows = 0;
    for (let ordinal = 0; ordinal < ordinals; ordinal++) {
      if (!this.#isVisible(ordinal, allowed)) continue;
      embedded++;
      rows += this.#chunks[ordinal]!;
    }
    return { embedded, rows };
  }

  #rowOf(ordinal: Ordinal, chunk: number): number {
    return chunk >= 0 && chunk < (this.#chunks[ordinal] ?? 0) ? this.#firstRow[ordinal]! + chunk : -1;
  }

  #coverOrdinal(ordinal: number): void {
    if (ordinal < this.#chunks.length) return;
    const length = Math.max(1_024, 2 ** Math.ceil(Math.log2(ordinal + 1)));
    const grow = (values: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(length);
      grown.set(values);
      return grown;
    };
    this.#firstRow = grow(this.#firstRow);
    this.#chunks = grow(this.#chunks);
  }

  #compact(): void {
    let previous = -1;
    this.#blocks.compact((owner, row) => {
      if (owner !== previous) this.#firstRow[owner] = row;
      previous = owner;
    });
  }
}
