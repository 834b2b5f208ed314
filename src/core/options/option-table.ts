/** The reference's tables of options are generated from this table, and a page can build forms from it. */
import { OPTION_RULES, type OptionRule, TUNING_RULES } from './option-rules.ts';

export interface OptionEntry extends OptionRule {
  meaning: string;
}

const MEANINGS: { readonly [name in (typeof OPTION_RULES)[number]['name']]: string } = {
  limit: 'Hits per page.',
  offset: 'Hits to skip.',
  alpha: 'Weight of the semantic arm: 0 is keywords only, 1 is meaning only. If omitted, it is chosen for each query.',
  modes: 'Arms to search. If omitted, every available arm.',
  filters: 'Conditions that a memory must meet to be searched.',
  viewer: 'The person who searches, which decides which memories are visible. If omitted, all are.',
  session: 'The current conversation, whose last messages are searched. It does not filter.',
  typoTolerance: 'If a word matches nothing, search for similar spellings, and for compounds with it.',
  groupDuplicates: 'Show near-duplicates as one hit.',
  sort: 'Order of the hits.',
  facets: 'Facets to count over the matches.',
  includeImages: 'Return the bytes of images with the hits.',
  explain: 'Return timings, counts and the query plan as `stats`.',
  rerank: 'Rerank the best hits with a cross-encoder.',
};

const TUNING_MEANINGS: { readonly [name in (typeof TUNING_RULES)[number]['name']]: string } = {
  alphaStrategy:
    'How `alpha` is chosen if omitted: from the query and what the model knows of its words (`auto`), the size of the store (`corpus`), or the form of the query (`query`).',
  fusion: 'How the arms are combined: reciprocal rank fusion, or a weighted sum of scores.',
  k: 'Rank constant of reciprocal rank fusion.',
  evidence:
    'Whether ranks are weighted by how strong an arm’s evidence is. `none` is reciprocal rank fusion as published.',
  scale: 'For `linear`: scale scores to 0–1 for each query, or use them unscaled.',
  weights: 'Weight of each arm. If you omit an arm, its weight is computed for each query.',
  candidates: 'Lowest number of candidates per arm.',
  minSimilarity: 'Lowest cosine of a hit that is found only by meaning. If omitted, the model’s own floor.',
  recencyDecay: 'λ of the recency factor e^(−λ·days since the last update). 0 turns it off.',
  recencyFloor: 'Lowest recency factor, so that old memories can still be found.',
  includeConversation: 'Search messages of conversations.',
  includeStored: 'Search memories other than messages.',
  window: 'Number of the session’s last messages to search.',
  threadContext: 'How much of the evidence of its stronger neighbour a message in a thread gets (γ). 0 turns it off.',
  feedback: 'Strength of pseudo-relevance feedback (β, as in Rocchio). 0 turns it off.',
  prefix: 'Treat the last word of the query as the beginning of a word.',
  exactFirst: 'If the query has an identifier or a quoted phrase, rank hits that contain it first.',
  now: 'The time to use as now, in milliseconds since the epoch. If omitted, the clock.',
};

export const OPTION_TABLE: readonly OptionEntry[] = OPTION_RULES.map((rule) => ({
  ...rule,
  meaning: MEANINGS[rule.name],
}));

export const TUNING_TABLE: readonly OptionEntry[] = TUNING_RULES.map((rule) => ({
  ...rule,
  meaning: TUNING_MEANINGS[rule.name],
}));
