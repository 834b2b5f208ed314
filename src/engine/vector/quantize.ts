/**
 * Rows become int8 with one symmetric scale. A query becomes int16, because the kernel multiplies 16-bit lanes anyway.
 * Products are divided by the norms of the *quantized* vectors, so cosines are within [−1, 1] even if components were
 * clipped.
 */

import { VECTOR_SCALE } from '../../core/vector-scale.ts';

/** Largest magnitude of a row's component. −128 is never used, so negation is exact. */
const ROW_LIMIT = 127;
const INT32_MAX = 2 ** 31 - 1;

/** Quantizes a finite unit vector: `round(component × VECTOR_SCALE)`, clipped to ±127. */
export function quantize(vector: Float32Array): Int8Array {
  const row = new Int8Array(vector.length);
  for (let i = 0, { length } = vector; i < length; i++) {
    row[i] = Math.max(-ROW_LIMIT, Math.min(ROW_LIMIT, Math.round(vector[i]! * VECTOR_SCALE)));
  }
  return row;
}

export interface QuantizedQuery {
  /** `[dims]`. */
  components: Int16Array;
  /** float32 of 1 / ‖components‖, or 0 for the zero vector, so that its cosines are 0. */
  inverseNorm: number;
}

/** Uses the whole range in which `|Σ row·query| < 2³¹` for any row: `⌊(2³¹ − 1) / (127 · dims)⌋`, at most 32,767. */
export function quantizeQuery(query: Float32Array): QuantizedQuery {
  const range = Math.min(32_767, Math.floor(INT32_MAX / (ROW_LIMIT * Math.max(1, query.length))));
  let largest = 0;
  for (let i = 0, { length } = query; i < length; i++) largest = Math.max(largest, Math.abs(query[i]!));
  const scale = largest > 0 && Number.isFinite(largest) ? range / largest : 0;
  const components = new Int16Array(query.length);
  for (let i = 0, { length } = query; i < length; i++) components[i] = Math.round(query[i]! * scale);
  return { components, inverseNorm: inverseNorm(components) };
}

/** Returns the float32 of 1 / ‖v‖, or 0 for the zero vector. */
export function inverseNorm(components: Int8Array | Int16Array): number {
  let sum = 0;
  for (let i = 0, { length } = components; i < length; i++) sum += components[i]! * components[i]!;
  return sum === 0 ? 0 : Math.fround(1 / Math.sqrt(sum));
}
