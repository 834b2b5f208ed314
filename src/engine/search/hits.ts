import type { Viewer } from '../../core/filter/filters.ts';
import { viewerCanSee } from '../../core/filter/viewer.ts';
import type { Arm } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import { EVIDENCE } from '../../core/ranking/calibration.ts';
import { contribution } from '../../core/ranking/fuse.ts';
import type { Memory, MemoryRow, Ordinal } from '../../core/record/memory.ts';
import { searchedText } from '../../core/record/picture-words.ts';
import { placeOf } from '../../core/record/place.ts';
import type { MarkedQuery, PresentHit } from '../../core/results/present.ts';
import type { DuplicateReference, Highlight, Hit, Passage, Scores } from '../../core/results/response.ts';
import { fold } from '../../core/text/fold.ts';
import { createYield } from '../../protocol/yield.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import type { RankedHit } from './contract.ts';
import type { Question } from './question.ts';
import type { RankedSearch } from './ranked-search.ts';
import type { ListEntry, Ranking } from './stages.ts';

const NO_TERMS: MarkedQuery['terms'] = [];

/** Returns hits in the order of `entries`, without memories removed in the meantime. */
export function rankedHits(
  table: MemoryTable,
  ranked: RankedSearch,
  { explain, viewer }: ResolvedSettings,
  entries: readonly ListEntry[],
): RankedHit[] {
  return entries.flatMap((entry) =>
    visibleRow(table, viewer, entry.ordinal).map(({ id }) => {
      return { id, label: entry.label, scores: scoresOf(table, ranked, entry, explain) };
    }),
  );
}

/** Empty if the row was removed, or hidden from the viewer, since it matched. */
function visibleRow(table: MemoryTable, viewer: Viewer | undefined, ordinal: Ordinal): MemoryRow[] {
  const row = table.row(ordinal);
  return row !== undefined && viewerCanSee(row, viewer) ? [row] : [];
}

export async function hitsOf(question: Question, ranked: RankedSearch, entries: readonly ListEntry[]): Promise<Hit[]> {
  if (entries.length === 0) return [];
  const { settings } = question;
  const { table } = question.parts;
  const memories = await question.loadMemories(entries.map(({ ordinal }) => ordinal));
  const { found, plan } = ranked;
  const present = question.presenterOf({
    terms: found.keyword?.result.terms ?? NO_TERMS,
    phrases: plan.parsed.phrases,
  });
  // A long text full of marks or ligatures takes 30 ms, so ten of them in one go would delay other calls.
  const giveWay = createYield();
  const hits: Hit[] = [];
  for (const [position, entry] of entries.entries()) {
    const memory = memories[position];
    // The memory may have changed since its row matched.
    if (memory !== undefined && viewerCanSee(memory, settings.viewer))
      hits.push(hitOf(table, ranked, settings, entry, memory, present));
    await giveWay();
  }
  return hits;
}

function hitOf(
  table: MemoryTable,
  ranked: RankedSearch,
  settings: ResolvedSettings,
  entry: ListEntry,
  memory: Memory,
  present: PresentHit,
): Hit {
  const { found } = ranked;
  const { ordinal } = entry;
  const bestChunk = found.semantic?.scan.bestChunk[ordinal] ?? -1;
  const chunk = bestChunk < 0 ? null : (table.chunks(ordinal)[bestChunk] ?? null);
  const text = searchedText(memory);
  const presented = present(text === memory.text ? memory : { ...memory, text }, chunk);
  const { highlights } = presented;
  const passage = onOneSide(presented.passage, memory.text.length, highlights, chunk);
  const place = placeOf(memory, passage.start);
  const visible = (at: Ordinal) => visibleRow(table, settings.viewer, at);
  const path = found.links?.paths.get(ordinal) ?? [];
  const linkPath = path.flatMap(visible).map(({ id }) => id);
  return {
    id: memory.id,
    memory: settings.includeImages ? memory : withoutImages(memory),
    passage,
    ...(place && { place }),
    highlights,
    label: entry.label,
    scores: scoresOf(table, ranked, entry, settings.explain),
    duplicates: entry.duplicates.flatMap(visible).map(referenceTo),
    ...(linkPath.length > 0 && linkPath.length === path.length && { linkPath }),
  };
}

