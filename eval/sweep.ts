/**
 * `npm run eval:sweep -- DIR… [--over alpha,k,fusion,threadContext,feedback,minSimilarity] [--most N] [--out FOLDER]
 * [--model ID]`: the hybrid ranking at each value of one option, with the others at their defaults. With `--most`, only
 * about N questions of a larger set are used.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { linePlot } from '../scripts/plot.ts';
import { meanMetrics } from '../src/core/metrics/ranking-metrics.ts';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';
import { runSet } from './run-set.ts';
import { settingsOf } from './settings.ts';

interface Point {
  label: string;
  /** Position in the plot. Undefined for values without a scale. */
  x?: number;
  settings: SearchSettings;
}

const numbers = (
  name: 'alpha' | 'k' | 'threadContext' | 'feedback' | 'minSimilarity',
  values: readonly number[],
): Point[] => values.map((x) => ({ label: String(x), x, settings: settingsOf({ [name]: x }) }));

const SWEEPS: { [option: string]: Point[] } = {
  alpha: [
    ...numbers('alpha', [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
    ...(['auto', 'corpus', 'query'] as const).map((alphaStrategy) => ({
      label: alphaStrategy,
      settings: settingsOf({ alphaStrategy }),
    })),
  ],
  k: numbers('k', [1, 10, 30, 60, 120, 400]),
  fusion: [
    { label: 'rrf, standard evidence', settings: {} },
    { label: 'rrf, no evidence', settings: settingsOf({ evidence: 'none' }) },
    { label: 'linear, min–max', settings: settingsOf({ fusion: 'linear' }) },
    { label: 'linear, 0.5', settings: settingsOf({ fusion: 'linear', alpha: 0.5 }) },
    { label: 'without exact tiers', settings: settingsOf({ exactFirst: false }) },
    { label: 'without tags', settings: settingsOf({ weights: { tags: 0 } }) },
    { label: 'without links', settings: settingsOf({ weights: { links: 0 } }) },
  ],
  threadContext: numbers('threadContext', [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
  feedback: numbers('feedback', [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7]),
  minSimilarity: numbers('minSimilarity', [-1, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7]),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    over: { type: 'string', default: 'alpha,k,fusion,threadContext,feedback,minSimilarity' },
    most: { type: 'string', default: 'Infinity' },
    out: { type: 'string', default: 'docs/evaluation' },
    model: { type: 'string', default: BGE_SMALL },
  },
});

const wanted = values.over.split(',').map((name) => name.trim());
const unknown = wanted.filter((name) => SWEEPS[name] === undefined);
if (positionals.length === 0 || unknown.length > 0) {
  console.error(unknown.length > 0 ? `unknown option ${unknown.join(', ')}` : 'usage: npm run eval:sweep -- DIR…');
  process.exit(2);
}

const model = await openModel(values.model);
/** nDCG@10 by option and set. */
const found = new Map<string, Map<string, number[]>>(wanted.map((name) => [name, new Map()]));
for (const path of positionals) {
  const sets = readDataSets(path);
  const engine = await buildEngine(sets[0]!, model);
  for (const set of sets) {
    const answerable = set.queries.filter(({ judged }) => judged.size > 0);
    const step = Math.max(1, Math.round(answerable.length / Number(values.most)));
    const judged = { ...set, queries: answerable.filter((_, at) => at % step === 0) };
    for (const name of wanted) {
      const row: number[] = [];
      for (const { settings } of SWEEPS[name]!) {
        const { hybrid } = await runSet(judged, engine.searcher.rank, ['hybrid'], settings);
        row.push(meanMetrics(hybrid!.map(({ metrics }) => metrics))['ndcg@10']);
      }
      found.get(name)!.set(set.name, row);
      console.log(`${set.name}, ${name}: ${row.map((value) => value.toFixed(4)).join(' ')}`);
    }
  }
  await engine.close();
}
await model.dispose();

mkdirSync(values.out, { recursive: true });
for (const [name, rows] of found) {
  const points = SWEEPS[name]!;
  const mean = points.map((_, at) => [...rows.values()].reduce((sum, row) => sum + row[at]!, 0) / rows.size);
  const cells = (label: string, row: readonly number[]) =>
    `| ${label} | ${row.map((value) => value.toFixed(3)).join(' | ')} |`;
  const table = [
    `| nDCG@10 by ${name} | ${points.map(({ label }) => label).join(' | ')} |`,
    `|---|${points.map(() => '---|').join('')}`,
    ...[...rows].map(([set, row]) => cells(set, row)),
    cells('mean', mean),
  ];
  writeFileSync(join(values.out, `sweep-${name}.md`), `${table.join('\n')}\n`);
  console.log(`\n${table.join('\n')}`);
  const scaled = points.flatMap(({ x }, at) => (x === undefined ? [] : [{ x, at }]));
  if (scaled.length < 2) continue;
  const lines = [...rows, ['mean', mean] as const].map(([label, row]) => ({
    name: label,
    points: scaled.map(({ x, at }) => ({ x, y: row[at]! })),
  }));
  writeFileSync(join(values.out, `sweep-${name}.svg`), linePlot(`nDCG@10 by ${name}`, name, 'nDCG@10', lines));
}
