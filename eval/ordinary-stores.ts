/**
 * Labels, and the sentence "Probably nothing here answers this", on ordinary notes in stores of 12 to 5,000:
 * `npx tsx eval/ordinary-stores.ts SET [FILL_DIR…] [--model ID]`. Small stores are drawn from the set. The largest store is
 * the set with memories of the other folders. Prints the table of `docs/measurements/0009-labels.md`.
 */
import { parseArgs } from 'node:util';
import { labelMetrics } from '../src/core/metrics/label-metrics.ts';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { Memory } from '../src/core/record/memory.ts';
import type { SearchResponse } from '../src/core/results/response.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { isDoubtful } from '../src/ui/session/doubt.ts';
import { type DataSet, type JudgedQuery, readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { type LabelSample, sampleStore, spread } from './label-samples.ts';
import { openModel } from './models.ts';
import { shareText } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: BGE_SMALL } },
});
/** Many small stores, because each has answers to a few questions only. */
const DRAWN = [
  { memories: 12, stores: 30 },
  { memories: 80, stores: 6 },
];
/** Questions of a drawn store that it doesn't answer. */
const UNANSWERED = 30;
const LARGEST = 5_000;

interface Store {
  size: number;
  corpus: Memory[];
  queries: readonly JudgedQuery[];
}

function* storesOf(set: DataSet, filling: readonly Memory[]): Generator<Store> {
  const random = seededRandom(7);
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  for (const { memories, stores } of DRAWN) {
    for (let store = 0; store < stores; store++) {
      const corpus = shuffled(set.corpus).slice(0, memories);
      const ids = new Set(corpus.map(({ id }) => id));
      const isAnswered = ({ judged }: JudgedQuery) => [...judged.keys()].some((id) => ids.has(id));
      const others = shuffled(set.queries.filter((query) => !isAnswered(query)));
      yield { size: memories, corpus, queries: [...set.queries.filter(isAnswered), ...spread(others, UNANSWERED)] };
    }
  }
  yield { size: set.corpus.length, corpus: set.corpus, queries: set.queries };
  if (filling.length === 0) return;
  yield { size: LARGEST, corpus: [...set.corpus, ...filling].slice(0, LARGEST), queries: set.queries };
}

function isDoubted({ answerable, hits }: LabelSample): boolean {
  const shown = hits.filter(({ label }) => label !== 'weak');
  return isDoubtful({ answerable, hits: shown, understood: { unreadLanguage: null } } as unknown as SearchResponse);
}

/** Shares: of the samples, those that have it. */
function share(samples: readonly LabelSample[], has: (sample: LabelSample) => boolean): string {
  return samples.length === 0 ? '–' : shareText(samples.filter(has).length / samples.length);
}

function rowOf(size: number, samples: readonly LabelSample[]): string {
  const of = (run: LabelSample['run']) => samples.filter((sample) => sample.run === run);
  const [present, own, removed] = [of('present'), of('own'), of('removed')];
  const metrics = labelMetrics(present.map(({ hits }) => ({ hits, without: null })));
  const anyStrong = ({ hits }: LabelSample) => hits.some(({ label }) => label === 'strong');
  const doubted = samples.filter(isDoubted);
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
  ];
  return `| ${cells.join(' | ')} |`;
}

const [path, ...fillers] = positionals;
const set = readDataSets(path!)[0]!;
const filling = fillers.flatMap((folder) => {
  const { name, corpus } = readDataSets(folder)[0]!;
  return corpus.map((memory) => ({ ...memory, id: `${name}/${memory.id}`, contentHash: `${name}/${memory.id}` }));
});
const model = await openModel(values.model);
const bySize = new Map<number, LabelSample[]>();
for (const { size, corpus, queries } of storesOf(set, filling)) {
  const engine = await buildEngine({ name: `ordinary ${size}`, corpus }, model);
  const asked = queries.map((query) => ({ query, family: set.name, foreign: false }));
  bySize.set(size, [...(bySize.get(size) ?? []), ...(await sampleStore(String(size), corpus, engine, asked))]);
  await engine.close();
}
await model.dispose();
console.log(
  '| memories | answered questions | AUROC over hits | strong hits that answer | first answers hidden | any strong: no answer | answers removed | sentence: answered | no answer | answers removed | said, right |\n|---|---|---|---|---|---|---|---|---|---|---|',
);
for (const [size, samples] of bySize) console.log(rowOf(size, samples));
