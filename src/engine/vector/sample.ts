import type { Ordinal } from '../../core/record/memory.ts';

/** A hash chooses the ordinals, so that no regular pattern can skew the sample. */
export function sampleOrdinals(
  wanted: number,
  visible: number,
  size: number,
  isVisible: (ordinal: number) => boolean,
): Ordinal[] {
  const stride = Math.max(1, Math.floor(visible / wanted));
  const sample: Ordinal[] = [];
  let seen = 0;
  let chosen = 0;
  for (let ordinal = 0; ordinal < size; ordinal++) {
    if (!isVisible(ordinal)) continue;
    if (seen % stride === 0) chosen = seen + (scramble(seen) % stride);
    if (seen === chosen) sample.push(ordinal as Ordinal);
    seen++;
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
