/** One long proof: what it does. What it finds: `scripts/soak-report.ts`. */
import type { Verdict } from '../../scripts/soak-report.ts';

export interface Proof {
  name: string;
  what: string;
  /** Minutes that it takes on two idle cores at its full size, roughly. */
  minutes: number;
  /** @param share of the full size, 0–1 */
  run(share: number, log: (line: string) => void): Promise<Verdict>;
}

export const scaled = (full: number, share: number, least = 1): number => Math.max(least, Math.round(full * share));
