import type { TokenCounts } from '../../core/context/context.ts';
import { estimateTokens } from '../../core/context/estimate-tokens.ts';
import { isHybridSearchError } from '../../core/errors.ts';
import type { EmbedderLink } from './embedder-link.ts';

/** Counts tokens with the model if it's ready. Otherwise, or if counting fails, estimates them. Errors: `aborted`. */
export async function countTokens(
  link: Readonly<EmbedderLink>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<TokenCounts> {
  if (link.status.state === 'ready') {
    try {
      const counts = await link.useWhileResponsive((embedder) => embedder.call('countTokens', [texts], { signal }));
      return { counts, counter: 'model' };
    } catch (error) {
      if (isHybridSearchError(error, 'aborted')) throw error;
    }
  }
  return { counts: texts.map(estimateTokens), counter: 'estimate' };
}