/** A passage may span the text and the words of pictures. */
function onOneSide(
  { text, start, end }: Passage,
  own: number,
  highlights: readonly Highlight[],
  chunk: { start: number; end: number } | null,
): Passage {
  if (start >= own || end <= own) return { text, start, end };
  const marked = highlights.find((mark) => mark.field === 'text' && mark.start >= start && mark.end <= end);
  if ((marked?.start ?? (chunk ? (chunk.start + chunk.end) / 2 : start)) < own)
    return { text: text.slice(0, own - start), start, end: own };
  const from = own + (/\S/.exec(text.slice(own - start))?.index ?? 0);
  return { text: text.slice(from - start), start: from, end };
}

function scoresOf(table: MemoryTable, ranked: RankedSearch, entry: ListEntry, explained: boolean): Scores {
  const { ranking, found } = ranked;
  const { keyword, semantic } = found;
  const { ordinal } = entry;
  const ranks = new Map<Arm, number>();
  for (const own of ranking.armRankings) {
    const rank = own.rankOf(ordinal);
    if (rank > 0 && rank <= ranking.depth) ranks.set(own.arm, rank);
  }
  const contributions: Scores['contributions'] = {};
  for (const own of ranking.armRankings) {
    const share = contribution(own, ordinal, ranking.combination);
    if (share > 0) contributions[own.arm] = share;
  }
  const best = keyword?.best ?? 0;
  const bm25 = keyword?.scores[ordinal] ?? 0;
  const cosine = semantic?.scores[ordinal] ?? Number.NaN;
  return {
    final: ranking.final[ordinal]!,
    rrf: ranking.fused[ordinal]!,
    keywordRank: bm25 > 0 ? (ranks.get('keyword') ?? null) : null,
    keywordScore: bm25 > 0 ? bm25 : null,
    semanticRank: ranks.get('semantic') ?? null,
    similarity: Number.isNaN(cosine) ? null : cosine,
    tagBoost: contributions.tags ?? 0,
    tagMatches: tagMatches(table, ranked, ordinal),
    tier: ranking.tiers?.[ordinal] ?? 0,
    recencyFactor: ranking.recency?.[ordinal] ?? 1,
    rerankScore: entry.rerankScore,
    alphaUsed: ranking.alphaUsed,
    contributions,
    keywordRelative: best > 0 ? bm25 / best : 0,
    coverage: keyword?.result.coverage[ordinal] ?? 0,
    relevance: entry.relevance,
    sources: [...ranks.keys()],
    ...(explained ? { trace: trace(ranking, ordinal), evidence: evidenceOf(ranked, ordinal) } : {}),
  };
}

function trace(ranking: Ranking, ordinal: Ordinal): NonNullable<Scores['trace']> {
  const traced: NonNullable<Scores['trace']> = {};
  for (const own of ranking.armRankings) {
    const evidence = own.evidenceOf(ordinal);
    if (evidence === 0) continue;
    const rank = ranking.combination.kind === 'linear' ? null : own.rankOf(ordinal);
    traced[own.arm] = { weight: own.weightOf(ordinal), evidence, rank };
  }
  return traced;
}

function evidenceOf({ scorer }: RankedSearch, ordinal: Ordinal): NonNullable<Scores['evidence']> {
  const values = scorer.evidence(ordinal);
  return Object.fromEntries(EVIDENCE.map((name, at) => [name, values[at]!])) as NonNullable<Scores['evidence']>;
}

function tagMatches(table: MemoryTable, { found }: RankedSearch, ordinal: Ordinal): string[] {
  const matched = found.tags?.matched;
  if (matched === undefined || matched.size === 0) return [];
  return (table.row(ordinal)?.tags ?? []).filter((tag) => matched.has(fold(tag)));
}

function referenceTo({ id, type, source }: MemoryRow): DuplicateReference {
  return { id, type, ...(source !== undefined && { source }) };
}

function withoutImages(memory: Memory): Memory {
  if (memory.images === undefined) return memory;
  const { images: _images, ...rest } = memory;
  return rest;
}
