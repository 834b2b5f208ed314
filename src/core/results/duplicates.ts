/** Near-duplicates folded into their best hit (DESIGN V9, C5). What counts as the same is the caller's test. */

export interface DuplicateGroup {
  /** Position of the hit that stays: the best of its group. */
  leader: number;
  /** Positions folded into it, best first. */
  members: number[];
}

/**
 * @param count positions 0…count−1, best first
 * @param same asked of a leader and a later position; need not be transitive
 */
export function groupDuplicates(count: number, same: (leader: number, later: number) => boolean): DuplicateGroup[] {
  const groups: DuplicateGroup[] = [];
  for (let position = 0; position < count; position++) {
    const home = groups.find((group) => same(group.leader, position));
    if (home) home.members.push(position);
    else groups.push({ leader: position, members: [] });
  }
  return groups;
}

/** Short texts are all near one another by cosine, so they must share words too. UTF-16 units. */
export const SHORT_TEXT = 200;
/** Shared words of all words, 0–1, from which two short texts say the same. */
export const LEAST_OVERLAP = 0.6;

/** Jaccard overlap of the two texts' distinct words, 0–1. */
export function wordOverlap(left: string, right: string): number {
  const a = distinctWords(left);
  const b = distinctWords(right);
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

function distinctWords(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}
