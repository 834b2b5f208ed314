/**
 * One search from query to page (DESIGN F, C): parse → plan → arms in parallel → rank → list → hits. Keywords answer
 * first through `onPartial`; a failing arm falls back to what is left; an aborted search stops between stages.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { SearchSettings } from '../../core/options/options.ts';
import { type ResolvedSettings, resolveSearchSettings } from '../../core/options/resolve-options.ts';
import { adaptiveAlpha } from '../../core/ranking/adaptive-alpha.ts';
import { rankedKey } from '../../core/results/ranked-key.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import { type SemanticArmResult, semanticArm } from './arms/semantic-arm.ts';
import { runWordArms, type WordArms } from './arms/word-arms.ts';
import { createLru, createTableStructures } from './caches.ts';
import type { SearchControls, SearchDeps, Searcher } from './deps.ts';
import { completed, type ListInput, listEntries } from './list.ts';
import { planSearch, type SearchPlan } from './plan.ts';
import type { RankedSearch, Timings } from './ranked.ts';
import { rank } from './ranking.ts';
import { rerankEntries, semanticSentences } from './refine.ts';
import { blankResponse, buildResponse } from './response.ts';
import type { VisibleCache } from './scope.ts';

/** Matches listed at first; deeper pages list all that are not weak. */
const FIRST_LIST = 150;
/** Ranked lists kept for paging. */
const LISTS_KEPT = 6;

