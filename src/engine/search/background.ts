import type { ModelProfile } from '../../core/model-profiles.ts';
import { contentWords } from '../../core/query/informative-terms.ts';
import type { Background } from '../../core/ranking/relevance.ts';
import { detectLanguage } from '../../core/text/language.ts';
import { readsLanguage } from '../../core/text/reads-language.ts';
import type { Retrieved } from './arms/arm.ts';
import type { SearchPlan } from './stages.ts';

export function backgroundOf(plan: SearchPlan, { keyword, semantic, embedding }: Retrieved): Background {
  const { profile } = plan.semantic ?? {};
  const highest = keyword?.result.highestPossible ?? 0;
  const { best, second } = keyword ?? NO_SHARES;
  const words = contentWords(plan.parsed);
  return {
    memories: plan.scopes.filtered.count,
    words: numberOfWords(words),
    unknownWords: profile !== undefined && embedding?.vocabularyCoverage === 0 && areUnknown(words, profile),
    cosines:
      semantic === null || profile === undefined || !semantic.readsQuery
        ? null
        : {
            prior: { mean: profile.priorMean, sd: profile.priorSd },
            mean: semantic.meanCosine,
            best: semantic.best,
            second: semantic.second,
          },
    shares: keyword === null ? null : highest > 0 ? { best: best / highest, second: second / highest } : NO_SHARES,
  };
}

/** A single unknown word may just be rare, like `thermostat`. */
const LEAST_UNKNOWN = 2;

/** Runs of letters in scripts without spaces, which the parser takes for one word. Korean does have spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;
/** Average length of a Chinese word. */
const CHARACTERS_PER_WORD = 2;

function numberOfWords(words: readonly string[]): number {
  return words.reduce((sum, word) => {
    const characters = (word.match(UNSPACED) ?? []).join('').length;
    return sum + Math.max(1, Math.ceil(characters / CHARACTERS_PER_WORD));
  }, 0);
}

const NO_SHARES = { best: 0, second: 0 };

/** A question in a model's only language hardly ever has two words that aren't single tokens of its vocabulary. */
function areUnknown(words: readonly string[], profile: Pick<ModelProfile, 'reads'>): boolean {
  if (words.length >= LEAST_UNKNOWN && profile.reads?.length === 1) return true;
  return !readsLanguage(profile, detectLanguage(words.join(' ')));
}
