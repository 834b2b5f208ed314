/**
 * One search from query to page (F, C): parse → plan → retrieve → rank → list → page → refine. Keywords answer first
 * through `onPartial`; a failing arm falls back to what is left; an aborted search stops between stages.
 */

import { HybridSearchError } from '../../core/errors.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import { Lru } from '../../core/lru.ts';
import type { SearchSettings } from '../../core/options/options.ts';
import { type ResolvedSettings, resolveSearchSettings } from '../../core/options/resolve-options.ts';
import { parseLiterally, parseQuery } from '../../core/query/parse.ts';
import { createPresenter, type MarkedQuery, type PresentHit } from '../../core/results/present.ts';
import { rankedKey } from '../../core/results/ranked-key.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { ArrayPool } from '../../core/row-arrays.ts';
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import { createYield } from '../../protocol/yield.ts';
import { createRowIndexes } from '../table/row-indexes.ts';
import type { RankedPage, SearchControls, Searcher, SearchParts } from './contract.ts';
import { isCopied, mayBeCopied } from './copied.ts';
import { createFacetCounter } from './facet-counter.ts';
import { RelevanceScorer } from './label.ts';
import { completeFor, listRanked } from './list.ts';
import { blankResponse, buildPage, rankedPage, zoneOf } from './page.ts';
import { planSearch } from './plan.ts';
import { createRanker } from './rank.ts';
import type { RankedSearch } from './ranked-search.ts';
import { readOnce } from './read-once.ts';
import { rerankEntries, semanticSentences } from './refine.ts';
import { createRetriever } from './retrieve.ts';
import { createScopes } from './scope.ts';
import type { Found, SearchPlan } from './stages.ts';

/** Ranked lists kept for paging: of a large store fewer, because each holds some 60 bytes a row, but always two. */
const LISTS_KEPT = 6;
const LEAST_LISTS_KEPT = 2;
const ROWS_KEPT = 120_000;

interface Question {
  /** What the search needs, with a reader of its own. */
  parts: SearchParts;
  /** The same for the same terms. */
  presenterOf(query: MarkedQuery): PresentHit;
  query: string;
  settings: ResolvedSettings;
  started: number;
  signal: AbortSignal | undefined;
  onPartial: SearchControls['onPartial'];
}

