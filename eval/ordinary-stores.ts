/**
 * `npx tsx eval/ordinary-stores.ts SET [FILL_DIR…] [--model ID | --model none]` prints the tables of
 * `docs/measurements/0009-labels.md`. Small stores are drawn from the set. The largest store is the set plus memories
 * of the other folders.
 */
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { EVIDENCE } from '../src/core/ranking/calibration.ts';
import { HIGH_COVERAGE, LIKELY_RELEVANCE, OWN_NEARNESS } from '../src/core/ranking/relevance.ts';
import type { SearchResponse } from '../src/core/results/response.ts';
import { isDoubtful } from '../src/ui/session/answer/missing-answers.ts';
import { readDataSets } from './data-set.ts';
import { drawnStores } from './drawn-stores.ts';
import { buildEngine } from './engine.ts';
import { labelMetrics } from './label-metrics.ts';
import { type LabelSample, type SampleHit, sampleStore } from './label-samples.ts';
import { openModel } from './models.ts';
import { shareText } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: BGE_SMALL } },
});
const COSINE = EVIDENCE.indexOf('cosine');
const COVERAGE = EVIDENCE.indexOf('coverage');

function isDoubted({ answerable, hits }: LabelSample): boolean {
  const shown = hits.filter(({ label }) => label !== 'weak');
  return isDoubtful({ answerable, hits: shown, understood: { unreadLanguage: null } } as unknown as SearchResponse);
}

function share(samples: readonly LabelSample[], has: (sample: LabelSample) => boolean): string {
  return samples.length === 0 ? '–' : shareText(samples.filter(has).length / samples.length);
}

function mean(counts: readonly number[]): string {
  return counts.length === 0 ? '–' : (counts.reduce((sum, count) => sum + count, 0) / counts.length).toFixed(1);
}

/** `near`: hits whose own cosine keeps them from being weak. `saved`: those that would be weak otherwise. */
function nearRowOf(size: number, samples: readonly LabelSample[]): string {
  const near = samples
    .flatMap(({ hits }) => hits)
    .filter(({ evidence }) => evidence[COSINE]! >= OWN_NEARNESS && evidence[COVERAGE]! < HIGH_COVERAGE);
  const saved = near.filter(({ relevance }) => relevance === LIKELY_RELEVANCE);
  const answers = (hits: readonly SampleHit[]) => hits.filter(({ answer }) => answer).length;
  const cells = [size.toLocaleString('en'), near.length, answers(near), saved.length, answers(saved)];
  return `| ${cells.join(' | ')} |`;
}

function rowOf(size: number, samples: readonly LabelSample[]): string {
  const of = (run: LabelSample['run']) => samples.filter((sample) => sample.run === run);
  const [present, own, removed] = [of('present'), of('own'), of('removed')];
  const metrics = labelMetrics(present.map(({ hits }) => ({ hits, without: null })));
  const anyStrong = ({ hits }: LabelSample) => hits.some(({ label }) => label === 'strong');
  const doubted = samples.filter(isDoubted);
  const shown = ({ hits }: LabelSample) => hits.filter(({ label }) => label !== 'weak').length;
  const isEmpty = ({ hits }: LabelSample) => hits.every(({ label }) => label === 'weak');
  const cells = [
    size.toLocaleString('en'),
    String(present.length),
    metrics.auroc?.toFixed(3) ?? '–',
    shareText(metrics.strongRight ?? 0),
    shareText(metrics.firstHidden ?? 0),
    share(own, anyStrong),
    share(removed, anyStrong),
    share(present, isDoubted),
    share(own, isDoubted),
    share(removed, isDoubted),
    `${doubted.length}: ${share(doubted, ({ run }) => run !== 'present')}`,
    share(present, isEmpty),
    share(own, isEmpty),
    mean(present.map(shown)),
    mean(own.map(shown)),
  ];
  return `| ${cells.join(' | ')} |`;
}

const [path, ...fillers] = positionals;
const set = readDataSets(path!)[0]!;
const model = values.model === 'none' ? null : await openModel(values.model);
const bySize = new Map<number, LabelSample[]>();
const filling = fillers.map((folder) => readDataSets(folder)[0]!);
for (const { memories: size, corpus, queries } of drawnStores(set, filling)) {
  const engine = await buildEngine({ name: `ordinary ${size}`, corpus }, model);
  const asked = queries.map((query) => ({ query, family: set.name, foreign: false }));
  bySize.set(size, [...(bySize.get(size) ?? []), ...(await sampleStore(String(size), corpus, engine, asked))]);
  await engine.close();
}
await model?.dispose();
console.log(
  '| memories | answered questions | AUROC over hits | strong hits that answer | first answers hidden | any strong: no answer | answers removed | sentence: answered | no answer | answers removed | said, right | no hit shown: answered | no answer | of the first ten, shown: answered | no answer |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
);
for (const [size, samples] of bySize) console.log(rowOf(size, samples));
console.log(
  '\n| memories | near by their own cosine | answers | weak without that rule | answers |\n|---|---|---|---|---|',
);
for (const [size, samples] of bySize) console.log(nearRowOf(size, samples));
