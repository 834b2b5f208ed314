/** Which rows match at all (F8): by a word, by a cosine at or above the floor, or as a candidate of another arm. */
import { noScores, type Retrieved } from './arms/arm.ts';
import type { SearchPlan } from './stages.ts';

/** `total` counts keyword matches and semantic hits above the floor. One pass: five took three times as long over 100,000 rows. */
export function matchesOf(plan: SearchPlan, found: Retrieved): { matched: Uint32Array; total: number } {
  const { browse, settings, scopes } = plan;
  const { size } = scopes.visible;
  const { returnable } = scopes;
  const { excluded } = found;
  const words = found.keyword?.scores ?? noScores(size);
  const cosines = found.semantic?.scores ?? noScores(size);
  const lowest = settings.minSimilarity ?? plan.semantic?.profile.floor ?? -1;
  const floor = found.semantic === null ? Number.POSITIVE_INFINITY : lowest;
  const candidates = candidatesOf(found, size);
  const rows = plan.arrays.uint32(size);
  let count = 0;
  let total = 0;
  for (let at = 0; at < size; at++) {
    if (returnable !== null && returnable[at] !== 1) continue;
    if (excluded !== null && excluded[at] !== 0) continue;
    if (browse || words[at]! > 0 || cosines[at]! >= floor) total++;
    else if (candidates === null || candidates[at] === 0) continue;
    rows[count++] = at;
  }
  return { matched: rows.subarray(0, count), total };
}

/** `[size]` 1 = found by an arm of its own kind; null where those found nothing. */
function candidatesOf({ tags, links, conversation }: Retrieved, size: number): Uint8Array | null {
  let candidates: Uint8Array | null = null;
  for (const arm of [tags, links, conversation]) {
    if (arm === null || arm.count === 0) continue;
    candidates ??= new Uint8Array(size);
    for (let at = 0; at < size; at++) if (arm.scores[at]! > 0) candidates[at] = 1;
  }
  return candidates;
}
