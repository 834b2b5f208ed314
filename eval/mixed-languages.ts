/**
 * `npx tsx eval/mixed-languages.ts DIR… [--model ID] [--most N]` puts parallel sets, such as `xquad-en` and `xquad-de`,
 * into one store: each memory in one of the languages, in turn. Questions are asked in all of them, N in each.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from '../src/core/metrics/ranking-metrics.ts';
import { MULTILINGUAL_E5_SMALL } from '../src/core/model-profiles.ts';
import type { Memory } from '../src/core/record/memory.ts';
import { type JudgedQuery, readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { spread } from './label-samples.ts';
import { openModel } from './models.ts';
import { type QueryResult, runSet } from './run-set.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: MULTILINGUAL_E5_SMALL }, most: { type: 'string', default: '300' } },
});
if (positionals.length < 2) {
  console.error('usage: npx tsx eval/mixed-languages.ts DIR DIR… (the same texts in different languages)');
  process.exit(2);
}

const sets = positionals.map((path) => readDataSets(path)[0]!);
const placeOf = new Map(sets[0]!.corpus.map(({ id }, at) => [id, at % sets.length]));
const corpus: Memory[] = sets.flatMap((set, place) => set.corpus.filter(({ id }) => placeOf.get(id) === place));
const textPlaceOf = ({ judged }: JudgedQuery): number => placeOf.get([...judged.keys()][0]!)!;
const queries = sets.flatMap((set, asked) =>
  spread(set.queries, Number(values.most)).map((query) => ({ ...query, metadata: { asked } })),
);

const model = await openModel(values.model);
const name = positionals.map((path) => basename(path)).join(' + ');
const engine = await buildEngine({ name, corpus }, model);
const result = await runSet({ name, corpus, queries }, engine.searcher.rank, ['keyword', 'semantic', 'hybrid']);
await engine.close();
await model.dispose();

const ndcg = (rows: readonly number[]): string =>
  (rows.reduce((sum, value) => sum + value, 0) / rows.length).toFixed(3);

/** @param matches decides by the language of the question and that of its answer */
function row(label: string, matches: (asked: number, stored: number) => boolean): string {
  const own = (rows: readonly QueryResult[]) =>
    rows.filter(({ query }) => matches(Number(query.metadata.asked), textPlaceOf(query)));
  const known = own(result.semantic!).map(({ query, ranked }) => {
    const inLanguage = ranked.filter((id) => placeOf.get(id) === textPlaceOf(query));
    return measure(inLanguage, query.judged)['ndcg@10'];
  });
  const columns = [result.keyword!, result.semantic!, result.hybrid!].map((rows) =>
    ndcg(own(rows).map(({ metrics }) => metrics['ndcg@10'])),
  );
  return `| ${[label, known.length, ...columns, ndcg(known)].join(' | ')} |`;
}

console.log(
  `${name}: ${corpus.length} memories\n\n| question → answer | questions | keyword | meaning | hybrid | meaning, answer's language known |\n|---|---|---|---|---|---|`,
);
console.log(row('all', () => true));
console.log(row('same language', (asked, stored) => asked === stored));
console.log(row('another language', (asked, stored) => asked !== stored));
for (const [from, { language: asking }] of sets.entries()) {
  for (const [to, { language: stored }] of sets.entries()) {
    console.log(row(`${asking} → ${stored}`, (asked, at) => asked === from && at === to));
  }
}
