/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours, no place edited twice. */

/** Three rows of the table: a swap looks back two. Grown to the longest word that was compared. */
let rows: [Uint8Array, Uint8Array, Uint8Array] = rowsOf(64);

function rowsOf(length: number): [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(length), new Uint8Array(length), new Uint8Array(length)];
}

/**
 * Edits in code units from `a` to `b`; `most + 1` for all that are further apart.
 * @param most 0–250; the time is proportional to `most` × the shorter length
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let start = 0;
  let n = a.length;
  let m = b.length;
  while (n > start && m > start && a.charCodeAt(n - 1) === b.charCodeAt(m - 1)) {
    n -= 1;
    m -= 1;
  }
  while (start < n && start < m && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  n -= start;
  m -= start;
  if (n === 0 || m === 0) return n + m;

  // One cell of margin on either side of the band, so that no neighbour has to be checked for being in it.
  if (rows[0].length < m + 2) rows = rowsOf(m + 64);
  let [before, above, row] = rows;
  const far = most + 1;
  for (let j = 0; j <= m; j += 1) above[j] = Math.min(far, j);
  for (let i = 1; i <= n; i += 1) {
    const unit = a.charCodeAt(start + i - 1);
    const from = Math.max(1, i - most);
    const to = Math.min(m, i + most);
    row[from - 1] = from === 1 ? Math.min(far, i) : far;
    let nearest = row[from - 1] as number;
    for (let j = from; j <= to; j += 1) {
      const other = b.charCodeAt(start + j - 1);
      let edits = (above[j - 1] as number) + (unit === other ? 0 : 1);
      edits = Math.min(edits, (above[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && unit === b.charCodeAt(start + j - 2) && other === a.charCodeAt(start + i - 2))
        edits = Math.min(edits, (before[j - 2] as number) + 1);
      row[j] = Math.min(far, edits);
      if (edits < nearest) nearest = edits;
    }
    if (to < m) row[to + 1] = far;
    if (nearest > most) return far;
    const oldest = before;
    before = above;
    above = row;
    row = oldest;
  }
  return above[m] as number;
}
