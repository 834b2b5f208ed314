import type { Scope } from '../../../core/filter/scope.ts';
import type { ParsedQuery } from '../../../core/query/parsed-query.ts';
import { KEYWORD_PRIOR_SHARE, keywordEvidence, shrinkMoments } from '../../../core/ranking/evidence.ts';
import type { KeywordIndex } from '../../keyword/keyword-index.ts';
import type { SearchPlan } from '../stages.ts';
import type { KeywordArmResult } from './arm.ts';
import { LEAST_ROWS_FOR_STATISTICS } from './arm.ts';

/**
 * @param alone whether plain BM25 ranks. Coverage corrects what fusion would overrate, but without fusion it does more
 * harm than good (docs/decisions/0002-keyword.md)
 */
export function keywordArm(
  index: KeywordIndex,
  query: ParsedQuery,
  { scopes: { visible, filtered }, settings, arrays }: Pick<SearchPlan, 'scopes' | 'settings' | 'arrays'>,
  alone: boolean,
  knownWords: ReadonlySet<string> = new Set(),
): KeywordArmResult {
  const wide = filtered !== visible && filtered.count < LEAST_ROWS_FOR_STATISTICS;
  const scope = wide ? visible : filtered;
  const result = index.search(query, scope, { ...settings, knownWords, passages: !alone }, arrays);
  const sd = shrinkMoments({ mean: 0, sd: result.sd }, scope.count, {
    mean: 0,
    sd: KEYWORD_PRIOR_SHARE * result.highestPossible,
  }).sd;
  const scores = wide ? within(result.scores, filtered) : result.scores;
  const count = wide ? scores.reduce((sum, score) => sum + (score > 0 ? 1 : 0), 0) : result.count;
  const [best, second] = twoGreatest(scores);
  return {
    arm: 'keyword',
    scores,
    evidence: keywordEvidence(scores, alone ? null : result.coverage, sd, { arrays }),
    count,
    milliseconds: 0,
    result,
    sd,
    best,
    second,
  };
}

function twoGreatest(scores: Float32Array): [number, number] {
  let best = 0;
  let second = 0;
  for (let row = 0, { length } = scores; row < length; row++) {
    const score = scores[row]!;
    if (score <= second) continue;
    if (score > best) {
      second = best;
      best = score;
    } else second = score;
  }
  return [best, second];
}

function within(scores: Float32Array, scope: Scope): Float32Array {
  const { allowed } = scope;
  return allowed === null ? scores : scores.map((score, row) => (allowed[row] === 1 ? score : 0));
}
