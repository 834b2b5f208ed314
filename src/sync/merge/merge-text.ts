import { diff3Merge } from 'node-diff3';

/** Most pairs of equal lines. With more (empty lines, table rulings), diff3 takes minutes and matches wrong lines. */
const MAX_PAIRS = 1_000_000;

/** Returns null if both sides changed the same place, or the texts are too repetitive. */
export function mergeText(base: string, left: string, right: string): string | null {
  const [baseLines, leftLines, rightLines] = [linesOf(base), linesOf(left), linesOf(right)];
  if (pairs(baseLines, leftLines) > MAX_PAIRS || pairs(baseLines, rightLines) > MAX_PAIRS) return null;
  const merged: string[] = [];
  for (const region of diff3Merge(leftLines, baseLines, rightLines, { excludeFalseConflicts: true })) {
    if (!region.ok) return null;
    for (const line of region.ok) merged.push(line);
  }
  return merged.join('');
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

function pairs(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  return right.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}
