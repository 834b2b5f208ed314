/** Finds the weight of meaning (α) that would have been best for the user's own judged questions. */
import { type Interval, pairedBootstrap } from '../../../core/metrics/bootstrap.ts';
import type { EvaluationReport, HybridSearchClient, JudgedQuery } from '../../shared/engine-access.ts';

export const ALPHAS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

export interface Sweep {
  report: EvaluationReport;
  /** nDCG@10 of keyword and semantic search together, for each weight. */
  byAlpha: readonly { alpha: number; ndcg: number }[];
  bestAlpha: number;
  /**
   * Gain in nDCG@10 over the default, as a 95 % interval. Slightly optimistic, because the best of many weights is
   * taken.
   */
  gain: Interval;
}

/** @param onStep called with the finished share, 0–1 */
export async function sweepAlpha(
  client: HybridSearchClient,
  judged: readonly JudgedQuery[],
  signal: AbortSignal,
  onStep: (share: number) => void,
): Promise<Sweep | { report: EvaluationReport }> {
  const report = await client.evaluate(judged, { signal });
  onStep(1 / (ALPHAS.length + 1));
  if (!report.columns.hybrid || !report.columns.semantic) return { report };
  const found: { alpha: number; ndcg: number; each: number[] }[] = [];
  for (const [step, alpha] of ALPHAS.entries()) {
    const { columns, perQuery } = await client.evaluate(judged, { settings: { alpha }, signal });
    onStep((step + 2) / (ALPHAS.length + 1));
    found.push({ alpha, ndcg: columns.hybrid?.['ndcg@10'] ?? 0, each: perQuery.map(({ ndcg }) => ndcg.hybrid ?? 0) });
  }
  // On a tie, takes the weight nearest to 0.5, which favours neither words nor meaning.
  const best = found.reduce((a, b) =>
    b.ndcg > a.ndcg || (b.ndcg === a.ndcg && Math.abs(b.alpha - 0.5) < Math.abs(a.alpha - 0.5)) ? b : a,
  );
  const standard = report.perQuery.map(({ ndcg }) => ndcg.hybrid ?? 0);
  return {
    report,
    byAlpha: found.map(({ alpha, ndcg }) => ({ alpha, ndcg })),
    bestAlpha: best.alpha,
    gain: pairedBootstrap(best.each, standard),
  };
}
