/** Keywords answer first (`onPartial`). If an arm fails, the others answer. Aborts take effect between stages. */
import { HybridSearchError } from '../../core/errors.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import { resolveSearchSettings } from '../../core/options/resolve-options.ts';
import type { Correction } from '../../core/query/corrected-text.ts';
import { parseLiterally, parseQuery } from '../../core/query/parse.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import { createYield } from '../../protocol/yield.ts';
import type { Retrieved } from './arms/arm.ts';
import type { RankedPage, Searcher, SearchParts } from './contract.ts';
import { RelevanceScorer } from './label.ts';
import { completeList, listRanked } from './list.ts';
import { blankResponse, buildPage, rankedPage } from './page.ts';
import { planSearch } from './plan.ts';
import { Question } from './question.ts';
import type { RankedSearch } from './ranked-search.ts';
import { rerank, semanticSentences } from './refine.ts';
import { SearchSession } from './search-session.ts';
import type { SearchPlan } from './stages.ts';
import { isVerbatim, mayBeVerbatim } from './verbatim-query.ts';

export function createSearcher(parts: SearchParts): Searcher {
  const session = new SearchSession(parts);
  return {
    search: (query, own = {}, controls = {}) =>
      session.run(() => search(session, new Question(parts, session.memories, query, own, controls))),
    rank: (query, own = {}, signal) =>
      session.run(() => rank(session, new Question(parts, session.memories, query, own, { signal }))),
    async prepare() {
      const yieldIfDue = createYield();
      for (const _ of session.prepare()) await yieldIfDue();
      session.scopes.of(resolveSearchSettings({}, parts.defaults ?? {}), {}, parts.now());
    },
    forget: (id) => session.memories.forget(id),
    cache: session.counters,
  };
}

async function search(session: SearchSession, question: Question): Promise<SearchResponse> {
  const { parts, query, settings, signal, onPartial } = question;
  const parsed = parseQuery(query);
  if (parsed.blank) return blankResponse(query, parsed, settings);
  const { ranked, cached } = await rankedSearch(session, question, parsed);
  question.stopIfAborted();
  const answer = await buildPage(question, ranked, session.countFacets, cached);
  if (onPartial === undefined || ranked.found.semantic === null) return answer;
  // Finding sentences takes time, so only callers that get partial answers wait for them.
  const early = (known: SearchResponse): void => onPartial({ ...known, partial: true });
  early(answer);
  return await semanticSentences(parts, ranked, answer, signal, early);
}

async function rank(session: SearchSession, question: Question): Promise<RankedPage> {
  const parsed = parseQuery(question.query);
  if (parsed.blank) return { hits: [], weak: [], answerable: 0, background: null };
  const { ranked } = await rankedSearch(session, question, parsed);
  return rankedPage(question.parts, ranked, question.settings);
}

async function rankedSearch(
  session: SearchSession,
  question: Question,
  parsed: ParsedQuery,
): Promise<{ ranked: RankedSearch; cached: boolean }> {
  const { parts, query, own, settings, now } = question;
  // Throws for an invalid filter now, because the key below might not be able to serialize it.
  compileFilters(own.filters);
  const key = session.keyOf(query, own);
  const kept = session.listOf(key, now);
  if (kept !== null) {
    const ranked = completeList(parts.table, kept, settings);
    if (ranked !== kept) session.keep(key, ranked);
    return { ranked, cached: true };
  }
  const plan = await makePlan(session, question, parsed);
  try {
    const found = await retrieve(session, question, plan);
    const listed = await rerankIfWanted(session, question, await rankAndList(session, question, plan, found));
    const ranked = completeList(parts.table, listed, settings);
    // If an arm failed, the list isn't cached, because the arm may work in the next search.
    if (ranked.found.degradations.length === plan.degradations.length) session.keep(key, ranked);
    else session.drop(plan);
    return { ranked, cached: false };
  } catch (error) {
    session.drop(plan);
    throw error;
  }
}

