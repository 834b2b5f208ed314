export interface Interval {
  mean: number;
  low: number;
  high: number;
}

const RESAMPLES = 1000;

/** The 95 % percentile interval of the mean of `a[i] − b[i]`, by paired bootstrap (Efron 1979). */
export function pairedBootstrap(a: readonly number[], b: readonly number[]): Interval {
  if (a.length !== b.length) throw new RangeError(`paired lists of ${a.length} and ${b.length}`);
  const differences = a.map((value, at) => value - b[at]!);
  const size = differences.length;
  if (size === 0) return { mean: 0, low: 0, high: 0 };
  const random = mulberry32(1);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < size; drawn++) sum += differences[Math.floor(random() * size)]!;
    return sum / size;
  }).sort((x, y) => x - y);
  const mean = differences.reduce((sum, value) => sum + value, 0) / size;
  return { mean, low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.ceil(RESAMPLES * 0.975) - 1]! };
}

/** Returns a generator of pseudorandom numbers in [0, 1) (mulberry32, public domain). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
