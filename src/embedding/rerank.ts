/**
 * Cross-encoder reranking (V10). Off by default, and no reranker ships: a page brings the profile of its own,
 * with its own files (`createHybridSearch({ reranker })`). The caller sets the time box, by the signal.
 */
import { HybridSearchError } from '../core/errors.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';
import type { PairSession } from './session.ts';

/** The logistic of a logit: a score in 0–1 that keeps the order. */
export function relevanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** One logit a text, in their order; `between` lets other runs in and tells of an abort. */
export async function scorePairs(
  session: PairSession,
  profile: RerankProfile,
  query: string,
  texts: readonly string[],
  between: <Result>(task: () => Promise<Result>) => Promise<Result>,
): Promise<number[]> {
  const logits: number[] = [];
  for (const text of texts) logits.push(await between(() => session.score(query, text, profile.maxTokens)));
  return logits;
}

export function noReranker(): HybridSearchError {
  return new HybridSearchError('model-unavailable', 'no reranker is configured');
}
