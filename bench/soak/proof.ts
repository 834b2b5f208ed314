/** One long proof: what it does, what it found, whether that is what was promised. */
export interface Verdict {
  ok: boolean;
  /** Stopped before its full size, without a fault so far. */
  partial?: boolean;
  /** One line with the figures. */
  finding: string;
  /** Further lines for the report. */
  details?: string[];
}

export interface Proof {
  name: string;
  what: string;
  /** Minutes that it takes on two idle cores at its full size, roughly. */
  minutes: number;
  /** @param share of the full size, 0–1 */
  run(share: number, log: (line: string) => void): Promise<Verdict>;
}

export const scaled = (full: number, share: number, least = 1): number => Math.max(least, Math.round(full * share));