export function createSearcher(deps: SearchDeps): Searcher {
  const structures = createTableStructures(() => deps.table);
  const lists = createLru<RankedSearch>(LISTS_KEPT);
  const visible: VisibleCache = { kept: null };
  const cache = { queryHits: 0, queryMisses: 0, pageHits: 0, pageMisses: 0 };

  async function search(
    query: string,
    own: SearchSettings = {},
    { signal, onPartial }: SearchControls = {},
  ): Promise<SearchResponse> {
    const started = deps.clock();
    stopIfAborted(signal);
    const settings = resolveSearchSettings(own, deps.defaults ?? {});
    const now = settings.now ?? deps.now();
    const parsed = deps.stages.parse(query);
    if (parsed.blank) return blankResponse(query, parsed, settings);

    const key = rankedKey(query, settings, stateOf(deps));
    const kept = lists.get(key);
    if (kept !== undefined && now < kept.plan.scopes.validUntil) {
      cache.pageHits++;
      return wholeAnswer(kept, await page(kept, query, settings, started, true, signal), signal, onPartial);
    }
    cache.pageMisses++;

    const plan = planSearch(deps, visible, parsed, settings, now);
    const embedding = plan.arms.has('semantic') && !plan.keywordsFirst ? embed(plan, signal) : null;
    const degradations = [...plan.degradations];
    const words = runWordArms(deps, structures, plan, degradations);
    const wanted = embedding ?? (plan.arms.has('semantic') && words.keyword?.count === 0 ? embed(plan, signal) : null);

    if (wanted !== null && onPartial !== undefined && words.keyword !== null) {
      const early = await rankAndList(plan, words, null, null, degradations, started);
      stopIfAborted(signal);
      const answer = await page(early, query, settings, started, false, signal);
      onPartial({ ...answer, partial: true });
    }

    const semantic = wanted === null ? null : await semanticOf(plan, wanted, degradations, signal);
    stopIfAborted(signal);
    if (plan.arms.size > 0 && words.ran.length === 0 && semantic === null) {
      throw new HybridSearchError('search-failed', degradations.join('; '));
    }
    const ranked = await rankAndList(
      plan,
      words,
      semantic?.arm ?? null,
      semantic?.embedding ?? null,
      degradations,
      started,
    );
    stopIfAborted(signal);
    if (settings.rerank && deps.embedder !== null) {
      onPartial?.({ ...(await page(ranked, query, settings, started, false, signal)), partial: true });
      await rerankEntries(deps, ranked, signal);
      stopIfAborted(signal);
    }
    // A search that lost an arm on the way is not kept: the next one may have it back.
    if (degradations.length === plan.degradations.length) lists.set(key, ranked);
    return wholeAnswer(ranked, await page(ranked, query, settings, started, false, signal), signal, onPartial);
  }

  /** The answer with its sentences by meaning, for callers that can be given the answer without them first. */
  function wholeAnswer(
    ranked: RankedSearch,
    answer: SearchResponse,
    signal: AbortSignal | undefined,
    onPartial: SearchControls['onPartial'],
  ): SearchResponse | Promise<SearchResponse> {
    if (onPartial === undefined || ranked.semantic === null || deps.embedder === null) return answer;
    onPartial({ ...answer, partial: true });
    return semanticSentences(deps, ranked, answer, signal);
  }

  async function embed(plan: SearchPlan, signal: AbortSignal | undefined): Promise<QueryEmbedding | Error> {
    try {
      return await deps.embedder!.embedQuery(plan.parsed.semanticText, signal);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function semanticOf(
    plan: SearchPlan,
    wanted: Promise<QueryEmbedding | Error>,
    degradations: string[],
    signal: AbortSignal | undefined,
  ): Promise<{ arm: SemanticArmResult; embedding: QueryEmbedding } | null> {
    const embedding = await wanted;
    stopIfAborted(signal);
    const { vectors, profile } = deps;
    try {
      if (embedding instanceof Error) throw embedding;
      if (vectors === null || profile === null) throw new Error('the model went away');
      if (embedding.cached) cache.queryHits++;
      else cache.queryMisses++;
      const started = deps.clock();
      const arm = semanticArm(vectors, embedding.vector, profile, plan.scopes.visible, plan.scopes.filtered);
      arm.milliseconds = deps.clock() - started;
      return { arm, embedding };
    } catch (error) {
      degradations.push(`semantic: ${(error as Error).message}`);
      deps.log('arm-failed', { arm: 'semantic', message: (error as Error).message });
      return null;
    }
  }

  async function rankAndList(
    plan: SearchPlan,
    words: WordArms,
    semantic: SemanticArmResult | null,
    embedding: QueryEmbedding | null,
    degradations: string[],
    started: number,
  ): Promise<RankedSearch> {
    const { settings } = plan;
    const neighbours = settings.threadContext > 0 ? structures.neighbours() : null;
    const fusing = deps.clock();
    const ranking = rank({
      table: deps.table,
      updatedAt: structures.updatedAt,
      settings,
      now: plan.now,
      allowed: plan.scopes.filtered.allowed ?? liveRows(deps),
      excluded: words.excluded,
      keyword: words.keyword,
      semantic,
      tags: words.tags,
      others: [words.links, words.conversation].filter((arm) => arm !== null),
      neighbours,
      alpha: alphaOf(deps, plan, semantic, embedding),
      floor: settings.minSimilarity ?? deps.profile?.floor ?? -1,
      identifierHolders: words.identifierHolders,
      anchorHolders: words.anchors.holders,
      browse: plan.browse,
      inSession: settings.session !== undefined,
      pronoun: plan.pronoun,
      specific: plan.specific,
    });
    const listInput: ListInput = {
      table: deps.table,
      ranking,
      keyword: words.keyword,
      semantic,
      profile: deps.profile,
      vectors: deps.vectors,
      sort: plan.browse && settings.sort === 'relevance' ? 'newest' : settings.sort,
      browse: plan.browse,
      completions: words.completions,
      groupDuplicates: settings.groupDuplicates,
      hydrate: deps.hydrate,
    };
    if (listInput.sort === 'relevance') ranking.top(FIRST_LIST);
    const fusionMs = deps.clock() - fusing;
    const list = await listEntries(listInput, FIRST_LIST);
    const timings: Timings = { started, fusionMs, embeddingMs: embedding?.milliseconds ?? 0 };
    return {
      plan,
      ranking,
      words,
      semantic,
      embedding,
      list,
      listInput,
      timings,
      degradations,
      anchors: words.anchors,
    };
  }

  async function page(
    ranked: RankedSearch,
    query: string,
    settings: ResolvedSettings,
    started: number,
    cached: boolean,
    signal: AbortSignal | undefined,
  ): Promise<SearchResponse> {
    if (!ranked.list.complete && settings.offset + settings.limit >= ranked.list.hits.length) {
      ranked.list = completed(ranked.listInput, ranked.list, FIRST_LIST);
    }
    stopIfAborted(signal);
    return buildResponse(deps, ranked, query, settings, { started, cached });
  }

  return { search, cache };
}

function alphaOf(
  deps: SearchDeps,
  plan: SearchPlan,
  semantic: SemanticArmResult | null,
  embedding: QueryEmbedding | null,
): number {
  const { settings, parsed, classification } = plan;
  if (settings.alpha !== undefined) return settings.alpha;
  const words = Math.max(1, parsed.words.length + parsed.phrases.length);
  return adaptiveAlpha(settings.alphaStrategy, {
    vocabularyCoverage: embedding?.vocabularyCoverage ?? null,
    standout: semantic?.standout ?? null,
    memories: deps.table.liveCount,
    identifierShare: Math.min(1, classification.identifiers.length / words),
  });
}

/** Freed ordinals are not rows; null where every ordinal is live. */
function liveRows(deps: SearchDeps): Uint8Array | null {
  const { table } = deps;
  if (table.liveCount === table.size) return null;
  const live = new Uint8Array(table.size);
  for (let at = 0; at < table.size; at++) if (table.row(at as never) !== undefined) live[at] = 1;
  return live;
}

function stateOf(deps: SearchDeps): (string | number)[] {
  return [
    deps.table.version,
    deps.profile?.id ?? '',
    deps.keyword === null ? 0 : 1,
    deps.embedder === null || deps.vectors === null ? 0 : 1,
    (deps.modes ?? []).join(),
  ];
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HybridSearchError('aborted', undefined, { cause: signal.reason });
}
