/**
 * `npx tsx eval/ordinary-labels.ts [--model ID]` counts how often the page's statements about its results are true on
 * ordinary notes. There are a hundred questions, 23 of them without an answer.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { SearchResponse } from '../src/core/results/response.ts';
import { isDoubtful } from '../src/ui/session/answer/missing-answers.ts';
import { type JudgedQuery, readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';
import { shareText } from './report.ts';

const SHOWN = 3;

/** What the page may state, and when that's true. Only the first statement that applies to an answer is counted. */
const SENTENCES: {
  [sentence: string]: { says(answer: SearchResponse): boolean; holds(answer: SearchResponse, judged: Judged): boolean };
} = {
  'no match': { says: ({ hits }) => hits.length === 0, holds: (_, judged) => judged.size === 0 },
  'probably nothing': { says: isDoubtful, holds: (_, judged) => judged.size === 0 },
  'strong first': {
    says: ({ hits }) => hits[0]?.label === 'strong',
    holds: ({ hits }, judged) => judged.has(hits[0]!.id),
  },
  'strong later': {
    says: ({ hits }) => hits.some(({ label }) => label === 'strong'),
    holds: ({ hits }, judged) => hits.some(({ id, label }) => label === 'strong' && judged.has(id)),
  },
  // Possible matches only claim that one of them may be the answer.
  possible: {
    says: () => true,
    holds: ({ hits }, judged) => judged.size === 0 || hits.some(({ id }) => judged.has(id)),
  },
};
type Judged = JudgedQuery['judged'];

const { values } = parseArgs({ options: { model: { type: 'string', default: BGE_SMALL } } });
const model = await openModel(values.model);
const set = readDataSets(fileURLToPath(new URL('ordinary-notes', import.meta.url)))[0]!;
const { searcher, close } = await buildEngine(set, model);
const counts = new Map<string, { said: number; held: number }>();
const rows: string[] = [];
for (const { text, judged } of set.queries) {
  const answer = await searcher.search(text);
  const [sentence, { holds }] = Object.entries(SENTENCES).find(([, { says }]) => says(answer))!;
  const isTrue = holds(answer, judged);
  const count = counts.get(sentence) ?? { said: 0, held: 0 };
  counts.set(sentence, { said: count.said + 1, held: count.held + Number(isTrue) });
  const shown = answer.hits.slice(0, SHOWN).map(({ id, label, scores }) => {
    const name = judged.has(id) ? `**${id}**` : id;
    return `${name} ${label} ${scores.relevance.toFixed(2)}`;
  });
  const answers = [...judged.keys()].join(', ') || '–';
  rows.push(`| ${text} | ${answers} | ${sentence} | ${isTrue ? 'yes' : 'no'} | ${shown.join(' · ') || '–'} |`);
}
await close();
await model.dispose();

console.log('| the page says | questions | true |\n|---|---|---|');
let held = 0;
for (const sentence of Object.keys(SENTENCES)) {
  const count = counts.get(sentence) ?? { said: 0, held: 0 };
  held += count.held;
  const share = count.said === 0 ? '–' : shareText(count.held / count.said);
  console.log(`| ${sentence} | ${count.said} | ${share} |`);
}
console.log(`| all | ${set.queries.length} | ${shareText(held / set.queries.length)} |\n`);
console.log('| question | answered by | the page says | true | first hits |\n|---|---|---|---|---|');
for (const row of rows) console.log(row);
