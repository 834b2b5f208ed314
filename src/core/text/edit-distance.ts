/** Optimal string alignment distance in code units, at most `most + 1` (most: 0–250). No place is edited twice. */
export function editDistance(a: string, b: string, most: number): number {
  const far = most + 1;
  if (Math.abs(a.length - b.length) > most) return far;
  // Keeps three rows, because a swap looks back two. Everything outside the band around the diagonal is too far.
  const width = b.length + 2;
  let before = new Uint8Array(width);
  let above = new Uint8Array(width).map((_, j) => Math.min(far, j));
  let row = new Uint8Array(width);
  for (let i = 1; i <= a.length; i += 1) {
    const first = Math.max(1, i - most);
    const last = Math.min(b.length, i + most);
    let nearest = first === 1 ? Math.min(far, i) : far;
    row[first - 1] = nearest;
    row[last + 1] = far;
    for (let j = first; j <= last; j += 1) {
      let edits = Math.min(
        far,
        (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) edits = Math.min(edits, (before[j - 2] as number) + 1);
      row[j] = edits;
      nearest = Math.min(nearest, edits);
    }
    if (nearest === far) return far;
    [before, above, row] = [above, row, before];
  }
  return above[b.length] as number;
}
