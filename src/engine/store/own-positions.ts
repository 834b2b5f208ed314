/** Positions of the change log that this tab wrote, including those still committing. */
import type { Change } from './memory-store.ts';

interface Range {
  from: number;
  to: number;
}

/** As far as a tab may be behind the change log and still read on. */
const KEPT_RANGES = 20_000;

export class OwnPositions {
  readonly #committing = new Set<Range>();
  /** Ascending. Adjacent ranges are merged. */
  readonly #committed: Range[] = [];

  /** A transaction is about to commit these. Returns the argument for `settle`. */
  add(changes: readonly Change[]): Range | undefined {
    if (changes.length === 0) return undefined;
    const range = { from: changes[0]!.seq, to: changes.at(-1)!.seq };
    this.#committing.add(range);
    return range;
  }

  settle(range: Range | undefined, committed: boolean): void {
    if (!range || !this.#committing.delete(range) || !committed) return;
    const last = this.#committed.at(-1);
    if (last && last.to + 1 === range.from) last.to = range.to;
    else this.#committed.push(range);
    if (this.#committed.length > KEPT_RANGES) this.#committed.shift();
  }

  has(seq: number): boolean {
    const holds = ({ from, to }: Range): boolean => from <= seq && seq <= to;
    const nearest = this.#committed.findLast(({ from }) => from <= seq);
    return (nearest !== undefined && holds(nearest)) || [...this.#committing].some(holds);
  }
}
