/** Computes the arms' weights before empty arms drop out. Weights that the caller gives override them. */
import type { Arm } from '../options/options.ts';

export const TAG_WEIGHT = 0.3;
export const LINK_WEIGHT = 0.3;
export const CONVERSATION_WEIGHT = 0.5;
/** For "it" or "that error", whose answer is in what was just said. */
export const PRONOUN_WEIGHT = 0.6;
/** For ids, "named X" and quoted names. */
export const SPECIFIC_LINK_WEIGHT = 0.5;
export const MANY_TAGS = 3;
export const MANY_TAGS_FACTOR = 1.5;

export interface WeightFacts {
  /** 0–1, of the semantic arm. */
  alpha: number;
  unweighted: boolean;
  matchedTags: number;
  pronoun: boolean;
  specific: boolean;
}

export type Weights = { [arm in Arm]: number };

export function armWeights(facts: WeightFacts, given: { [arm in Arm]?: number } = {}): Weights {
  const tagFactor = facts.matchedTags >= MANY_TAGS ? MANY_TAGS_FACTOR : 1;
  const rules: Weights = facts.unweighted
    ? { keyword: 1, semantic: 1, tags: 1, links: 1, conversation: 1 }
    : {
        keyword: 1 - facts.alpha,
        semantic: facts.alpha,
        tags: TAG_WEIGHT * tagFactor,
        links: facts.specific ? SPECIFIC_LINK_WEIGHT : LINK_WEIGHT,
        conversation: facts.pronoun ? PRONOUN_WEIGHT : CONVERSATION_WEIGHT,
      };
  return { ...rules, ...withoutUndefined(given) };
}

function withoutUndefined(given: { [arm in Arm]?: number }): { [arm in Arm]?: number } {
  return Object.fromEntries(Object.entries(given).filter(([, weight]) => weight !== undefined));
}

/**
 * Divides the weight `total` among the live arms of `group`, in proportion to their own weights, so that a missing arm
 * doesn't lower scores. Arms that aren't live get 0.
 */
export function renormalise(weights: Weights, live: ReadonlySet<Arm>, group: readonly Arm[], total: number): Weights {
  const alive = group.reduce((sum, arm) => sum + (live.has(arm) ? weights[arm] : 0), 0);
  const scaled = { ...weights };
  for (const arm of group) scaled[arm] = live.has(arm) && alive > 0 ? (weights[arm] * total) / alive : 0;
  for (const arm of Object.keys(scaled) as Arm[]) if (!live.has(arm)) scaled[arm] = 0;
  return scaled;
}
