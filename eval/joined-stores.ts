/**
 * `npx tsx eval/joined-stores.ts DIR… [--most N]` shows whether ranking favours long memories: eight short ones are
 * joined into one. Ordinary sets have too few long memories to show that.
 */
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { Memory } from '../src/core/record/memory.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { type DataSet, type JudgedQuery, readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { spread } from './label-samples.ts';
import { openModel } from './models.ts';
import { reportOf, type SetReport, toTable } from './report.ts';
import { runSet } from './run-set.ts';

const JOINED = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '500' } },
});
const model = await openModel(BGE_SMALL);
const reports: SetReport[] = [];
for (const path of positionals) {
  const set = joined(readDataSets(path)[0]!);
  const engine = await buildEngine(set, model, {
    onProgress: (done, total) => process.stderr.write(`\r${set.name}: ${done} of ${total} chunks embedded `),
  });
  const queries = spread(set.queries, Number(values.most));
  const result = await runSet({ ...set, queries }, engine.searcher.rank, ['keyword', 'semantic', 'hybrid']);
  reports.push(reportOf(set.name, set.corpus.length, result));
  await engine.close();
}
await model.dispose();
console.log(toTable(reports.map((report) => ({ ...report, honesty: null, labels: null }))));

function joined({ name, corpus, queries, ...set }: DataSet): DataSet {
  const random = seededRandom(11);
  const shuffled = corpus
    .map((memory) => ({ memory, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ memory }) => memory);
  const half = Math.floor(shuffled.length / 2 / JOINED) * JOINED;
  const long: Memory[] = [];
  const longOf = new Map<string, string>();
  for (let from = 0; from < half; from += JOINED) {
    const parts = shuffled.slice(from, from + JOINED);
    const id = `joined ${from / JOINED}`;
    for (const part of parts) longOf.set(part.id, id);
    const text = parts.map(({ title = '', text }) => `${title}\n${text}`.trim()).join('\n\n');
    const { title: _, ...first } = parts[0]!;
    long.push({ ...first, id, text, tags: [], contentHash: id });
  }
  const judgedAgain = (query: JudgedQuery): JudgedQuery => {
    const judged = new Map<string, number>();
    for (const [id, grade] of query.judged) {
      const now = longOf.get(id) ?? id;
      judged.set(now, Math.max(grade, judged.get(now) ?? 0));
    }
    const places = new Set([...query.judged.keys()].map((id) => (longOf.has(id) ? 'long' : 'short')));
    return { ...query, judged, category: places.size > 1 ? 'both' : [...places].join() };
  };
  return {
    ...set,
    name: `${name}, joined`,
    corpus: [...shuffled.slice(half), ...long],
    queries: queries.filter(({ judged }) => judged.size > 0).map(judgedAgain),
  };
}