async function makePlan(session: SearchSession, question: Question, typed: ParsedQuery): Promise<SearchPlan> {
  const { parts, query, settings, now } = question;
  const scopes = () => session.scopes.of(settings, typed.filters, now);
  const verbatim = mayBeVerbatim(typed) && (await isVerbatim(parts, question.loadMemories, typed, scopes()));
  const parsed = verbatim ? parseLiterally(query) : typed;
  // Scopes are computed again, because a row may have been written while texts were read.
  return planSearch(parts, parsed, settings, scopes(), now, session.lendArrays());
}

async function retrieve(session: SearchSession, question: Question, plan: SearchPlan): Promise<Retrieved> {
  const { retriever, counters } = session;
  const wanted = plan.arms.has('semantic');
  const typed = plan.parsed.semanticText;
  const early =
    wanted && !plan.keywordsFirst && !plan.mayHaveTypos ? queryVector(plan, typed, [], question.signal) : null;
  const lexical = retriever.retrieveLexical(plan);
  if (!wanted || (plan.keywordsFirst && lexical.keyword?.count !== 0)) return requireAnArm(plan, lexical);
  const asked = early ?? queryVector(plan, typed, lexical.keyword?.result.corrections ?? [], question.signal);
  // If the query's vector is cached, there's no separate keyword answer, because the fused one is as fast.
  if (asked instanceof Promise && question.onPartial !== undefined && lexical.keyword !== null) {
    await tellPartial(session, question, await rankAndList(session, question, plan, lexical));
  }
  const embedding = await asked;
  question.stopIfAborted();
  if (embedding instanceof Error) return requireAnArm(plan, retriever.retrieveSemantic(plan, lexical, embedding));
  if (embedding.cached) counters.queryHits++;
  else counters.queryMisses++;
  const checked = retriever.uncorrect(plan, lexical, embedding);
  // The index corrects again, without the words that the model knows, so the text to embed may have changed.
  const spelled =
    checked.semanticText.trim() === embedding.text
      ? embedding
      : await queryVector(plan, checked.semanticText, [], question.signal);
  question.stopIfAborted();
  return requireAnArm(plan, retriever.retrieveSemantic(plan, checked, spelled instanceof Error ? embedding : spelled));
}

/** @throws HybridSearchError `search-failed` if no arm is left */
function requireAnArm(plan: SearchPlan, found: Retrieved): Retrieved {
  if (plan.arms.size > 0 && found.ran.length === 0) {
    throw new HybridSearchError('search-failed', found.degradations.join('; '));
  }
  return found;
}

function queryVector(
  plan: SearchPlan,
  text: string,
  corrections: readonly Correction[],
  signal: AbortSignal | undefined,
): QueryEmbedding | Promise<QueryEmbedding | Error> {
  return plan.semantic!.embedder!.knownQuery(text, corrections) ?? embed(plan, text, corrections, signal);
}

async function embed(
  plan: SearchPlan,
  text: string,
  corrections: readonly Correction[],
  signal: AbortSignal | undefined,
): Promise<QueryEmbedding | Error> {
  try {
    return await plan.semantic!.embedder!.embedQuery(text, corrections, signal);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function rankAndList(
  session: SearchSession,
  question: Question,
  plan: SearchPlan,
  found: Retrieved,
): Promise<RankedSearch> {
  const { parts, loadMemories } = question;
  const started = parts.clock();
  const ranking = session.ranker.rank(plan, found);
  const scorer = new RelevanceScorer(plan, found, ranking);
  const list = await listRanked({ table: parts.table, loadMemories, plan, found, ranking, scorer });
  question.stopIfAborted();
  return { plan, found, ranking, scorer, list, fusionMs: parts.clock() - started };
}

async function rerankIfWanted(session: SearchSession, question: Question, ranked: RankedSearch): Promise<RankedSearch> {
  const { settings, semantic } = ranked.plan;
  if (!settings.rerank || !semantic?.embedder) return ranked;
  await tellPartial(session, question, ranked);
  const reranked = await rerank(question, ranked);
  question.stopIfAborted();
  return reranked;
}

async function tellPartial(session: SearchSession, question: Question, ranked: RankedSearch): Promise<void> {
  const { parts, settings, onPartial } = question;
  question.stopIfAborted();
  const answer = await buildPage(question, completeList(parts.table, ranked, settings), session.countFacets, false);
  onPartial?.({ ...answer, partial: true });
}
