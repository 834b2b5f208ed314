/**
 * `npm run eval:context -- DIR… [--tokens 1000] [--model ID]` compares `context()` with the plain list of hits, cut off
 * at the budget. `all` is the share of questions whose evidence fits completely, `any` the share for which some of it
 * fits.
 */
import { parseArgs } from 'node:util';
import type { ContextCandidate } from '../src/core/context/context.ts';
import { packContext } from '../src/core/context/pack-context.ts';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import { joinSettings } from '../src/core/options/resolve-options.ts';
import { contextCandidates } from '../src/engine/search/context-candidates.ts';
import { COLUMN_SETTINGS } from './columns.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';
import { settingsOf } from './settings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokens: { type: 'string', default: '1000' },
    model: { type: 'string', default: BGE_SMALL },
    threads: { type: 'string', default: '2' },
    options: { type: 'string', default: '{}' },
  },
});
if (positionals.length === 0) {
  console.error('usage: npm run eval:context -- DIR… (BEIR folders)');
  process.exit(2);
}

const cited = ({ text, createdAt }: ContextCandidate): string =>
  `[99] ${new Date(createdAt).toISOString().slice(0, 10)} ${text}\n`;
const budget = Number(values.tokens);
const settings = joinSettings(COLUMN_SETTINGS.hybrid, settingsOf(JSON.parse(values.options) as SearchSettings));
const model = await openModel(values.model, Number(values.threads));

interface Way {
  ids(query: string): Promise<{ ids: string[]; tokens: number }>;
}

console.log(
  '| set | questions | way | all evidence | any evidence | passages | tokens |\n|---|---|---|---|---|---|---|',
);
for (const path of positionals) {
  for (const set of readDataSets(path)) {
    const { searcher, table, close } = await buildEngine(set, model);
    const candidatesOf = async (query: string, weak: boolean) =>
      (await contextCandidates(searcher, table, query, { settings, tokens: budget, weak })).candidates;
    const plain = async (query: string, most: number, line = (candidate: ContextCandidate) => candidate.text) => {
      const ids: string[] = [];
      let tokens = 0;
      for (const candidate of (await candidatesOf(query, true)).slice(0, most)) {
        const [cost = 0] = await model.countTokens([line(candidate)]);
        if (tokens + cost > budget) break;
        tokens += cost;
        ids.push(candidate.id);
      }
      return { ids, tokens };
    };
    const packed = async (query: string, weak: boolean) => {
      const { passages, tokens } = await packContext(await candidatesOf(query, weak), budget, model.countTokens);
      return { ids: passages.map(({ id }) => id), tokens };
    };
    const ways: { [name: string]: Way } = {
      'top 10': { ids: (query) => plain(query, 10) },
      'top k': { ids: (query) => plain(query, Number.POSITIVE_INFINITY) },
      'top k, numbered and dated': { ids: (query) => plain(query, Number.POSITIVE_INFINITY, cited) },
      'context()': { ids: (query) => packed(query, true) },
      'context(), weak: false': { ids: (query) => packed(query, false) },
    };
    for (const [name, way] of Object.entries(ways)) {
      let all = 0;
      let any = 0;
      let passages = 0;
      let spent = 0;
      const judged = set.queries.filter((query) => query.judged.size > 0);
      for (const query of judged) {
        const { ids, tokens } = await way.ids(query.text);
        const held = new Set(ids);
        const evidence = [...query.judged.keys()];
        if (evidence.every((id) => held.has(id))) all++;
        if (evidence.some((id) => held.has(id))) any++;
        passages += ids.length;
        spent += tokens;
      }
      const share = (count: number): string => (count / judged.length).toFixed(3);
      const mean = (sum: number): string => (sum / judged.length).toFixed(sum / judged.length < 100 ? 1 : 0);
      console.log(
        `| ${set.name} | ${judged.length} | ${name} | ${share(all)} | ${share(any)} | ${mean(passages)} | ${mean(spent)} |`,
      );
    }
    await close();
  }
}
await model.dispose();
