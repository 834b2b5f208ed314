/** Which rows match at all (F8): by a word, by a cosine at or above the floor, or as a candidate of another arm. */
import type { Found, SearchPlan } from './stages.ts';

/** @returns with `total`, how many match by a word or a cosine: what is counted for people */
export function matchesOf(plan: SearchPlan, found: Found): { matched: Uint32Array; total: number } {
  const { browse } = plan;
  const { visible, returnable } = plan.scopes;
  const { tags, links, conversation, excluded } = found;
  const others = [tags, links, conversation].flatMap((arm) => (arm !== null && arm.count > 0 ? [arm.scores] : []));
  const floor = plan.settings.minSimilarity ?? plan.semantic?.profile.floor ?? -1;
  const cosines = found.semantic?.scores ?? null;
  const words = found.keyword?.scores ?? null;
  const rows = new Uint32Array(visible.size);
  let count = 0;
  let total = 0;
  for (let at = 0; at < rows.length; at++) {
    const counted = browse || (words !== null && words[at]! > 0) || (cosines !== null && cosines[at]! >= floor);
    if (!counted && !others.some((scores) => scores[at]! > 0)) continue;
    if ((returnable !== null && returnable[at] !== 1) || (excluded !== null && excluded[at] !== 0)) continue;
    if (counted) total++;
    rows[count++] = at;
  }
  return { matched: rows.subarray(0, count), total };
}
