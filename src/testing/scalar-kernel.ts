/**
 * The scan kernel in plain JavaScript. Tests compare it with the WebAssembly kernel bit by bit, so it uses the same
 * integers, float32 rounding and order of float64 sums as `engine/vector/kernel/assembly/index.ts`. Contract:
 * `scan-kernel.ts`.
 */
import { BLOCK_ROWS, pool, type ScanKernel } from '../engine/vector/kernel/scan-kernel.ts';
import { inverseNorm } from '../engine/vector/quantize.ts';

/** An index is the byte address shifted right: by 1 for 16 bits, by 2 for 32. */
class Views {
  readonly buffer: ArrayBuffer;
  readonly i8: Int8Array;
  readonly u8: Uint8Array;
  readonly i16: Int16Array;
  readonly u16: Uint16Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer;
    this.i8 = new Int8Array(buffer);
    this.u8 = new Uint8Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }
}

function dot(views: Views, row: number, query: number, stride: number): number {
  const { i8, i16 } = views;
  const shift = query >> 1;
  let a = 0;
  let b = 0;
  for (let i = 0; i < stride; i += 2) {
    a = (a + Math.imul(i8[row + i]!, i16[shift + i]!)) | 0;
    b = (b + Math.imul(i8[row + i + 1]!, i16[shift + i + 1]!)) | 0;
  }
  return (a + b) | 0;
}

function visible({ u8 }: Views, owner: number, allowed: number, size: number): boolean {
  return owner >= 0 && owner < size && (allowed === 0 || u8[allowed + owner] !== 0);
}

