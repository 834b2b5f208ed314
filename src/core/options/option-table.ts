/** Forms and the reference's tables are generated from it. */
import { OPTION_RULES, type OptionRule, TUNING_RULES } from './option-rules.ts';

export interface OptionEntry extends OptionRule {
  meaning: string;
}

const MEANINGS: { readonly [name in (typeof OPTION_RULES)[number]['name']]: string } = {
  limit: 'Hits a page.',
  offset: 'Hits to skip.',
  alpha: 'Weight of the semantic arm; 0 is keywords only, 1 meaning only. Not given: it is chosen for each query.',
  modes: 'Arms to ask. Not given: every arm that is available.',
  filters: 'Which memories are searched at all.',
  viewer: 'Who searches. Not given: everything is visible.',
  session: 'The conversation that is going on; not a filter.',
  typoTolerance: 'Look up words that match nothing fuzzily.',
  groupDuplicates: 'Show near-duplicates as one hit.',
  sort: 'Order of the hits.',
  facets: 'Counts to make over the matches.',
  includeImages: 'Return the bytes of images with the hits.',
  explain: 'Return times, counts and the plan as `stats`.',
  rerank: 'Rerank the best hits by a cross-encoder afterwards.',
};

const TUNING_MEANINGS: { readonly [name in (typeof TUNING_RULES)[number]['name']]: string } = {
  alphaStrategy:
    'How α is chosen: by what the model knows of the query, by the size of the store, or by the query’s form.',
  fusion: 'Reciprocal ranks, or a weighted sum of scores.',
  k: 'Rank constant of reciprocal rank fusion.',
  evidence: 'Whether ranks are weighted by how sure an arm is; `none` is reciprocal rank fusion as published.',
  scale: 'For `linear`: scores scaled to 0–1 for each query, or taken as they are.',
  weights: 'Weight of each arm; an arm left out keeps its rule.',
  candidates: 'Candidates of each arm, at least.',
  minSimilarity: 'Lowest cosine of hits found by meaning alone. Not given: the model’s own floor.',
  recencyDecay: 'λ of the recency factor e^(−λ·days since the update); 0 is off.',
  recencyFloor: 'Lowest recency factor, so that old memories do not vanish.',
  includeConversation: 'Search messages of conversations.',
  includeStored: 'Search memories other than messages.',
  window: 'Messages of the session that are considered.',
  threadContext: 'γ: share of its stronger neighbour’s evidence that a message of a thread gets.',
  feedback: 'β: how far candidates are drawn to what the first ones share and the middling ones do not; 0 is off.',
  prefix: 'Match the beginning of words for the last word.',
  exactFirst: 'In queries for identifiers and quotations, hits that contain them come first.',
  now: 'The present, in milliseconds since the epoch. Not given: the clock.',
};

export const OPTION_TABLE: readonly OptionEntry[] = OPTION_RULES.map((rule) => ({
  ...rule,
  meaning: MEANINGS[rule.name],
}));

export const TUNING_TABLE: readonly OptionEntry[] = TUNING_RULES.map((rule) => ({
  ...rule,
  meaning: TUNING_MEANINGS[rule.name],
}));
