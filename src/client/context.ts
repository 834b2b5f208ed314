import type { Context } from '../core/context/context.ts';
import { packContext } from '../core/context/pack-context.ts';
import { HybridSearchError } from '../core/errors.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import type { ContextOptions } from './api.ts';

const MOST_TOKENS = 1_000_000;
/** Paging, for example, would cut off the passages to pack. */
const NOT_APPLICABLE = ['limit', 'offset', 'page', 'pageSize', 'sort', 'facets', 'explain'];

export async function contextOf(
  engine: Remote<Pick<EngineApi, 'contextCandidates' | 'countTokens'>>,
  query: string,
  { tokens, countTokens, weak = true, signal, ...settings }: ContextOptions,
): Promise<Context> {
  if (!Number.isInteger(tokens) || tokens < 1 || tokens > MOST_TOKENS) {
    throw new HybridSearchError('invalid-option', `a whole number from 1 to ${MOST_TOKENS}`, { path: 'tokens' });
  }
  if (countTokens !== undefined && typeof countTokens !== 'function') {
    throw new HybridSearchError('invalid-option', 'must be a function that returns a number', { path: 'countTokens' });
  }
  if (typeof weak !== 'boolean')
    throw new HybridSearchError('invalid-option', 'must be true or false', { path: 'weak' });
  const foreign = NOT_APPLICABLE.find((name) => name in settings);
  if (foreign !== undefined)
    throw new HybridSearchError('invalid-option', 'doesn’t apply to a context', { path: foreign });

  const request = { settings, tokens, weak };
  const { candidates, repeated, modesUsed } = await engine.call('contextCandidates', [query, request], { signal });
  let counter: Context['counter'] = countTokens === undefined ? 'model' : 'given';
  const packed = await packContext(candidates, tokens, async (texts) => {
    if (countTokens !== undefined) return texts.map(counted(countTokens));
    const answer = await engine.call('countTokens', [texts], { signal });
    if (answer.counter === 'estimate') counter = 'estimate';
    return answer.counts;
  });
  return { query, ...packed, omitted: packed.omitted + repeated, budget: tokens, counter, modesUsed };
}

/** Refuses NaN and negative counts. With NaN, no passage would fit; with negative counts, every passage would. */
const counted =
  (count: (text: string) => number) =>
  (text: string): number => {
    const tokens = count(text);
    if (typeof tokens === 'number' && tokens >= 0) return tokens;
    throw new HybridSearchError('invalid-option', 'must return a number of at least 0', { path: 'countTokens' });
  };
