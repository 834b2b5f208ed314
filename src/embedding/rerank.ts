/** No reranker ships: a page brings its own profile and files (`createHybridSearch({ reranker })`). */
import { HybridSearchError } from '../core/errors.ts';
import type { RerankProfile } from '../protocol/embedder-api.ts';
import type { PairSession } from './session.ts';

/** Returns the logistic of a logit: a score in 0–1 with the same order. */
export function relevanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Returns one logit per text, in order. `between` lets other runs go first, and rejects after an abort. */
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
  return new HybridSearchError('model-unavailable', 'configure one with the option reranker');
}
