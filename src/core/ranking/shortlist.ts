/**
 * The rows among which the greatest values are, so that an order of several numbers is asked of hundreds of rows and not
 * of a hundred thousand: of those the heap alone took a fifth of what follows the arms.
 */

/** Exponent and five bits of mantissa of a float32: buckets of equal values to one part in thirty-two. */
const BUCKET_SHIFT = 18;
const BUCKETS = 1 << (31 - BUCKET_SHIFT);

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const counts = new Uint32Array(BUCKETS);

/**
 * @param values by row; below 0 they count as 0
 * @returns rows in the given order: the `count` greatest, all of equal value, and a few more
 */
export function shortlist(rows: Uint32Array, values: Float32Array | Float64Array, count: number): Uint32Array {
  if (rows.length <= count) return rows;
  counts.fill(0);
  for (let at = 0; at < rows.length; at++) counts[bucketOf(values[rows[at]!]!)]!++;
  let cut = BUCKETS;
  let held = 0;
  while (held < count && cut > 0) held += counts[--cut]!;
  const listed = new Uint32Array(held);
  let next = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    if (bucketOf(values[row]!) >= cut) listed[next++] = row;
  }
  return listed;
}

/** Never less for a greater value. */
function bucketOf(value: number): number {
  if (!(value > 0)) return 0;
  float[0] = value;
  return bits[0]! >>> BUCKET_SHIFT;
}
