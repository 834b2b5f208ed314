/** The fixed sample of memories that stands for all of them where not all are compared (DESIGN F1). Pure. */
import type { Ordinal } from '../../core/record/memory.ts';

/**
 * One ordinal from each of equal strides, at a place that a hash chooses (so that no regular pattern of filtered rows
 * can hide from it), if it is visible: about `wanted` of the visible ones, always the same for the same store.
 * @param visible How many of the `size` ordinals are visible.
 */
export function sampleOrdinals(
  wanted: number,
  visible: number,
  size: number,
  isVisible: (ordinal: number) => boolean,
): Ordinal[] {
  const stride = Math.max(1, Math.floor(visible / wanted));
  const sample: Ordinal[] = [];
  for (let start = 0; start < size; start += stride) {
    const ordinal = start + (scramble(start) % stride);
    if (ordinal < size && isVisible(ordinal)) sample.push(ordinal as Ordinal);
  }
  return sample;
}

/** 32-bit finalizer of MurmurHash3. */
function scramble(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
