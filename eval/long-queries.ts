/**
 * `npm run eval:long -- DIR…`: each document that's judged together with others becomes a query, and those others are
 * its answers. "Passes" are the postings of a query's terms divided by the size of the store. For example, 32 terms
 * that every memory contains give 32.
 */
import { parseArgs } from 'node:util';
import { measure } from '../src/core/metrics/ranking-metrics.ts';
import { MAX_QUERY_TERMS } from '../src/core/query/grammar.ts';
import { informativeTerms } from '../src/core/query/informative-terms.ts';
import { parseQuery } from '../src/core/query/parse.ts';
import type { Ordinal } from '../src/core/record/memory.ts';
import { createKeywordIndex } from '../src/engine/keyword/bm25-index.ts';
import { COLUMN_SETTINGS } from './columns.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { inRankedOrder } from './run-set.ts';

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) {
  console.error('usage: npm run eval:long -- DIR… (BEIR folders of long texts)');
  process.exit(2);
}
const LEAST_WORDS = MAX_QUERY_TERMS + 1;

console.log(
  '| set | texts asked | distinct words (median) | asked (most) | nDCG@10: what says most | the first 32 | passes, slowest | by the first 32 |\n|---|---|---|---|---|---|---|---|',
);
for (const path of positionals) {
  const set = readDataSets(path)[0]!;
  const texts = new Map(set.corpus.map((memory) => [memory.id, memory.text]));
  const beside = new Map<string, Map<string, number>>();
  for (const { judged } of set.queries) {
    const relevant = [...judged].filter(([id, grade]) => grade > 0 && texts.has(id));
    for (const [id] of relevant) {
      const others = relevant.filter(([other]) => other !== id);
      if (others.length > 0) beside.set(id, new Map([...(beside.get(id) ?? []), ...others]));
    }
  }
  const index = createKeywordIndex();
  for (const [at, { text, title = '' }] of set.corpus.entries()) {
    index.add({ ordinal: at as Ordinal, title, text, tags: [], aliases: [], links: [] });
  }
  const scope = { size: set.corpus.length, allowed: null, count: set.corpus.length };
  const passes = (words: readonly string[]): number =>
    [...new Set(words)].reduce((sum, word) => sum + index.documentFrequency(word, scope), 0) / scope.count;
  const { searcher, close } = await buildEngine(set, null);
  const ranked = async (id: string, query: string, judged: Map<string, number>): Promise<number> => {
    const page = await searcher.rank(query, COLUMN_SETTINGS.keyword);
    const found = inRankedOrder(page)
      .map((hit) => hit.id)
      .filter((other) => other !== id);
    return measure(found.slice(0, 100), judged)['ndcg@10'];
  };
  const counts: number[] = [];
  const gains = { informative: 0, first: 0 };
  const slowest = { informative: 0, first: 0 };
  let most = 0;
  for (const [id, judged] of beside) {
    const parsed = parseQuery(texts.get(id)!);
    const distinct = [...new Set(parsed.words)];
    if (distinct.length < LEAST_WORDS) continue;
    const asked = informativeTerms(parsed, (words) => index.idfs(words, scope));
    const first = distinct.slice(0, MAX_QUERY_TERMS);
    counts.push(distinct.length);
    most = Math.max(most, new Set(asked.words).size);
    gains.informative += await ranked(id, texts.get(id)!, judged);
    gains.first += await ranked(id, first.join(' '), judged);
    slowest.informative = Math.max(slowest.informative, passes(asked.words));
    slowest.first = Math.max(slowest.first, passes(first));
  }
  await close();
  const median = counts.sort((a, b) => a - b)[counts.length >> 1] ?? 0;
  const mean = (sum: number): string => (sum / Math.max(1, counts.length)).toFixed(3);
  console.log(
    `| ${set.name} | ${counts.length} | ${median} | ${most} | ${mean(gains.informative)} | ${mean(gains.first)} | ${slowest.informative.toFixed(1)} | ${slowest.first.toFixed(1)} |`,
  );
}
