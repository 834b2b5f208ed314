import type { Scope } from '../../../core/filter/scope.ts';
import type { ParsedQuery } from '../../../core/query/parsed-query.ts';
import { KEYWORD_PRIOR_SHARE, keywordEvidence, shrinkMoments } from '../../../core/ranking/evidence.ts';
import { type LanguageId, languageId, UNKNOWN_LANGUAGE } from '../../../core/text/language.ts';
import type { KeywordIndex } from '../../keyword/keyword-index.ts';
import type { SearchPlan } from '../stages.ts';
import type { KeywordArmResult } from './arm.ts';
import { LEAST_ROWS_FOR_STATISTICS, twoGreatest } from './arm.ts';

/**
 * @param alone whether plain BM25 ranks. Coverage corrects what fusion would overrate, but without fusion it does more
 * harm than good (docs/decisions/0002-keyword.md)
 */
export function keywordArm(
  index: KeywordIndex,
  query: ParsedQuery,
  { scopes: { visible, filtered }, settings, arrays }: Pick<SearchPlan, 'scopes' | 'settings' | 'arrays'>,
  alone: boolean,
  { languageOf, knownWords = new Set() }: { languageOf: LanguageOf; knownWords?: ReadonlySet<string> },
): KeywordArmResult {
  const wide = filtered !== visible && filtered.count < LEAST_ROWS_FOR_STATISTICS;
  const scope = wide ? visible : filtered;
  const isCompounding = compounding(languageOf, visible);
  const result = index.search(query, scope, { ...settings, knownWords, isCompounding, passages: !alone }, arrays);
  const sd = shrinkMoments({ mean: 0, sd: result.sd }, scope.count, {
    mean: 0,
    sd: KEYWORD_PRIOR_SHARE * result.highestPossible,
  }).sd;
  const scores = wide ? within(result.scores, filtered) : result.scores;
  const count = wide ? scores.reduce((sum, score) => sum + (score > 0 ? 1 : 0), 0) : result.count;
  return {
    arm: 'keyword',
    scores,
    evidence: keywordEvidence(scores, alone ? null : result.coverage, sd, { arrays }),
    count,
    milliseconds: 0,
    result,
    sd,
    ...twoGreatest(scores, 0),
  };
}

type LanguageOf = (row: number) => LanguageId;

/** `other` has the Scandinavian languages, Finnish and Hungarian. */
const COMPOUNDING = (['de', 'nl', 'other'] as const).map(languageId);

/** If a memory is too short to show its language, it's taken to be in one of these if most others are. */
function compounding(languageOf: LanguageOf, { size, allowed }: Scope): (row: number) => boolean {
  let most: boolean | null = null;
  const countMost = (): boolean => {
    let lead = 0;
    for (let row = 0; row < size; row++) {
      const language = allowed === null || allowed[row] === 1 ? languageOf(row) : UNKNOWN_LANGUAGE;
      if (language !== UNKNOWN_LANGUAGE) lead += COMPOUNDING.includes(language) ? 1 : -1;
    }
    return lead > 0;
  };
  return (row) => {
    const language = languageOf(row);
    if (language !== UNKNOWN_LANGUAGE) return COMPOUNDING.includes(language);
    most ??= countMost();
    return most;
  };
}

function within(scores: Float32Array, scope: Scope): Float32Array {
  const { allowed } = scope;
  return allowed === null ? scores : scores.map((score, row) => (allowed[row] === 1 ? score : 0));
}