export function createSearcher(parts: SearchParts): Searcher {
  const scopesOf = createScopes(parts.table, zoneOf(parts));
  const indexes = createRowIndexes(parts.table);
  const retriever = createRetriever(parts, indexes);
  const ranker = createRanker(parts.table, indexes);
  const countFacets = createFacetCounter(parts.table, indexes, zoneOf(parts));
  const arrays = new ArrayPool();
  const lists = new Lru<RankedSearch>(LISTS_KEPT, ({ plan }) => plan.arrays.release());
  /** The state of the store that they are of. */
  let listsOf = '';
  const cache = { queryHits: 0, queryMisses: 0, pageHits: 0, pageMisses: 0 };

  const questionOf = (query: string, own: SearchSettings, { signal, onPartial }: SearchControls): Question => {
    const started = parts.clock();
    stopIfAborted(signal);
    const settings = resolveSearchSettings(own, parts.defaults ?? {});
    return {
      parts: { ...parts, hydrate: readOnce(parts) },
      presenterOf: presenters(parts),
      query,
      settings,
      started,
      signal,
      onPartial,
    };
  };

  /**
   * The list that pages are cut from, from the cache where the store still says the same; null for a blank query. Its arrays
   * are held for the caller.
   */
  async function rankedSearch(
    question: Question,
    own: SearchSettings,
  ): Promise<{ ranked: RankedSearch; cached: boolean } | null> {
    const { query, settings } = question;
    const typed = parseQuery(query);
    if (typed.blank) return null;
    const now = settings.now ?? parts.now();
    // Refused with a path before it becomes a key, which cannot hold every value that a filter may be given.
    compileFilters(own.filters);
    const state = stateOf(parts);
    if (String(state) !== listsOf) {
      // After a write none of them is asked for again, and each holds arrays as long as the store.
      lists.clear();
      listsOf = String(state);
    }
    const key = rankedKey(query, own, state);
    const kept = lists.get(key);
    // A clock that was set back brings back what it had let expire.
    if (kept !== undefined && now >= kept.plan.now && now < kept.plan.scopes.validUntil) {
      cache.pageHits++;
      kept.plan.arrays.hold();
      return { ranked: kept, cached: true };
    }
    cache.pageMisses++;
    const scopes = () => scopesOf(settings, typed.filters, now);
    const copied = mayBeCopied(typed) && (await isCopied(question.parts, typed, scopes()));
    const parsed = copied ? parseLiterally(query) : typed;
    // Asked again: a row may have been written while texts were read.
    const plan = planSearch(parts, parsed, settings, scopes(), now, arrays.lend());
    try {
      const ranked = await searched(question, plan);
      // A search that lost an arm on the way is not kept: the next one may have it back.
      if (ranked.found.degradations.length === plan.degradations.length) {
        plan.arrays.hold();
        lists.set(key, ranked, listsKept(parts.table.size));
      }
      return { ranked, cached: false };
    } catch (error) {
      plan.arrays.release();
      throw error;
    }
  }

  async function searched(question: Question, plan: SearchPlan): Promise<RankedSearch> {
    const found = await retrieve(plan, question);
    if (plan.arms.size > 0 && found.ran.length === 0) {
      throw new HybridSearchError('search-failed', found.degradations.join('; '));
    }
    const ranked = await rankAndList(question, plan, found);
    stopIfAborted(question.signal);
    if (plan.settings.rerank && plan.semantic?.embedder) {
      await tellPartial(question, ranked);
      await rerankEntries(question.parts, ranked, question.signal);
      stopIfAborted(question.signal);
    }
    return ranked;
  }

  async function retrieve(plan: SearchPlan, question: Question): Promise<Found> {
    const wanted = plan.arms.has('semantic');
    const early = wanted && !plan.keywordsFirst ? vectorOf(plan, question.signal) : null;
    const words = retriever.words(plan);
    if (!wanted || (plan.keywordsFirst && words.keyword?.count !== 0)) return words;
    const asked = early ?? vectorOf(plan, question.signal);
    // With the vector at hand the fused answer is as near as that of the words.
    if (asked instanceof Promise && question.onPartial !== undefined && words.keyword !== null) {
      await tellPartial(question, await rankAndList(question, plan, words));
    }
    const embedding = await asked;
    stopIfAborted(question.signal);
    if (!(embedding instanceof Error)) {
      if (embedding.cached) cache.queryHits++;
      else cache.queryMisses++;
    }
    return retriever.withMeaning(plan, words, embedding);
  }

  function vectorOf(
    plan: SearchPlan,
    signal: AbortSignal | undefined,
  ): QueryEmbedding | Promise<QueryEmbedding | Error> {
    return plan.semantic!.embedder!.knownQuery(plan.parsed.semanticText) ?? embed(plan, signal);
  }

  async function embed(plan: SearchPlan, signal: AbortSignal | undefined): Promise<QueryEmbedding | Error> {
    try {
      return await plan.semantic!.embedder!.embedQuery(plan.parsed.semanticText, signal);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function rankAndList(question: Question, plan: SearchPlan, found: Found): Promise<RankedSearch> {
    const started = parts.clock();
    const ranking = ranker(plan, found);
    const scorer = new RelevanceScorer(plan, found, ranking);
    const list = await listRanked(question.parts, plan, found, ranking, scorer);
    return { plan, found, ranking, scorer, list, fusionMs: parts.clock() - started };
  }

  async function tellPartial(question: Question, ranked: RankedSearch) {
    const { query, settings, started, signal, onPartial, presenterOf } = question;
    stopIfAborted(signal);
    completeFor(parts.table, ranked, settings);
    const call = { started, cached: false, countFacets, presenterOf };
    const answer = await buildPage(question.parts, ranked, query, settings, call);
    onPartial?.({ ...answer, partial: true });
  }

  async function search(
    query: string,
    own: SearchSettings = {},
    controls: SearchControls = {},
  ): Promise<SearchResponse> {
    const question = questionOf(query, own, controls);
    const { settings, started, signal, onPartial, presenterOf } = question;
    const asked = await rankedSearch(question, own);
    if (asked === null) return blankResponse(query, parseQuery(query), settings);
    const { ranked, cached } = asked;
    try {
      completeFor(parts.table, ranked, settings);
      stopIfAborted(signal);
      const call = { started, cached, countFacets, presenterOf };
      const answer = await buildPage(question.parts, ranked, query, settings, call);
      if (onPartial === undefined || ranked.found.semantic === null) return answer;
      // The sentences by meaning come after, for callers that can be given the answer without them first.
      const early = (known: SearchResponse): void => onPartial({ ...known, partial: true });
      early(answer);
      return await semanticSentences(parts, ranked, answer, signal, early);
    } finally {
      ranked.plan.arrays.release();
    }
  }

  /** What a search knows of the rows it knows by their ordinals. */
  async function withOrdinals<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const release = parts.table.holdOrdinals();
    try {
      return await work();
    } finally {
      release();
    }
  }

  async function rank(query: string, own: SearchSettings = {}, signal?: AbortSignal): Promise<RankedPage> {
    const question = questionOf(query, own, { signal });
    const asked = await rankedSearch(question, own);
    if (asked === null) return { hits: [], weak: [], answerable: 0, background: null };
    try {
      completeFor(parts.table, asked.ranked, question.settings);
      return rankedPage(parts, asked.ranked, question.settings);
    } finally {
      asked.ranked.plan.arrays.release();
    }
  }

  return {
    search: (query, own, controls) => withOrdinals(() => search(query, own, controls)),
    rank: (query, own, signal) => withOrdinals(() => rank(query, own, signal)),
    async prepare() {
      const yieldIfDue = createYield();
      for (const _ of indexes.prepare()) await yieldIfDue();
      scopesOf(resolveSearchSettings({}, parts.defaults ?? {}), {}, parts.now());
    },
    cache,
  };
}

function presenters({ analyzer }: SearchParts): Question['presenterOf'] {
  let last: { terms: MarkedQuery['terms']; present: PresentHit } | null = null;
  return (query) => {
    if (last?.terms !== query.terms) last = { terms: query.terms, present: createPresenter(query, analyzer) };
    return last.present;
  };
}

function listsKept(rows: number): number {
  return Math.min(LISTS_KEPT, Math.max(LEAST_LISTS_KEPT, Math.floor(ROWS_KEPT / Math.max(1, rows))));
}

/** What a ranked list depends on beside the query and its settings. */
function stateOf({ table, keyword, modes, semantic }: SearchParts): (string | number)[] {
  const side = semantic();
  return [
    table.version,
    side?.profile.id ?? '',
    keyword === null ? 0 : 1,
    side === null || side.embedder === null ? 0 : 1,
    (modes ?? []).join(),
  ];
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HybridSearchError('aborted', undefined, { cause: signal.reason });
}