function hamming({ i32 }: Views, a: number, b: number, bytes: number): number {
  let sum = 0;
  for (let i = 0; i < bytes; i += 4) {
    let bits = i32[(a + i) >> 2]! ^ i32[(b + i) >> 2]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    sum += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

/** Rounds each step to float32, like the kernel. */
function cosine(score: number, inverseNorm: number, queryInverseNorm: number): number {
  const product = Math.fround(Math.fround(score) * inverseNorm);
  return Math.min(1, Math.max(-1, Math.fround(product * queryInverseNorm)));
}

/** Candidates stay in order. @returns the largest distance among those kept */
function keepNearest(
  { u16, u32 }: Views,
  distances: number,
  histogram: number,
  candidates: number,
  found: number,
  limit: number,
  stride: number,
): number {
  u32.fill(0, histogram >> 2, (histogram >> 2) + stride + 1);
  for (let i = 0; i < found; i++) u32[(histogram >> 2) + u16[(distances >> 1) + i]!]!++;
  let room = limit;
  let cut = 0;
  for (; ; cut++) {
    const count = u32[(histogram >> 2) + cut]!;
    if (count >= room) break;
    room -= count;
  }
  let kept = 0;
  for (let i = 0; i < found; i++) {
    const distance = u16[(distances >> 1) + i]!;
    if (distance > cut || (distance === cut && room-- <= 0)) continue;
    u16[(distances >> 1) + kept] = distance;
    u32[(candidates >> 2) + kept] = u32[(candidates >> 2) + i]!;
    kept++;
  }
  return cut;
}

export function createScalarKernel(): ScanKernel {
  let views = new Views(new ArrayBuffer(65_536));
  return {
    buffer: () => views.buffer,

    reserve(byteLength) {
      if (byteLength <= views.buffer.byteLength) return;
      const length = Math.ceil(Math.max(byteLength, views.buffer.byteLength * 2) / 65_536) * 65_536;
      const grown = new Views(new ArrayBuffer(length));
      grown.u8.set(views.u8);
      views = grown;
    },

    dots(table, stride, query, list, count, out) {
      const { u32, i32 } = views;
      for (let i = 0; i < count; i++) {
        const row = u32[(list >> 2) + i]!;
        const block = u32[(table >> 2) + Math.floor(row / BLOCK_ROWS)]!;
        i32[(out >> 2) + i] = dot(views, block + (row % BLOCK_ROWS) * stride, query, stride);
      }
    },

    cosines(table, stride, query, queryInverseNorm, list, count, out) {
      const { u32, f32 } = views;
      for (let i = 0; i < count; i++) {
        const row = u32[(list >> 2) + i]!;
        const block = u32[(table >> 2) + Math.floor(row / BLOCK_ROWS)]!;
        const inBlock = row % BLOCK_ROWS;
        const score = dot(views, block + inBlock * stride, query, stride);
        const inverseNorm = f32[((block + BLOCK_ROWS * stride) >> 2) + inBlock]!;
        f32[(out >> 2) + i] = cosine(score, inverseNorm, queryInverseNorm);
      }
    },

    scan(
      table,
      rows,
      stride,
      query,
      queryInverseNorm,
      meanShare,
      allowed,
      size,
      _scores,
      similarity,
      bestChunk,
      statistics,
    ) {
      const { u32, i32, f32, f64 } = views;
      const share = Math.fround(meanShare);
      let sum = 0;
      let squares = 0;
      let memories = 0;
      let compared = 0;
      let current = -1;
      let chunk = 0;
      let best = 0;
      let total = 0;
      let bestIndex = -1;
      // One extra round finishes the last memory.
      for (let row = 0; row <= rows; row++) {
        const block = row < rows ? u32[(table >> 2) + Math.floor(row / BLOCK_ROWS)]! : 0;
        const inBlock = row % BLOCK_ROWS;
        const owner = row < rows ? i32[((block + BLOCK_ROWS * (stride + 4)) >> 2) + inBlock]! : -1;
        if (owner !== current) {
          if (bestIndex >= 0) {
            const pooled = pool(best, total, chunk, share);
            f32[(similarity >> 2) + current] = pooled;
            i32[(bestChunk >> 2) + current] = bestIndex;
            sum += pooled;
            squares += pooled * pooled;
            memories++;
          }
          current = owner;
          chunk = 0;
          total = 0;
          bestIndex = -1;
        }
        if (!visible(views, owner, allowed, size)) continue;
        const product = dot(views, block + inBlock * stride, query, stride);
        const score = cosine(product, f32[((block + BLOCK_ROWS * stride) >> 2) + inBlock]!, queryInverseNorm);
        if (bestIndex < 0 || score > best) {
          best = score;
          bestIndex = chunk;
        }
        total = Math.fround(total + score);
        chunk++;
        compared++;
      }
      f64[statistics >> 3] = sum;
      f64[(statistics >> 3) + 1] = squares;
      i32[(statistics >> 2) + 4] = memories;
      i32[(statistics >> 2) + 5] = compared;
    },

    norms(block, from, to, stride) {
      const { i8, f32 } = views;
      for (let row = from; row < to; row++) {
        const start = block + row * stride;
        f32[((block + BLOCK_ROWS * stride) >> 2) + row] = inverseNorm(i8.subarray(start, start + stride));
      }
    },

    signs(block, rows, stride, signBlock) {
      const { i8, u8 } = views;
      for (let byte = 0; byte < (rows * stride) / 8; byte++) {
        let bits = 0;
        for (let bit = 0; bit < 8; bit++) if (i8[block + byte * 8 + bit]! < 0) bits |= 1 << bit;
        u8[signBlock + byte] = bits;
      }
    },

    nearestSigns(table, signTable, rows, stride, querySigns, allowed, size, distances, histogram, candidates, limit) {
      const { u16, u32, i32 } = views;
      const bytes = stride / 8;
      let beyond = stride + 1;
      let found = 0;
      for (let row = 0; row < rows; row++) {
        const blockIndex = Math.floor(row / BLOCK_ROWS);
        const inBlock = row % BLOCK_ROWS;
        const distance = hamming(views, u32[(signTable >> 2) + blockIndex]! + inBlock * bytes, querySigns, bytes);
        if (distance >= beyond) continue;
        const owners = (u32[(table >> 2) + blockIndex]! + BLOCK_ROWS * (stride + 4)) >> 2;
        if (!visible(views, i32[owners + inBlock]!, allowed, size)) continue;
        u16[(distances >> 1) + found] = distance;
        u32[(candidates >> 2) + found++] = row;
        if (found < 2 * limit) continue;
        beyond = keepNearest(views, distances, histogram, candidates, found, limit, stride);
        found = limit;
      }
      if (found > limit) keepNearest(views, distances, histogram, candidates, found, limit, stride);
      return Math.min(found, limit);
    },
  };
}
