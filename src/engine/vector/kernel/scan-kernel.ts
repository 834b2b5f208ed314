/**
 * Arithmetic over one linear memory, addressed by bytes. All addresses are multiples of 16. A block holds `BLOCK_ROWS`
 * rows: `[BLOCK_ROWS × stride]` int8 components, `[BLOCK_ROWS]` float32 inverse norms, `[BLOCK_ROWS]` int32 owners (−1
 * = tombstone). A sign block holds `[BLOCK_ROWS × stride / 8]` bytes, bit = component < 0. A table is an array of
 * uint32 addresses of blocks.
 */

export const BLOCK_ROWS = 1_024;

/** Returns the row length in bytes: `dims` rounded up to whole 128-bit sign words. The rest of a row is zero. */
export function strideOf(dims: number): number {
  return Math.ceil(dims / 128) * 128;
}

export function blockBytes(stride: number): number {
  return BLOCK_ROWS * (stride + 8);
}

export function signBlockBytes(stride: number): number {
  return (BLOCK_ROWS * stride) / 8;
}

/** Bytes of the statistics that `scan` writes: float64 Σ, float64 Σ², int32 memories, int32 rows. */
export const STATISTICS_BYTES = 24;

/**
 * Returns `(1 − share) · best + share · mean`, in float32 steps, rounded like the kernel. `total` is the sum of the
 * cosines of `chunks` rows, added in float32; `share` is a float32, 0–1.
 */
export function pool(best: number, total: number, chunks: number, share: number): number {
  const beyond = Math.fround(Math.fround(total / chunks) - best);
  return Math.fround(best + Math.fround(share * beyond));
}

export interface ScanKernel {
  /** `reserve` may replace it. */
  buffer(): ArrayBufferLike;
  reserve(byteLength: number): void;

  /** `out[i]` = Σ row·query (int32) of the `count` rows listed (uint32) at `list`. */
  dots(table: number, stride: number, query: number, list: number, count: number, out: number): void;

  /**
   * `out[i]` = cosine (float32) of the query and each of `count` rows listed (uint32) at `list`, rounded as in `scan`.
   */
  cosines(
    table: number,
    stride: number,
    query: number,
    queryInverseNorm: number,
    list: number,
    count: number,
    out: number,
  ): void;

  /**
   * Compares the query with every visible row, keeps each memory's best chunk (the first of equals), and gives each
   * memory one score, by `pool`.
   * @param query `[stride]` int16
   * @param meanShare share of the mean of the chunks, 0–1
   * @param allowed `[size]` uint8, or 0 if all are visible
   * @param size rows whose owner is this or higher are skipped
   * @param scores `[BLOCK_ROWS]` int32, scratch
   * @param similarity `[size]` float32 out, written where a memory has a visible row
   * @param bestChunk `[size]` int32 out, written where `similarity` is
   * @param statistics out, see STATISTICS_BYTES; Σ and Σ² are over the scores of memories, in row order
   */
  scan(
    table: number,
    rows: number,
    stride: number,
    query: number,
    queryInverseNorm: number,
    meanShare: number,
    allowed: number,
    size: number,
    scores: number,
    similarity: number,
    bestChunk: number,
    statistics: number,
  ): void;

  /** Writes the inverse norms of the rows `[from, to)` of one block: float32 of 1 / ‖row‖, 0 for a zero row. */
  norms(block: number, from: number, to: number, stride: number): void;

  signs(block: number, rows: number, stride: number, signBlock: number): void;

  /**
   * Finds the visible rows with the fewest different sign bits, in row order. Ties go to the first.
   * @param distances `[2 · limit]` uint16, scratch
   * @param histogram `[stride + 1]` uint32, scratch
   * @param candidates `[2 · limit]` uint32 out, the second half is scratch
   * @returns how many were written, ≤ `limit`
   */
  nearestSigns(
    table: number,
    signTable: number,
    rows: number,
    stride: number,
    querySigns: number,
    allowed: number,
    size: number,
    distances: number,
    histogram: number,
    candidates: number,
    limit: number,
  ): number;
}
