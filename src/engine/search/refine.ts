/** Refinements that have a time limit: reranking, and marking the sentences that matched by meaning. */

import { HybridSearchError } from '../../core/errors.ts';
import { searchedText } from '../../core/record/picture-words.ts';
import type { Hit, SearchResponse } from '../../core/results/response.ts';
import type { BestSentences, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { SearchParts } from './contract.ts';
import type { Question } from './question.ts';
import type { RankedSearch } from './ranked-search.ts';
import type { ListEntry } from './stages.ts';

const RERANK_DEPTH = 20;
const RERANK_BUDGET_MS = 5_000;
/** The cross-encoder reads at most this many UTF-16 units of each candidate. */
const RERANK_TEXT = 2_000;
/** Five passages take 0.2 to 0.4 s alone, and seconds in a first search while memories are being embedded. */
const SENTENCE_BUDGET_MS = 10_000;
const SENTENCE_HITS = 5;

/**
 * Reranks the first hits within each exact tier. On failure or timeout, keeps their order and says so in the answer.
 */
export async function rerank({ parts, loadMemories, signal }: Question, ranked: RankedSearch): Promise<RankedSearch> {
  const { table } = parts;
  const { found, list } = ranked;
  const head = list.hits.slice(0, RERANK_DEPTH);
  if (head.length < 2) return ranked;
  const memories = await loadMemories(head.map(({ ordinal }) => ordinal));
  const texts = memories.map((memory, at) => {
    if (memory === undefined) return '';
    const best = found.semantic?.scan.bestChunk[head[at]!.ordinal] ?? -1;
    const chunk = best < 0 ? undefined : table.chunks(head[at]!.ordinal)[best];
    const text = searchedText(memory);
    const passage = chunk === undefined ? text : text.slice(chunk.start, chunk.end);
    return [memory.title ?? '', passage.slice(0, RERANK_TEXT)].filter((part) => part !== '').join('\n');
  });
  const scores = await withinBudget(
    { parts, ranked, name: 'rerank', milliseconds: RERANK_BUDGET_MS, signal },
    (embedder, bounded) => embedder.rerank(found.semanticText, texts, bounded),
  );
  if (scores === null) {
    return { ...ranked, found: { ...found, degradations: [...found.degradations, 'rerank: not in time'] } };
  }
  const tier = ({ ordinal }: ListEntry) => ranked.ranking.tiers?.[ordinal] ?? 0;
  const reranked = head
    .map((entry, at): ListEntry => ({ ...entry, rerankScore: scores[at] ?? null }))
    .sort((a, b) => tier(b) - tier(a) || (b.rerankScore ?? 0) - (a.rerankScore ?? 0));
  return { ...ranked, list: { ...list, hits: [...reranked, ...list.hits.slice(head.length)] } };
}

/** If the other sentences take longer, `onFirst` gets the answer with only the first one marked. */
export async function semanticSentences(
  parts: SearchParts,
  ranked: RankedSearch,
  answer: SearchResponse,
  signal: AbortSignal | undefined,
  onFirst: (marked: SearchResponse) => void,
): Promise<SearchResponse> {
  const hits = answer.hits.slice(0, SENTENCE_HITS);
  if (hits.length === 0) return answer;
  const passages = hits.map(({ passage }) => passage.text);
  const sentences = await withinBudget(
    { parts, ranked, name: 'sentences', milliseconds: SENTENCE_BUDGET_MS, signal },
    (embedder, bounded) =>
      embedder.bestSentences(ranked.found.semanticText, passages, bounded, (known) => {
        if (!bounded.aborted) onFirst(withSentences(answer, known));
      }),
  );
  return sentences === null ? answer : withSentences(answer, sentences);
}

function withSentences(answer: SearchResponse, sentences: BestSentences): SearchResponse {
  const hits = answer.hits.map((hit, at): Hit => {
    const sentence = sentences[at];
    if (sentence === null || sentence === undefined) return hit;
    const start = hit.passage.start + sentence.start;
    const end = hit.passage.start + sentence.end;
    return { ...hit, highlights: [...hit.highlights, { field: 'text', start, end, kind: 'semantic' }] };
  });
  return { ...answer, hits };
}

interface Budget {
  parts: SearchParts;
  ranked: RankedSearch;
  name: string;
  milliseconds: number;
  signal: AbortSignal | undefined;
}

/** Resolves with null on failure or timeout. Rejects only if the caller aborts. */
async function withinBudget<Result>(
  { parts, ranked, name, milliseconds, signal }: Budget,
  work: (embedder: SearchEmbedder, signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const embedder = ranked.plan.semantic?.embedder;
  if (!embedder) return null;
  const bounded = AbortSignal.any([AbortSignal.timeout(milliseconds), ...(signal === undefined ? [] : [signal])]);
  const expired = new Promise<never>((_, reject) => {
    bounded.addEventListener('abort', () => reject(bounded.reason), { once: true });
  });
  try {
    return await Promise.race([work(embedder, bounded), expired]);
  } catch (error) {
    if (signal?.aborted) throw new HybridSearchError('aborted', undefined, { cause: signal.reason });
    parts.log('refinement-failed', { name, message: (error as Error).message });
    return null;
  }
}
