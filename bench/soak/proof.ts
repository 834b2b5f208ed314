import type { Verdict } from '../../scripts/soak-report.ts';

export interface Proof {
  name: string;
  what: string;
  /** Estimated minutes at full size on two idle cores. */
  minutes: number;
  /** @param share of the full size, 0–1 */
  run(share: number, log: (line: string) => void): Promise<Verdict>;
}

export const scaled = (full: number, share: number, least = 1): number => Math.max(least, Math.round(full * share));

/** Returns, for example, `renderer 44, engine worker 43`. */
export const listed = (counts: { readonly [name: string]: number }): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
    .join(', ') || 'none';
