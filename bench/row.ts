export interface Row {
  what: string;
  measured: string;
  target: string;
  /** A lower bound, or the parts of which the result consists. Measured where possible. */
  bound: string;
  peer: string;
  /** Null if there's no target. */
  met: boolean | null;
}

/** Nearest rank, `share` 0–1. NaN if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function ms(value: number): string {
  return value >= 1_000 ? `${(value / 1_000).toFixed(2)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/** The fastest shows the cost when nothing else runs. */
export const spread = (times: readonly number[], high = 0.95): string =>
  `${ms(quantile(times, 0.5))} / ${ms(quantile(times, high))} (fastest ${ms(Math.min(...times))})`;

export const withoutModel = (
  { arm, fusion }: { arm: readonly number[]; fusion: readonly number[] },
  reads: readonly number[],
): string =>
  `medians of its parts: keyword arm ${ms(median(arm))}, fusion and ranking ${ms(median(fusion))}; the rest is comparing vectors, marks, messages, and reading a page of texts: ${readsOf(reads)}`;

export const readsOf = (reads: readonly number[]): string =>
  `12 records from the database alone ${ms(median(reads))} / ${ms(quantile(reads, 0.95))}`;

export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

export const NONE = '–';
