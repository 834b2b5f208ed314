/** What each option means is in `option-table.ts`, because no worker needs those texts. */
import { FACET_NAMES } from '../filter/filters.ts';
import { ARMS, type SearchSettings, type SearchTuning } from './options.ts';

export type OptionKind = 'integer' | 'number' | 'boolean' | 'string' | 'choice' | 'choices' | 'weights' | 'object';

export interface OptionRule {
  name: keyof SearchSettings | keyof SearchTuning;
  kind: OptionKind;
  /** Null if there's no fixed default. */
  default: number | boolean | string | readonly string[] | null;
  min?: number;
  max?: number;
  values?: readonly string[];
}

const MAX_OFFSET = 1_000_000_000;

export const OPTION_RULES = [
  { name: 'limit', kind: 'integer', default: 10, min: 1, max: 100 },
  { name: 'offset', kind: 'integer', default: 0, min: 0, max: MAX_OFFSET },
  { name: 'alpha', kind: 'number', default: null, min: 0, max: 1 },
  { name: 'modes', kind: 'choices', default: null, values: ARMS },
  { name: 'filters', kind: 'object', default: null },
  { name: 'viewer', kind: 'object', default: null },
  { name: 'session', kind: 'string', default: null },
  { name: 'typoTolerance', kind: 'boolean', default: true },
  { name: 'groupDuplicates', kind: 'boolean', default: true },
  { name: 'sort', kind: 'choice', default: 'relevance', values: ['relevance', 'newest', 'updated', 'oldest', 'title'] },
  { name: 'facets', kind: 'choices', default: [], values: FACET_NAMES },
  { name: 'includeImages', kind: 'boolean', default: false },
  { name: 'explain', kind: 'boolean', default: false },
  { name: 'rerank', kind: 'boolean', default: false },
] as const satisfies readonly OptionRule[];

export const TUNING_RULES = [
  { name: 'alphaStrategy', kind: 'choice', default: 'auto', values: ['auto', 'corpus', 'query'] },
  { name: 'fusion', kind: 'choice', default: 'rrf', values: ['rrf', 'linear'] },
  { name: 'k', kind: 'number', default: 60, min: 1, max: 1000 },
  { name: 'evidence', kind: 'choice', default: 'standard', values: ['standard', 'none'] },
  { name: 'scale', kind: 'choice', default: 'minmax', values: ['minmax', 'none'] },
  { name: 'weights', kind: 'weights', default: null, min: 0, max: 100 },
  { name: 'candidates', kind: 'integer', default: 20, min: 1, max: 1000 },
  { name: 'minSimilarity', kind: 'number', default: null, min: -1, max: 1 },
  { name: 'recencyDecay', kind: 'number', default: 0, min: 0, max: 1 },
  { name: 'recencyFloor', kind: 'number', default: 0.5, min: 0, max: 1 },
  { name: 'includeConversation', kind: 'boolean', default: true },
  { name: 'includeStored', kind: 'boolean', default: true },
  { name: 'window', kind: 'integer', default: 50, min: 1, max: 500 },
  { name: 'threadContext', kind: 'number', default: 0.3, min: 0, max: 1 },
  { name: 'feedback', kind: 'number', default: 0.3, min: 0, max: 1 },
  { name: 'prefix', kind: 'boolean', default: true },
  { name: 'exactFirst', kind: 'boolean', default: true },
  { name: 'now', kind: 'number', default: null, min: -8.64e15, max: 8.64e15 },
] as const satisfies readonly OptionRule[];
