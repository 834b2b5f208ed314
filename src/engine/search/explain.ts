import type { Arm } from '../../core/options/options.ts';
import { armOverlap, meanListed } from '../../core/results/explain.ts';
import type { SearchStats } from '../../core/results/response.ts';
import type { SemanticScan } from '../vector/vector-index.ts';
import { type ArmResult, candidateArms, rowArms } from './arms/arm.ts';
import type { RankedSearch } from './ranked-search.ts';

/** @param cached whether the ranked list came from the cache */
export function explain(ranked: RankedSearch, totalMs: number, cached: boolean): SearchStats {
  const { plan, found, ranking, list } = ranked;
  const { semantic, embedding } = found;
  const armMs: SearchStats['armMs'] = {};
  const rows: SearchStats['rows'] = {};
  const meanScore: SearchStats['meanScore'] = {};
  const { matched, depth } = ranking;
  ranking.scoreAll();
  const rankingOf = (arm: Arm) => ranking.armRankings.find((own) => own.arm === arm);
  const tell = ({ arm, milliseconds, count }: ArmResult, scoreOf: (row: number) => number): void => {
    armMs[arm] = milliseconds;
    rows[arm] = arm === 'semantic' ? semantic!.scan.rows : count;
    meanScore[arm] = meanListed(matched, rankingOf(arm), depth, scoreOf);
  };
  for (const result of rowArms(found)) tell(result, (row) => result.scores[row]!);
  for (const result of candidateArms(found)) tell(result, (row) => result.candidates.scoreOf(row));
  return {
    totalMs,
    armMs,
    embeddingMs: embedding?.milliseconds ?? 0,
    fusionMs: ranked.fusionMs,
    filters: plan.scopes.filterNames,
    rows,
    rrfK: plan.settings.k,
    ...armOverlap(matched, rankingOf('keyword'), rankingOf('semantic'), depth),
    cacheHits: (cached ? 1 : 0) + (embedding?.cached ? 1 : 0),
    duplicatesBefore: list.duplicatesBefore,
    duplicatesAfter: list.duplicatesAfter,
    meanScore,
    plan: [
      ...(semantic === null ? [] : [`scan: ${scanOf(ranked, semantic.scan.plan)}`]),
      ...(plan.keywordsFirst ? ['identifiers only: keywords answer'] : []),
      ...(plan.tiered ? ['exact tier'] : []),
      `alpha: ${ranking.alphaUsed}`,
      ...(semantic === null ? [] : [`semantic confidence: ${semantic.confidence}`]),
      ...(found.keyword?.result.corrections ?? []).map(({ from, to }) => `corrected: ${from} → ${to}`),
    ],
    degradations: found.degradations,
  };
}

/** Rows hidden from the viewer don't count as filtered, because that would reveal them. */
function scanOf({ plan }: RankedSearch, scan: SemanticScan['plan']): string {
  return scan === 'filtered' && plan.scopes.filtered.count === plan.scopes.visible.count ? 'full' : scan;
}
