/**
 * `npx tsx eval/leave-one-out.ts DIR… [--values 0,0.1,0.2,0.3,0.4,0.5] [--model ID]` tests whether thread context's γ
 * suits a conversation that wasn't used to choose it. Chooses the smallest γ whose mean over the other sets' questions
 * is within one standard error (of the paired differences) of the best.
 */
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { TUNING_TABLE } from '../src/core/options/option-table.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';
import { runSet } from './run-set.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    values: { type: 'string', default: '0,0.1,0.2,0.3,0.4,0.5' },
    model: { type: 'string', default: BGE_SMALL },
  },
});
const gammas = values.values.split(',').map(Number);
const shipped = Number(TUNING_TABLE.find(({ name }) => name === 'threadContext')!.default);

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;

function standardError(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((value, i) => value - b[i]!);
  const middle = mean(differences);
  return Math.sqrt(mean(differences.map((value) => (value - middle) ** 2)) / differences.length);
}

const model = await openModel(values.model);
const sets: { name: string; byGamma: Map<number, number[]> }[] = [];
for (const path of positionals) {
  const set = readDataSets(path)[0]!;
  const { searcher, close } = await buildEngine(set, model);
  const byGamma = new Map<number, number[]>();
  for (const gamma of new Set([...gammas, shipped])) {
    const { hybrid } = await runSet(set, searcher.rank, ['hybrid'], { tuning: { threadContext: gamma } });
    byGamma.set(
      gamma,
      hybrid!.filter(({ query }) => query.judged.size > 0).map(({ metrics }) => metrics['ndcg@10']),
    );
  }
  await close();
  sets.push({ name: set.name, byGamma });
}
await model.dispose();

console.log(
  `| left out | ${gammas.map((gamma) => `others at ${gamma}`).join(' | ')} | chosen | none | chosen | shipped ${shipped} |`,
);
console.log(`|---|${gammas.map(() => '---|').join('')}---|---|---|---|`);
const outcome: number[][] = [];
for (const left of sets) {
  const others = new Map(
    gammas.map((gamma) => [gamma, sets.filter((set) => set !== left).flatMap(({ byGamma }) => byGamma.get(gamma)!)]),
  );
  const best = gammas.reduce((a, b) => (mean(others.get(b)!) > mean(others.get(a)!) ? b : a));
  const chosen = gammas.find((gamma) => {
    const behind = mean(others.get(best)!) - mean(others.get(gamma)!);
    return behind <= standardError(others.get(best)!, others.get(gamma)!);
  })!;
  const figures = [0, chosen, shipped].map((gamma) => mean(left.byGamma.get(gamma)!));
  outcome.push(figures);
  const row = [...gammas.map((gamma) => mean(others.get(gamma)!)), chosen, ...figures];
  console.log(
    `| ${left.name} | ${row.map((value, i) => (i === gammas.length ? value : value.toFixed(4))).join(' | ')} |`,
  );
}
const means = [0, 1, 2].map((column) => mean(outcome.map((row) => row[column]!)).toFixed(4));
console.log(`| mean | ${gammas.map(() => '').join(' | ')} | | ${means.join(' | ')} |`);
