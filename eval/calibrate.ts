/**
 * How `relevance` is calibrated (DESIGN F7): `npx tsx eval/calibrate.ts DIR… [--most N] [--model ID]`. Each set is asked its
 * own answerable questions and as many of the other sets, which it cannot answer, and its own unanswerable ones. A logistic
 * over nearness and words of the first hit is fitted to all sets (each with the same weight), and to all but one at a time:
 * the AUROC on the set left out is what to expect elsewhere.
 */
import { parseArgs } from 'node:util';
import { meanOfBest, OWN_SHARE } from '../src/core/fusion/relevance.ts';
import { auroc } from '../src/core/metrics/auroc.ts';
import { parseQuery } from '../src/core/query/parse.ts';
import { BGE_SMALL } from '../src/embedding/models.ts';
import { COLUMN_SETTINGS } from './columns.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '150' }, model: { type: 'string', default: BGE_SMALL } },
});
const STEPS = 4_000;
const RATE = 0.5;

interface Sample {
  near: number;
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
const sets = positionals.map((path) => readDataSets(path)[0]!);
const samples = new Map<string, Sample[]>();
for (const [at, set] of sets.entries()) {
  const { searcher, keyword, vectors } = await buildEngine(set, model);
  const scope = { size: set.corpus.length, allowed: null, count: set.corpus.length };
  const ordinals = new Map(set.corpus.map(({ id }, ordinal) => [id, ordinal]));
  const answerable = everyNth(
    set.queries.filter(({ judged }) => judged.size > 0),
    most,
  );
  const unanswerable = set.queries.filter(({ judged }) => judged.size === 0);
  const foreign = sets.flatMap((other, i) =>
    i === at ? [] : everyNth(other.queries, Math.ceil(answerable.length / (sets.length - 1))),
  );
  const asked = [
    ...answerable.map(({ text }) => ({ text, answerable: true, own: true })),
    ...unanswerable.map(({ text }) => ({ text, answerable: false, own: true })),
    ...foreign.map(({ text }) => ({ text, answerable: false, own: false })),
  ];
  const rows: Sample[] = [];
  for (const { text, ...what } of asked) {
    const { hits, weak } = await searcher.search(text, { ...COLUMN_SETTINGS.hybrid, limit: 1 });
    const first = hits[0] ?? weak[0];
    if (!first) continue;
    const ordinal = ordinals.get(first.id)!;
    const parsed = parseQuery(text);
    const { similarity } = vectors!.scan((await model.embedder.query(parsed.semanticText)).vector, scope);
    const { scores, highestPossible } = keyword.search(parsed, scope, { prefix: true, typoTolerance: true });
    const share = (score: number): number => (highestPossible > 0 ? score / highestPossible : 0);
    const mix = (own: number, best: number): number => OWN_SHARE * own + (1 - OWN_SHARE) * best;
    rows.push({
      near: mix(similarity[ordinal]!, meanOfBest(similarity) ?? 0),
      words: mix(share(scores[ordinal]!), share(Math.max(...scores))),
      ...what,
    });
  }
  samples.set(set.name, rows);
}
await model.dispose();

/** Weighted logistic regression by gradient descent on centred features: two coefficients and a bias. */
function fitLogistic(groups: readonly (readonly Sample[])[]): { bias: number; cosine: number; coverage: number } {
  const rows = groups.flatMap((group) =>
    [true, false].flatMap((answerable) => {
      const some = group.filter((sample) => sample.answerable === answerable);
      return some.map((sample) => ({ ...sample, weight: 1 / (2 * groups.length * some.length) }));
    }),
  );
  const centre = rows.reduce((sum, { near, weight }) => sum + near * weight, 0);
  // Cosines vary by a tenth: scaled, so that one rate suits both features.
  const scale = 10;
  let [bias, cosine, coverage] = [0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    let [down, downCosine, downCoverage] = [0, 0, 0];
    for (const { near, words, answerable, weight } of rows) {
      const x = scale * (near - centre);
      const error = weight * (1 / (1 + Math.exp(-(bias + cosine * x + coverage * words))) - Number(answerable));
      down += error;
      downCosine += error * x;
      downCoverage += error * words;
    }
    bias -= RATE * 10 * down;
    cosine -= RATE * 10 * downCosine;
    coverage -= RATE * 10 * downCoverage;
  }
  return { bias: bias - cosine * scale * centre, cosine: cosine * scale, coverage };
}

function areaOf(rows: readonly Sample[], by: { cosine: number; coverage: number }): number {
  const value = ({ near, words }: Sample): number => by.cosine * near + by.coverage * words;
  return auroc(
    rows.filter(({ answerable }) => answerable).map(value),
    rows.filter(({ answerable }) => !answerable).map(value),
  );
}

const show = (by: { bias: number; cosine: number; coverage: number }): string =>
  `${by.bias.toFixed(1)} | ${by.cosine.toFixed(1)} | ${by.coverage.toFixed(1)}`;
const all = fitLogistic([...samples.values()]);
console.log('| left out | bias | cosine | coverage | AUROC on it | of its own unanswerable questions |');
console.log('|---|---|---|---|---|---|');
for (const [name, rows] of samples) {
  const others = fitLogistic([...samples].filter(([other]) => other !== name).map(([, group]) => group));
  const own = rows.filter((sample) => sample.own);
  const hard = own.some(({ answerable }) => !answerable) ? areaOf(own, others).toFixed(4) : '–';
  console.log(`| ${name} | ${show(others)} | ${areaOf(rows, others).toFixed(4)} | ${hard} |`);
}
console.log(`| none | ${show(all)} | | |`);
