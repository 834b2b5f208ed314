import { contentWords } from '../../../core/query/informative-terms.ts';
import { queryLanguage } from '../../../core/query/query-language.ts';
import { acrossLanguages, nearestLanguage } from '../../../core/ranking/across-languages.ts';
import { semanticConfidence, semanticEvidence, shrinkMoments } from '../../../core/ranking/evidence.ts';
import { meanShareOf } from '../../../core/ranking/mean-share.ts';
import { MEAN_PRIOR_ROWS } from '../../../core/ranking/relevance.ts';
import type { Ordinal } from '../../../core/record/memory.ts';
import { LANGUAGES, type LanguageId, UNKNOWN_LANGUAGE } from '../../../core/text/language.ts';
import { readsLanguage } from '../../../core/text/reads-language.ts';
import type { ModelProfile } from '../../../protocol/embedder-api.ts';
import type { VectorIndex } from '../../vector/vector-index.ts';
import type { SearchPlan } from '../stages.ts';
import type { SemanticArmResult } from './arm.ts';
import { LEAST_ROWS_FOR_STATISTICS, twoGreatest } from './arm.ts';

/** @param besides memories that are compared even if the index skips others */
export function semanticArm(
  index: VectorIndex,
  query: Float32Array,
  profile: ModelProfile,
  { scopes: { visible, filtered }, arrays, parsed }: Pick<SearchPlan, 'scopes' | 'arrays' | 'parsed'>,
  besides: () => Iterable<Ordinal>,
  languageOf: (row: number) => LanguageId,
): SemanticArmResult {
  const share = meanShareOf(contentWords(parsed).length);
  const scan = index.scan(query, filtered, besides, arrays, share);
  const wide = filtered !== visible && filtered.count < LEAST_ROWS_FOR_STATISTICS;
  const seen = wide ? index.scan(query, visible, undefined, arrays, share) : scan;
  const prior = { mean: profile.priorMean, sd: profile.priorSd };
  const moments = shrinkMoments(seen, seen.embedded, prior);
  // A scan by sign bits compares only near rows and a sample, too few for the mean of each language.
  const typed = queryLanguage(parsed);
  const readsQuery = readsLanguage(profile, typed);
  const isShifted = readsQuery && scan.plan !== 'sign-bits' && !wide;
  const compared = isShifted
    ? acrossLanguages(scan.similarity, languageOf, { languages: LANGUAGES.length, mean: scan.mean, arrays })
    : scan.similarity;
  // Without a difference, all memories are in one language.
  const isAcross = compared !== scan.similarity && (profile.reads?.length ?? 0) > 1;
  const nearest = () => nearestLanguage(scan.similarity, languageOf, LANGUAGES.length);
  const { best, second } = twoGreatest(compared, -1);
  const confidence = semanticConfidence((best - moments.mean) / moments.sd);
  const evidence = semanticEvidence(compared, moments, confidence, arrays);
  let count = 0;
  for (let row = 0, { length } = evidence; row < length; row++) if (evidence[row]! > 0) count++;
  return {
    arm: 'semantic',
    scores: scan.similarity,
    compared,
    readsQuery,
    language: !isAcross ? UNKNOWN_LANGUAGE : typed === UNKNOWN_LANGUAGE ? nearest() : typed,
    evidence,
    count,
    milliseconds: 0,
    scan,
    moments,
    confidence,
    standout: (best - moments.mean) / profile.priorSd,
    meanCosine: shrinkMoments(seen, seen.embedded, prior, MEAN_PRIOR_ROWS).mean,
    best,
    second,
    embeddedShare: filtered.count === 0 ? 1 : scan.embedded / filtered.count,
  };
}
