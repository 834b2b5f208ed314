import { competitionRanks } from './competition-ranks.ts';
import { shortlist } from './shortlist.ts';
import { topK } from './top-k.ts';

/** What an arm found that finds few memories: tags, links and conversation. Nothing in it is as long as the store. */
export class CandidateList {
  /** Ascending. */
  readonly rows: Uint32Array;
  /** `[rows]` 0–1. */
  readonly scores: Float32Array;
  /** `[rows]` from 1, by score unless the arm has its own order. 0 for a score of 0. */
  readonly ranks: Uint32Array;

  constructor(rows: Uint32Array, scores: Float32Array, ranks = competitionRanks(scores)) {
    this.rows = rows;
    this.scores = scores;
    this.ranks = ranks;
  }

  static of(scores: ReadonlyMap<number, number>): CandidateList {
    const rows = Uint32Array.from(scores.keys()).sort();
    return new CandidateList(
      rows,
      Float32Array.from(rows, (row) => scores.get(row)!),
    );
  }

  /**
   * Closes the gaps in the ranks.
   * @param excluded `[size]` 1 = leave the row out
   */
  without(excluded: Uint8Array | null): CandidateList {
    if (excluded === null) return this;
    const kept = [...this.rows.keys()].filter((at) => excluded[this.rows[at]!] !== 1);
    const last = this.ranks.reduce((most, rank) => Math.max(most, rank), 0);
    const order = Float32Array.from(kept, (at) => (this.ranks[at] === 0 ? 0 : last + 1 - this.ranks[at]!));
    return new CandidateList(
      Uint32Array.from(kept, (at) => this.rows[at]!),
      Float32Array.from(kept, (at) => this.scores[at]!),
      competitionRanks(order),
    );
  }

  /** Returns the row's index, −1 if it isn't a candidate. */
  indexOf(row: number): number {
    let from = 0;
    let to = this.rows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rows[middle]! < row) from = middle + 1;
      else to = middle;
    }
    return this.rows[from] === row ? from : -1;
  }

  /** Returns rows with the `count` greatest scores. */
  best(count: number): number[] {
    const order = (a: number, b: number): number => this.scores[b]! - this.scores[a]! || a - b;
    return topK(shortlist(this.scores, count), count, order).map((at) => this.rows[at]!);
  }

  scoreOf(row: number): number {
    return this.scores[this.indexOf(row)] ?? 0;
  }
}
