import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import { queryLanguage } from '../../core/query/query-language.ts';
import type { SearchResponse, Understood } from '../../core/results/response.ts';
import { LANGUAGES } from '../../core/text/language.ts';
import { readsLanguage } from '../../core/text/reads-language.ts';
import type { KeywordResult } from '../keyword/keyword-index.ts';
import { candidateArms, rowArms } from './arms/arm.ts';
import type { RankedPage, SearchParts } from './contract.ts';
import { explain } from './explain.ts';
import type { CountFacets } from './facet-counter.ts';
import { hitsOf, rankedHits } from './hits.ts';
import type { Question } from './question.ts';
import type { RankedSearch } from './ranked-search.ts';
import type { ListEntry, RankedList, SearchPlan } from './stages.ts';

interface UnderstoodPlan extends Pick<SearchPlan, 'parsed' | 'semantic'> {
  classification: Pick<SearchPlan['classification'], 'class'> & { readonly identifiers: readonly string[] };
}

const MOST_WEAK = 10;

export function blankResponse(query: string, parsed: ParsedQuery, settings: ResolvedSettings): SearchResponse {
  return {
    query,
    hits: [],
    weak: [],
    count: 0,
    answerable: 0,
    embeddedShare: 0,
    total: 0,
    hasMore: false,
    fusion: settings.fusion,
    counts: {},
    modesUsed: [],
    understood: understoodOf({ parsed, classification: BLANK, semantic: null }, null, false),
    partial: false,
  };
}

function entriesOf(
  ranked: RankedSearch,
  { offset, limit }: ResolvedSettings,
): { shown: ListEntry[]; weak: ListEntry[]; hasMore: boolean } {
  const end = offset + limit;
  const { hits, weak } = ranked.list;
  return {
    shown: hits.slice(offset, end),
    weak: offset === 0 ? weak.slice(0, Math.max(MOST_WEAK, limit)) : [],
    hasMore: hits.length > end,
  };
}

export function rankedPage(parts: SearchParts, ranked: RankedSearch, settings: ResolvedSettings): RankedPage {
  const { shown, weak } = entriesOf(ranked, settings);
  return {
    hits: rankedHits(parts.table, ranked, settings, shown),
    weak: rankedHits(parts.table, ranked, settings, weak),
    answerable: ranked.scorer.answerable,
    background: ranked.scorer.background,
  };
}

/** @param cached whether the ranked list came from the cache */
export async function buildPage(
  question: Question,
  ranked: RankedSearch,
  countFacets: CountFacets,
  cached: boolean,
): Promise<SearchResponse> {
  const { parts, query, settings } = question;
  const { plan, found, ranking } = ranked;
  const { shown, weak: weakOnes, hasMore } = entriesOf(ranked, settings);
  // All are read in one transaction.
  const all = await hitsOf(question, ranked, [...shown, ...weakOnes]);
  const hits = all.filter(({ label }) => label !== 'weak');
  const weak = all.filter(({ label }) => label === 'weak');
  const counts: SearchResponse['counts'] = {};
  for (const { arm, count } of [...rowArms(found), ...candidateArms(found)]) counts[arm] = count;
  const response: SearchResponse = {
    query,
    hits,
    weak,
    count: hits.length,
    answerable: ranked.scorer.answerable,
    embeddedShare: found.semantic?.embeddedShare ?? 0,
    total: ranking.total,
    hasMore,
    fusion: settings.fusion,
    counts,
    modesUsed: [...found.ran],
    understood: understoodOf(plan, found.keyword?.result ?? null, isAnswered(ranked.list)),
    partial: false,
  };
  if (settings.facets.length > 0) {
    response.facets = countFacets(ranking.matched, settings.facets);
  }
  const milliseconds = parts.clock() - question.started;
  if (settings.explain) response.stats = explain(ranked, milliseconds, cached);
  const { duplicatesBefore, duplicatesAfter } = ranked.list;
  parts.log('search', {
    hits: hits.length,
    weak: weak.length,
    total: ranking.total,
    keyword: counts.keyword ?? 0,
    semantic: counts.semantic ?? 0,
    duplicates: duplicatesBefore - duplicatesAfter,
    top: hits[0]?.scores.sources[0] ?? null,
    cached,
    milliseconds,
  });
  return response;
}

/** All pages of an answer must agree, so the whole list is checked. */
function isAnswered({ hits }: RankedList): boolean {
  return hits.some(({ label }) => label === 'strong');
}

const BLANK = { class: 'natural', identifiers: [] } as const;

function understoodOf(
  { parsed, classification, semantic }: UnderstoodPlan,
  words: Pick<KeywordResult, 'corrections' | 'suggestions'> | null,
  answered: boolean,
): Understood {
  return {
    class: classification.class,
    words: parsed.words,
    phrases: parsed.phrases,
    excluded: parsed.excluded,
    required: parsed.required,
    filters: parsed.filterTerms,
    corrected: words?.corrections ?? [],
    suggested: answered ? [] : (words?.suggestions ?? []),
    identifiers: [...classification.identifiers],
    unreadLanguage: unreadLanguage(parsed, semantic),
    literal: parsed.literal,
  };
}

/** The query's language if the model, loaded or not, doesn't read it. Null if it does, if unclear, or without a model. */
function unreadLanguage(parsed: ParsedQuery, semantic: SearchPlan['semantic']): string | null {
  if (semantic === null) return null;
  const language = queryLanguage(parsed);
  return readsLanguage(semantic.profile, language) ? null : LANGUAGES[language]!;
}
