/**
 * How `relevance` is calibrated (DESIGN F7): `npx tsx eval/calibrate.ts DIR… [--most N] [--model ID] [--without-topic PREFIX]
 * [--mean]`. Each set (`DIR`, or `DIR<OTHER_DIR` for the questions of another folder) is asked its own answerable questions
 * and as many of the other sets, which it cannot answer, and its own unanswerable ones. For sets whose
 * name begins with PREFIX the unanswerable ones are their own, asked of a store without their answers and the tenth of it
 * that is nearest to them: a question in another language would be told by its language. A logistic over nearness and
 * words of the first hit (with `--mean` also over the mean cosine) is fitted to all sets (each with the same weight), and
 * to all but one at a time: the AUROC on the set left out is what to expect elsewhere.
 */
import { parseArgs } from 'node:util';
import { auroc } from '../src/core/metrics/auroc.ts';
import { parseQuery } from '../src/core/query/parse.ts';
import { LIKELY_RELEVANCE, meanOfBest, OWN_SHARE, smallStoreLift } from '../src/core/ranking/relevance.ts';
import type { Ordinal } from '../src/core/record/memory.ts';
import { BGE_SMALL } from '../src/embedding/models.ts';
import type { VectorIndex } from '../src/engine/vector/vector-index.ts';
import { COLUMN_SETTINGS } from './columns.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '150' },
    model: { type: 'string', default: BGE_SMALL },
    'without-topic': { type: 'string' },
    mean: { type: 'boolean', default: false },
  },
});
const STEPS = 4_000;
/** Share of a store that is left out with the answers. */
const TOPIC_SHARE = 0.1;
const RATE = 0.5;

interface Sample {
  near: number;
  mean: number;
  words: number;
  answerable: boolean;
  /** Asked of its own set. */
  own: boolean;
}

const everyNth = <T>(list: readonly T[], most: number): T[] => {
  const step = Math.max(1, Math.round(list.length / most));
  return list.filter((_, at) => at % step === 0);
};

const most = Number(values.most);
const model = await openModel(values.model);
const sets = positionals.map((spec) => {
  const [path, queries] = spec.split('<');
  return readDataSets(path!, queries)[0]!;
});
const samples = new Map<string, Sample[]>();
for (const [at, set] of sets.entries()) {
  const { searcher, keyword, vectors } = await buildEngine(set, model);
  const size = set.corpus.length;
  const ordinals = new Map(set.corpus.map(({ id }, ordinal) => [id, ordinal as Ordinal]));
  const answerable = everyNth(
    set.queries.filter(({ judged }) => judged.size > 0),
    most,
  );
  const unanswerable = set.queries.filter(({ judged }) => judged.size === 0);
  const strangers = sets.filter((other, i) => i !== at && !asksWithoutTopic(other));
  const foreign = strangers.flatMap((other) =>
    everyNth(other.queries, Math.ceil(answerable.length / strangers.length)),
  );
  const removed = asksWithoutTopic(set)
    ? answerable.map(({ text, judged }) => ({
        text,
        answerable: false,
        own: false,
        allowed: withoutTopic(
          vectors!,
          [...judged.keys()].map((id) => ordinals.get(id)!),
          size,
        ),
      }))
    : foreign.map(({ text }) => ({ text, answerable: false, own: false, allowed: null }));
  const asked = [
    ...answerable.map(({ text }) => ({ text, answerable: true, own: true, allowed: null })),
    ...unanswerable.map(({ text }) => ({ text, answerable: false, own: true, allowed: null })),
    ...removed,
  ];
  const rows: Sample[] = [];
  for (const { text, allowed, ...what } of asked) {
    const { hits, weak } = await searcher.search(text, { ...COLUMN_SETTINGS.hybrid, limit: 100 });
    const first = [...hits, ...weak].map(({ id }) => ordinals.get(id)!).find((row) => allowed?.[row] !== 0);
    if (first === undefined) continue;
    const scope = { size, allowed, count: allowed?.reduce((sum, one) => sum + one, 0) ?? size };
    const parsed = parseQuery(text);
    const { similarity, mean } = vectors!.scan((await model.embedder.query(parsed.semanticText)).vector, scope);
    const { scores, highestPossible } = keyword.search(parsed, scope, { prefix: true, typoTolerance: true });
    const share = (score: number): number => (highestPossible > 0 ? score / highestPossible : 0);
    const mix = (own: number, best: number): number => OWN_SHARE * own + (1 - OWN_SHARE) * best;
    const lift = smallStoreLift(scope.count, model.profile.priorSd);
    rows.push({
      near: mix(similarity[first]! + lift, meanOfBest(similarity) ?? 0),
      mean: values.mean ? mean : 0,
      words: mix(share(scores[first]!), share(scores.reduce((a, b) => Math.max(a, b), 0))),
      ...what,
    });
  }
  samples.set(set.name, rows);
}
await model.dispose();

