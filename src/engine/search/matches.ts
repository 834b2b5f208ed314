/** Which rows match at all (F8): by a word, by a cosine at or above the floor, or as a candidate of another arm. */
import type { Found, SearchPlan } from './stages.ts';

/** Found by an arm of its own kind only. */
const FOUND = 1;
/** A keyword match or a semantic hit above the floor: what `total` counts. */
const COUNTED = 2;

export function matchesOf(plan: SearchPlan, found: Found): { matched: Uint32Array; total: number } {
  const { size } = plan.scopes.visible;
  const { keyword, semantic, tags, links, conversation, excluded } = found;
  const state = new Uint8Array(size).fill(plan.browse ? COUNTED : 0);
  for (const arm of [tags, links, conversation]) if (arm !== null && arm.count > 0) markAbove(state, arm.scores, FOUND);
  const floor = plan.settings.minSimilarity ?? plan.semantic?.profile.floor ?? -1;
  if (semantic !== null) markFrom(state, semantic.scores, floor, COUNTED);
  if (keyword !== null) markAbove(state, keyword.scores, COUNTED);
  if (plan.scopes.returnable !== null) keepWhere(state, plan.scopes.returnable, 1);
  if (excluded !== null) keepWhere(state, excluded, 0);
  const rows = new Uint32Array(size);
  let count = 0;
  let total = 0;
  for (let at = 0; at < size; at++) {
    if (state[at] === 0) continue;
    if (state[at] === COUNTED) total++;
    rows[count++] = at;
  }
  return { matched: rows.subarray(0, count), total };
}

function markAbove(state: Uint8Array, scores: Float32Array, mark: number): void {
  for (let at = 0, { length } = state; at < length; at++) if (scores[at]! > 0) state[at] = mark;
}

function markFrom(state: Uint8Array, scores: Float32Array, floor: number, mark: number): void {
  for (let at = 0, { length } = state; at < length; at++) if (scores[at]! >= floor) state[at] = mark;
}

function keepWhere(state: Uint8Array, flags: Uint8Array, flag: number): void {
  for (let at = 0, { length } = state; at < length; at++) if (flags[at] !== flag) state[at] = 0;
}
