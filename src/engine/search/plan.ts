/** What a search will do, decided before any arm runs: its words, its class, its arms (DESIGN F2, F4, F5, F9). */

import type { Arm } from '../../core/options/options.ts';
import type { ParsedQuery, QueryClassification } from '../../core/query/parsed-query.ts';
import { hasUnresolvedPronoun, isSpecific } from '../../core/ranking/reference-words.ts';
import type { Scope } from '../keyword/keyword-index.ts';
import type { SearchDeps } from './deps.ts';
import { chooseModes } from './modes.ts';
import { type SearchScopes, searchScopes, type VisibleCache } from './scope.ts';
import type { ResolvedSettings } from './settings.ts';

export interface SearchPlan {
  settings: ResolvedSettings;
  parsed: ParsedQuery;
  classification: QueryClassification;
  scopes: SearchScopes;
  now: number;
  arms: ReadonlySet<Arm>;
  degradations: string[];
  /** `alpha: 1`: nothing but meaning; operators still exclude. */
  pureSemantic: boolean;
  /** Identifiers and phrases tier the results (F5). */
  tiered: boolean;
  /** Anchors multiply the score once, in all other queries. */
  boosted: boolean;
  /** Words alone answer, and the model is asked only when they find nothing. */
  keywordsFirst: boolean;
  /** Nothing but filters was typed: everything that passes is listed, the newest first. */
  browse: boolean;
  pronoun: boolean;
  specific: boolean;
}

/** @throws HybridSearchError `no-search-modes`, `mode-unavailable`, `invalid-filter` */
export function planSearch(
  deps: SearchDeps,
  visible: VisibleCache,
  parsed: ParsedQuery,
  settings: ResolvedSettings,
  now: number,
): SearchPlan {
  const { keyword } = deps;
  const modes = chooseModes({
    requested: settings.modes,
    enabled: deps.modes,
    keyword: keyword !== null,
    semantic: deps.embedder !== null && deps.vectors !== null && deps.profile !== null,
    reasons: deps.unavailable ?? {},
  });
  const scopes = searchScopes(visible, deps.table, deps.stages, settings, parsed.filters, now);
  const classification = deps.stages.classify(parsed, frequencyIn(deps, scopes.visible), scopes.visible.count);
  const pureSemantic = settings.alpha === 1 && modes.run.has('semantic');
  const pureKeyword = settings.alpha === 0 && modes.run.has('keyword');
  const arms = new Set(modes.run);
  if (pureSemantic) for (const arm of ['keyword', 'tags', 'links', 'conversation'] as const) arms.delete(arm);
  if (pureKeyword) for (const arm of ['semantic', 'links', 'conversation'] as const) arms.delete(arm);
  if (settings.session === undefined || !settings.includeConversation) arms.delete('conversation');
  if (settings.filters?.tags !== undefined) arms.delete('tags');
  if (parsed.semanticText.trim() === '') arms.delete('semantic');
  return {
    settings,
    parsed,
    classification,
    scopes,
    now,
    arms,
    degradations: modes.degradations,
    pureSemantic,
    tiered: settings.exactFirst && classification.identifierQuery && !pureSemantic && keyword !== null,
    boosted: settings.exactFirst && !classification.identifierQuery && !pureSemantic,
    keywordsFirst: classification.pureIdentifier && arms.has('keyword') && !pureSemantic,
    browse: parsed.root === null,
    pronoun: hasUnresolvedPronoun(parsed.words),
    specific: isSpecific(parsed.words, classification.identifiers, parsed.phrases),
  };
}

/** Without a keyword index no word is known to be rare. */
function frequencyIn(deps: SearchDeps, visible: Scope): (word: string) => number {
  const { keyword } = deps;
  return keyword === null ? () => visible.count : (word) => keyword.documentFrequency(word, visible);
}
