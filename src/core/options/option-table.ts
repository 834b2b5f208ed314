/**
 * Every search option with its type, default, range and meaning, once (DESIGN U9). `resolve-options.ts` checks against
 * this table and takes its defaults from it; the README's table and the element's attributes are generated from it.
 */
import { FACET_NAMES } from '../filter/filters.ts';
import { ARMS, type SearchSettings } from './options.ts';

export type OptionKind =
  /** A whole number within `min` and `max`. */
  | 'integer'
  /** A finite number within `min` and `max`. */
  | 'number'
  | 'boolean'
  /** A non-empty string. */
  | 'string'
  /** One of `values`. */
  | 'choice'
  /** A list of some of `values`. */
  | 'choices'
  /** An object from arms to numbers within `min` and `max`. */
  | 'weights'
  /** Checked by its own module. */
  | 'object';

export interface OptionEntry {
  name: keyof SearchSettings;
  kind: OptionKind;
  /** Null: nothing fixed; `meaning` says what holds then. */
  default: number | boolean | string | readonly string[] | null;
  min?: number;
  max?: number;
  values?: readonly string[];
  meaning: string;
}

const MAX_OFFSET = 1_000_000_000;

export const OPTION_TABLE = [
  { name: 'limit', kind: 'integer', default: 10, min: 1, max: 100, meaning: 'Hits a page.' },
  { name: 'offset', kind: 'integer', default: 0, min: 0, max: MAX_OFFSET, meaning: 'Hits to skip.' },
  {
    name: 'page',
    kind: 'integer',
    default: null,
    min: 1,
    max: 10_000_000,
    meaning: 'Page number from 1; given, it replaces `offset`.',
  },
  {
    name: 'pageSize',
    kind: 'integer',
    default: null,
    min: 1,
    max: 100,
    meaning: 'Hits a page, for use with `page`; `limit` if not given.',
  },
  {
    name: 'alpha',
    kind: 'number',
    default: null,
    min: 0,
    max: 1,
    meaning: 'Weight of the semantic arm; 0 is keywords only, 1 meaning only. Not given: `alphaStrategy` decides.',
  },
  {
    name: 'alphaStrategy',
    kind: 'choice',
    default: 'auto',
    values: ['auto', 'corpus', 'query'],
    meaning: 'How α is chosen: by what the model knows of the query, by the size of the store, or by the query’s form.',
  },
  { name: 'k', kind: 'number', default: 60, min: 1, max: 1000, meaning: 'Rank constant of reciprocal rank fusion.' },
  {
    name: 'fusion',
    kind: 'choice',
    default: 'rrf',
    values: ['rrf', 'linear'],
    meaning: 'Reciprocal ranks, or a weighted sum of scores.',
  },
  {
    name: 'evidence',
    kind: 'choice',
    default: 'standard',
    values: ['standard', 'none'],
    meaning: 'Whether ranks are weighted by how sure an arm is; `none` is reciprocal rank fusion as published.',
  },
  {
    name: 'scale',
    kind: 'choice',
    default: 'minmax',
    values: ['minmax', 'none'],
    meaning: 'For `linear`: scores scaled to 0–1 for each query, or taken as they are.',
  },
  {
    name: 'weights',
    kind: 'weights',
    default: null,
    min: 0,
    max: 100,
    meaning: 'Weight of each arm; an arm left out keeps its rule.',
  },
  {
    name: 'modes',
    kind: 'choices',
    default: null,
    values: ARMS,
    meaning: 'Arms to ask. Not given: every arm that is available.',
  },
  { name: 'filters', kind: 'object', default: null, meaning: 'Which memories are searched at all.' },
  { name: 'viewer', kind: 'object', default: null, meaning: 'Who searches. Not given: everything is visible.' },
  {
    name: 'minSimilarity',
    kind: 'number',
    default: null,
    min: -1,
    max: 1,
    meaning: 'Lowest cosine of hits found by meaning alone. Not given: the model’s own floor.',
  },
  {
    name: 'candidates',
    kind: 'integer',
    default: 20,
    min: 1,
    max: 1000,
    meaning: 'Candidates of each arm, at least.',
  },
  {
    name: 'recencyDecay',
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    meaning: 'λ of the recency factor e^(−λ·days since the update); 0 is off.',
  },
  {
    name: 'recencyFloor',
    kind: 'number',
    default: 0.5,
    min: 0,
    max: 1,
    meaning: 'Lowest recency factor, so that old memories do not vanish.',
  },
  { name: 'session', kind: 'string', default: null, meaning: 'The conversation that is going on; not a filter.' },
  { name: 'includeConversation', kind: 'boolean', default: true, meaning: 'Search messages of conversations.' },
  { name: 'includeStored', kind: 'boolean', default: true, meaning: 'Search memories other than messages.' },
  {
    name: 'window',
    kind: 'integer',
    default: 50,
    min: 1,
    max: 500,
    meaning: 'Messages of the session that are considered.',
  },
  {
    name: 'threadContext',
    kind: 'number',
    default: 0.3,
    min: 0,
    max: 1,
    meaning: 'γ: share of its stronger neighbour’s evidence that a message of a thread gets.',
  },
  { name: 'groupDuplicates', kind: 'boolean', default: true, meaning: 'Show near-duplicates as one hit.' },
  { name: 'prefix', kind: 'boolean', default: true, meaning: 'Match the beginning of words for the last word.' },
  { name: 'typoTolerance', kind: 'boolean', default: true, meaning: 'Look up words that match nothing fuzzily.' },
  {
    name: 'exactFirst',
    kind: 'boolean',
    default: true,
    meaning: 'In queries for identifiers and quotations, hits that contain them come first.',
  },
  {
    name: 'sort',
    kind: 'choice',
    default: 'relevance',
    values: ['relevance', 'newest', 'oldest', 'title'],
    meaning: 'Order of the hits.',
  },
  { name: 'facets', kind: 'choices', default: [], values: FACET_NAMES, meaning: 'Counts to make over the matches.' },
  { name: 'includeImages', kind: 'boolean', default: false, meaning: 'Return the bytes of images with the hits.' },
  { name: 'explain', kind: 'boolean', default: false, meaning: 'Return times, counts and the plan as `stats`.' },
  { name: 'rerank', kind: 'boolean', default: false, meaning: 'Rerank the best hits by a cross-encoder afterwards.' },
  {
    name: 'now',
    kind: 'number',
    default: null,
    min: -8.64e15,
    max: 8.64e15,
    meaning: 'The present, in milliseconds since the epoch. Not given: the clock.',
  },
] as const satisfies readonly OptionEntry[];
