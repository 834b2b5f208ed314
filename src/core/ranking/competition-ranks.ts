/**
 * A radix sort in three passes: the bits of positive floats are ordered like their values. A comparison sort with
 * bisection took several times as long, and a search may have to rank every row of every arm.
 */
import { shortlist } from './shortlist.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;

/** A call reads only what it wrote itself. */
const low = new Uint32Array(DIGITS);
const middle = new Uint32Array(DIGITS);
const high = new Uint32Array(DIGITS);
let rows = new Uint32Array(0);
let spare = new Uint32Array(0);

/**
 * Ranks the values from 1, the greatest first. Equal values share a rank. Values that are 0, negative or NaN get 0.
 * @param ranks written to; must contain zeros, or ranks of the same values
 */
export function competitionRanks(
  values: Float32Array,
  ranks: Uint32Array = new Uint32Array(values.length),
): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  if (rows.length < values.length) {
    // Each search has a few more rows while memories are added.
    rows = new Uint32Array(2 * values.length);
    spare = new Uint32Array(2 * values.length);
  }
  const count = collectPositive(values, bits);
  if (count === 0) return ranks;
  scatter(rows, spare, count, bits, 0, low);
  scatter(spare, rows, count, bits, DIGIT_BITS, middle);
  scatter(rows, spare, count, bits, 2 * DIGIT_BITS, high);
  assignRanks(count, bits, ranks);
  return ranks;
}

/**
 * Ranks only the `count` greatest values, those equal to the last of them, and a few more, in less than half of the
 * time. The others stay 0. Returns the ranked rows, ascending.
 * @param values none below 0
 */
export function firstRanks(values: Float32Array, count: number, ranks: Uint32Array): Uint32Array {
  const first = shortlist(values, count);
  // The shortlist includes every value that's greater than a selected one.
  const own = competitionRanks(Float32Array.from(first, (row) => values[row]!));
  for (const [at, row] of first.entries()) ranks[row] = own[at]!;
  return first;
}

function collectPositive(values: Float32Array, bits: Uint32Array): number {
  low.fill(0);
  middle.fill(0);
  high.fill(0);
  const into = rows;
  let count = 0;
  for (let row = 0, { length } = values; row < length; row++) {
    if (!(values[row]! > 0)) continue;
    const key = bits[row]!;
    into[count++] = row;
    low[key & DIGIT_MASK]!++;
    middle[(key >>> DIGIT_BITS) & DIGIT_MASK]!++;
    high[key >>> (2 * DIGIT_BITS)]!++;
  }
  return count;
}

function scatter(
  from: Uint32Array,
  to: Uint32Array,
  count: number,
  bits: Uint32Array,
  shift: number,
  counts: Uint32Array,
): void {
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const many = counts[digit]!;
    counts[digit] = place;
    place += many;
  }
  for (let at = 0; at < count; at++) {
    const row = from[at]!;
    to[counts[(bits[row]! >>> shift) & DIGIT_MASK]!++] = row;
  }
}

/** Reads the rows from `spare`, where `scatter` has sorted them by ascending value. */
function assignRanks(count: number, bits: Uint32Array, ranks: Uint32Array): void {
  const ascending = spare;
  let rank = 0;
  let before = 0;
  for (let at = count - 1; at >= 0; at--) {
    const row = ascending[at]!;
    const key = bits[row]!;
    if (key !== before) rank = count - at;
    before = key;
    ranks[row] = rank;
  }
}
