/** The answer of a search: one page of hits, the weak section, counts, facets and, with `explain`, the numbers. */

import type { Arm } from '../../core/options/options.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { armOverlap, meanListed } from '../../core/results/explain.ts';
import type { QueryClass, SearchResponse, SearchStats, Understood } from '../../core/results/response.ts';
import type { SearchDeps } from './deps.ts';
import { alphaUsed, hitsOf } from './hits.ts';
import type { RankedSearch } from './ranked.ts';
import type { ResolvedSettings } from './settings.ts';

/** Hits of the weak section at most. */
const MOST_WEAK = 10;

export function blankResponse(query: string, parsed: ParsedQuery, settings: ResolvedSettings): SearchResponse {
  return {
    query,
    hits: [],
    weak: [],
    count: 0,
    total: 0,
    hasMore: false,
    fusion: settings.fusion,
    counts: {},
    modesUsed: [],
    understood: understoodOf(parsed, 'natural', [], []),
    partial: false,
  };
}

export async function buildResponse(
  deps: SearchDeps,
  ranked: RankedSearch,
  query: string,
  settings: ResolvedSettings,
  call: { started: number; cached: boolean },
): Promise<SearchResponse> {
  const { plan, ranking, words, semantic, list } = ranked;
  const input = {
    deps,
    ranking,
    keyword: words.keyword,
    semantic,
    tags: words.tags,
    links: words.links,
    phrases: plan.parsed.phrases,
    anchors: ranked.anchors.names,
    anchorHolders: ranked.anchors.holders,
    includeImages: settings.includeImages,
    explain: settings.explain,
  };
  const end = settings.offset + settings.limit;
  const [hits, weak] = await Promise.all([
    hitsOf(input, list.hits.slice(settings.offset, end)),
    settings.offset === 0 ? hitsOf(input, list.weak.slice(0, Math.max(MOST_WEAK, settings.limit))) : [],
  ]);
  const counts: SearchResponse['counts'] = {};
  const results = [words.keyword, semantic, words.tags, words.links, words.conversation].filter((arm) => arm !== null);
  for (const { arm, count } of results) counts[arm] = count;
  const modesUsed: Arm[] = [...words.ran, ...(semantic === null ? [] : (['semantic'] as const))];
  const corrections = words.keyword?.result.corrections ?? [];
  const response: SearchResponse = {
    query,
    hits,
    weak,
    count: hits.length,
    total: ranking.total,
    hasMore: list.hits.length > end,
    fusion: settings.fusion,
    counts,
    modesUsed,
    understood: understoodOf(plan.parsed, plan.classification.class, plan.classification.identifiers, corrections),
    partial: false,
  };
  if (settings.facets !== undefined && settings.facets.length > 0) {
    const rows = Array.from(ranking.matched).flatMap((ordinal) => deps.table.row(ordinal as Ordinal) ?? []);
    response.facets = deps.stages.countFacets(rows, settings.facets);
  }
  if (settings.explain) response.stats = statsOf(deps, ranked, call);
  deps.log('search', {
    hits: hits.length,
    weak: weak.length,
    total: ranking.total,
    keyword: counts.keyword ?? 0,
    semantic: counts.semantic ?? 0,
    duplicates: list.duplicatesBefore - list.duplicatesAfter,
    top: hits[0]?.scores.sources[0] ?? null,
    cached: call.cached,
    milliseconds: deps.clock() - call.started,
  });
  return response;
}

function statsOf(deps: SearchDeps, ranked: RankedSearch, call: { started: number; cached: boolean }): SearchStats {
  const { plan, ranking, words, semantic, list, embedding } = ranked;
  const results = [words.keyword, semantic, words.tags, words.links, words.conversation].filter((arm) => arm !== null);
  const armMs: SearchStats['armMs'] = {};
  const rows: SearchStats['rows'] = {};
  const meanScore: SearchStats['meanScore'] = {};
  const { matched, depth } = ranking;
  const ranksOf = (arm: Arm) => ranking.ranks.get(arm) ?? null;
  for (const { arm, milliseconds, count, scores } of results) {
    armMs[arm] = milliseconds;
    rows[arm] = arm === 'semantic' ? semantic!.scan.rows : count;
    meanScore[arm] = meanListed(matched, ranksOf(arm), depth, scores);
  }
  const overlap = armOverlap(matched, ranksOf('keyword'), ranksOf('semantic'), depth);
  const corrections = words.keyword?.result.corrections ?? [];
  return {
    totalMs: deps.clock() - call.started,
    armMs,
    embeddingMs: ranked.timings.embeddingMs,
    fusionMs: ranked.timings.fusionMs,
    filters: plan.scopes.names,
    rows,
    rrfK: plan.settings.k,
    ...overlap,
    cacheHits: (call.cached ? 1 : 0) + (embedding?.cached ? 1 : 0),
    duplicatesBefore: list.duplicatesBefore,
    duplicatesAfter: list.duplicatesAfter,
    meanScore,
    plan: [
      ...(semantic === null ? [] : [`scan: ${semantic.scan.plan}`]),
      ...(plan.keywordsFirst ? ['identifiers only: keywords answer'] : []),
      ...(plan.tiered ? ['exact tier'] : []),
      `alpha: ${alphaUsed(ranking)}`,
      ...(semantic === null ? [] : [`semantic confidence: ${semantic.confidence}`]),
      ...corrections.map(({ from, to }) => `corrected: ${from} → ${to}`),
    ],
    degradations: ranked.degradations,
  };
}

function understoodOf(
  parsed: ParsedQuery,
  queryClass: QueryClass,
  identifiers: readonly string[],
  corrected: readonly { from: string; to: string }[],
): Understood {
  return {
    class: queryClass,
    words: parsed.words,
    phrases: parsed.phrases,
    excluded: parsed.excluded,
    required: parsed.required,
    filters: parsed.filterTerms,
    corrected: [...corrected],
    identifiers: [...identifiers],
    literal: parsed.literal,
  };
}
