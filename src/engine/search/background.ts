/** What the store looks like to one question (F7): the background that hits are judged against. */
import { tellingWords } from '../../core/query/telling-terms.ts';
import type { Background } from '../../core/ranking/relevance.ts';
import type { Retrieved } from './arms/arm.ts';
import type { SearchPlan } from './stages.ts';

export function backgroundOf(plan: SearchPlan, { keyword, semantic }: Retrieved): Background {
  const { profile } = plan.semantic ?? {};
  const highest = keyword?.result.highestPossible ?? 0;
  const { best, second } = keyword ?? NO_SHARES;
  return {
    memories: plan.scopes.filtered.count,
    words: tellingWords(plan.parsed).length,
    cosines:
      semantic === null || profile === undefined
        ? null
        : {
            prior: { mean: profile.priorMean, sd: profile.priorSd },
            mean: semantic.meanCosine,
            best: semantic.best,
          },
    shares: keyword === null ? null : highest > 0 ? { best: best / highest, second: second / highest } : NO_SHARES,
  };
}

const NO_SHARES = { best: 0, second: 0 };
