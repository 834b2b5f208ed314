/** Hits for the visible page (DESIGN F10): hydrated memories with passage, marks and every score that ranked them. */

import type { Arm } from '../../core/options/options.ts';
import { anchorBoost } from '../../core/ranking/anchors.ts';
import { contribution } from '../../core/ranking/fuse.ts';
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import type { Hit, Scores } from '../../core/results/response.ts';
import type { KeywordArmResult } from './arms/keyword-arm.ts';
import type { LinksArmResult } from './arms/links-arm.ts';
import type { SemanticArmResult } from './arms/semantic-arm.ts';
import { foldTag, type TagsArmResult } from './arms/tags-arm.ts';
import type { SearchDeps } from './deps.ts';
import type { ListEntry } from './list.ts';
import type { Ranking } from './ranking.ts';

export interface HitInput {
  deps: Pick<SearchDeps, 'table' | 'stages' | 'hydrate'>;
  ranking: Ranking;
  keyword: KeywordArmResult | null;
  semantic: SemanticArmResult | null;
  tags: TagsArmResult | null;
  links: LinksArmResult | null;
  phrases: readonly string[];
  /** Anchor texts, in the order of the holders. */
  anchors: readonly string[];
  anchorHolders: readonly Uint8Array[];
  includeImages: boolean;
  explain: boolean;
}

/** In the order of `entries`; memories that were removed meanwhile are left out. */
export async function hitsOf(input: HitInput, entries: readonly ListEntry[]): Promise<Hit[]> {
  if (entries.length === 0) return [];
  const { table } = input.deps;
  const memories = await input.deps.hydrate(entries.map(({ ordinal }) => table.row(ordinal)?.id ?? ''));
  const best = input.keyword?.best ?? 0;
  return entries.flatMap((entry, position) => {
    const memory = memories[position];
    return memory === undefined ? [] : [hitOf(input, entry, memory, best)];
  });
}

function hitOf(input: HitInput, entry: ListEntry, memory: Memory, bestKeyword: number): Hit {
  const { table, stages } = input.deps;
  const { ordinal } = entry;
  const bestChunk = input.semantic?.scan.bestChunk[ordinal] ?? -1;
  const { passage, highlights } = stages.present(memory, {
    terms: input.keyword?.result.terms ?? [],
    phrases: input.phrases,
    chunk: bestChunk < 0 ? null : (table.chunks(ordinal)[bestChunk] ?? null),
  });
  const path = input.links?.paths.get(ordinal);
  return {
    id: memory.id,
    memory: input.includeImages ? memory : withoutImages(memory),
    passage,
    highlights,
    label: entry.label,
    scores: scoresOf(input, entry, bestKeyword),
    duplicates: entry.duplicates.flatMap((duplicate) => {
      const row = table.row(duplicate);
      if (row === undefined) return [];
      return [{ id: row.id, type: row.type, ...(row.source === undefined ? {} : { source: row.source }) }];
    }),
    ...(path === undefined ? {} : { linkPath: path.map((step) => table.row(step)?.id ?? '') }),
  };
}

function scoresOf(input: HitInput, entry: ListEntry, bestKeyword: number): Scores {
  const { ranking, keyword, semantic } = input;
  const { ordinal } = entry;
  const rankIn = (arm: Arm): number | null => {
    const rank = ranking.ranks.get(arm)?.[ordinal] ?? 0;
    return rank > 0 && rank <= ranking.depth ? rank : null;
  };
  const contributions: Scores['contributions'] = {};
  for (const votes of ranking.votes) {
    const share = contribution(votes, ordinal, ranking.combination);
    if (share > 0) contributions[votes.arm] = share;
  }
  const bm25 = keyword?.scores[ordinal] ?? 0;
  const cosine = semantic?.scores[ordinal] ?? Number.NaN;
  return {
    final: ranking.final[ordinal]!,
    rrf: ranking.fused[ordinal]!,
    keywordRank: bm25 > 0 ? rankIn('keyword') : null,
    keywordScore: bm25 > 0 ? bm25 : null,
    semanticRank: rankIn('semantic'),
    similarity: Number.isNaN(cosine) ? null : cosine,
    tagBoost: contributions.tags ?? 0,
    tagMatches: tagMatches(input, ordinal),
    anchors: input.anchors.filter((_, index) => input.anchorHolders[index]?.[ordinal] === 1),
    anchorBoost: ranking.anchorsHeld === null ? 1 : anchorBoost(ranking.anchorsHeld[ordinal]!),
    tier: ranking.tiers?.[ordinal] ?? 0,
    recencyFactor: ranking.recency?.[ordinal] ?? 1,
    rerankScore: entry.rerankScore,
    alphaUsed: alphaUsed(ranking),
    contributions,
    keywordRelative: bestKeyword > 0 ? bm25 / bestKeyword : 0,
    coverage: keyword?.result.coverage[ordinal] ?? 0,
    relevance: entry.relevance,
    sources: [...ranking.ranks.keys()].filter((arm) => rankIn(arm) !== null),
    ...(input.explain ? { trace: trace(ranking, ordinal) } : {}),
  };
}

/** Semantic weight of the two main arms' sum, after empty arms dropped out. */
export function alphaUsed(ranking: Ranking): number {
  const { keyword, semantic } = ranking.weights;
  return keyword + semantic > 0 ? semantic / (keyword + semantic) : 0;
}

function trace(ranking: Ranking, ordinal: Ordinal): NonNullable<Scores['trace']> {
  const traced: NonNullable<Scores['trace']> = {};
  for (const votes of ranking.votes) {
    const evidence = votes.evidence[ordinal]!;
    if (evidence === 0) continue;
    const rank = votes.ranks?.[ordinal] ?? null;
    traced[votes.arm] = { weight: votes.rowWeights?.[ordinal] ?? votes.weight, evidence, rank };
  }
  return traced;
}

function tagMatches(input: HitInput, ordinal: Ordinal): string[] {
  const matched = input.tags?.matched;
  if (matched === undefined || matched.size === 0) return [];
  return (input.deps.table.row(ordinal)?.tags ?? []).filter((tag) => matched.has(foldTag(tag)));
}

function withoutImages(memory: Memory): Memory {
  if (memory.images === undefined) return memory;
  const { images: _images, ...rest } = memory;
  return rest;
}
