/** nDCG uses the grade as gain (Järvelin, Kekäläinen 2002, log2 discount), as trec_eval does. */

export type Judgements = ReadonlyMap<string, number>;

export function ndcg(ranked: readonly string[], judged: Judgements, depth: number): number {
  const gains = ranked.slice(0, depth).map((id) => Math.max(0, judged.get(id) ?? 0));
  const ideal = [...judged.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const best = discounted(ideal.slice(0, depth));
  return best === 0 ? 0 : discounted(gains) / best;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, position) => sum + gain / Math.log2(position + 2), 0);
}

export function recall(ranked: readonly string[], judged: Judgements, depth: number): number {
  const relevant = [...judged].filter(([, grade]) => grade > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const seen = new Set(ranked.slice(0, depth));
  return relevant.filter((id) => seen.has(id)).length / relevant.length;
}

export function reciprocalRankOfFirst(ranked: readonly string[], judged: Judgements, depth: number): number {
  const position = ranked.slice(0, depth).findIndex((id) => (judged.get(id) ?? 0) > 0);
  return position < 0 ? 0 : 1 / (position + 1);
}

export function hit(ranked: readonly string[], judged: Judgements, depth: number): number {
  return reciprocalRankOfFirst(ranked, judged, depth) > 0 ? 1 : 0;
}

export const METRICS = ['ndcg@10', 'recall@10', 'recall@100', 'mrr', 'mrr@10', 'hit@1', 'hit@10'] as const;
export type Metric = (typeof METRICS)[number];
export type MetricValues = { [metric in Metric]: number };

export function measure(ranked: readonly string[], judged: Judgements): MetricValues {
  return {
    'ndcg@10': ndcg(ranked, judged, 10),
    'recall@10': recall(ranked, judged, 10),
    'recall@100': recall(ranked, judged, 100),
    mrr: reciprocalRankOfFirst(ranked, judged, 100),
    'mrr@10': reciprocalRankOfFirst(ranked, judged, 10),
    'hit@1': hit(ranked, judged, 1),
    'hit@10': hit(ranked, judged, 10),
  };
}

export function meanMetrics(values: readonly MetricValues[]): MetricValues {
  const means = Object.fromEntries(METRICS.map((metric) => [metric, 0])) as MetricValues;
  for (const each of values) for (const metric of METRICS) means[metric] += each[metric] / values.length;
  return means;
}