function asksWithoutTopic({ name }: { name: string }): boolean {
  const prefix = values['without-topic'];
  return prefix !== undefined && name.startsWith(prefix);
}

/** 1 = stays: all but these memories and the tenth of the store that is nearest to them. */
function withoutTopic(vectors: VectorIndex, answers: readonly Ordinal[], size: number): Uint8Array {
  const nearest = new Float32Array(size).fill(-1);
  for (const answer of answers) {
    for (const row of vectors.get(answer)) {
      const { similarity } = vectors.scan(Float32Array.from(row), { size, allowed: null, count: size });
      for (let at = 0; at < size; at++) nearest[at] = Math.max(nearest[at]!, similarity[at]!);
    }
  }
  const limit = Float32Array.from(nearest).sort()[Math.floor((1 - TOPIC_SHARE) * size)]!;
  return Uint8Array.from(nearest, (similarity) => Number(similarity < limit));
}

interface Weights {
  bias: number;
  cosine: number;
  mean: number;
  coverage: number;
}

/** Weighted logistic regression by gradient descent on centred features. */
function fitLogistic(groups: readonly (readonly Sample[])[]): Weights {
  const rows = groups.flatMap((group) =>
    [true, false].flatMap((answerable) => {
      const some = group.filter((sample) => sample.answerable === answerable);
      return some.map((sample) => ({ ...sample, weight: 1 / (2 * groups.length * some.length) }));
    }),
  );
  const weighted = (of: (row: Sample) => number): number => rows.reduce((sum, row) => sum + of(row) * row.weight, 0);
  const centre = { near: weighted(({ near }) => near), mean: weighted(({ mean }) => mean) };
  // Features in their own deviations, so that one rate suits all: cosines vary by a tenth or a fiftieth.
  const deviation = (of: (row: Sample) => number): number => Math.sqrt(weighted((row) => of(row) ** 2)) || 1;
  const scale = {
    near: deviation(({ near }) => near - centre.near),
    mean: deviation(({ mean }) => mean - centre.mean),
  };
  let [bias, cosine, strangers, coverage] = [0, 0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const slope = { bias: 0, cosine: 0, mean: 0, coverage: 0 };
    for (const { near, mean, words, answerable, weight } of rows) {
      const x = (near - centre.near) / scale.near;
      const y = (mean - centre.mean) / scale.mean;
      const value = bias + cosine * x + strangers * y + coverage * words;
      const error = weight * (1 / (1 + Math.exp(-value)) - Number(answerable));
      slope.bias += error;
      slope.cosine += error * x;
      slope.mean += error * y;
      slope.coverage += error * words;
    }
    bias -= RATE * 10 * slope.bias;
    cosine -= RATE * 10 * slope.cosine;
    strangers -= RATE * 10 * slope.mean;
    coverage -= RATE * 10 * slope.coverage;
  }
  const fitted = { cosine: cosine / scale.near, mean: strangers / scale.mean, coverage };
  return { bias: bias - fitted.cosine * centre.near - fitted.mean * centre.mean, ...fitted };
}

function areaOf(rows: readonly Sample[], by: Weights): number {
  const value = ({ near, mean, words }: Sample): number => by.cosine * near + by.mean * mean + by.coverage * words;
  return auroc(
    rows.filter(({ answerable }) => answerable).map(value),
    rows.filter(({ answerable }) => !answerable).map(value),
  );
}

const show = (by: Weights): string =>
  [by.bias, by.cosine, by.mean, by.coverage].map((value) => value.toFixed(1)).join(' | ');
const all = fitLogistic([...samples.values()]);
/** Of the questions with an answer, and of those without: the share whose relevance reaches the bound that labels use. */
function likely(rows: readonly Sample[], by: Weights): string {
  return [true, false]
    .map((answerable) => {
      const some = rows.filter((sample) => sample.answerable === answerable);
      const reach = some.filter(({ near, mean, words }) => {
        const value = by.bias + by.cosine * near + by.mean * mean + by.coverage * words;
        return 1 / (1 + Math.exp(-value)) >= LIKELY_RELEVANCE;
      });
      return `${((100 * reach.length) / some.length).toFixed(1)} %`;
    })
    .join(' / ');
}
console.log(
  '| left out | bias | cosine | mean | coverage | AUROC on it | of its own unanswerable questions | likely: answerable / not |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const [name, rows] of samples) {
  const others = fitLogistic([...samples].filter(([other]) => other !== name).map(([, group]) => group));
  const own = rows.filter((sample) => sample.own);
  const hard = own.some(({ answerable }) => !answerable) ? areaOf(own, others).toFixed(4) : '–';
  console.log(`| ${name} | ${show(others)} | ${areaOf(rows, others).toFixed(4)} | ${hard} | ${likely(rows, others)} |`);
}
console.log(`| none | ${show(all)} | | | |`);
