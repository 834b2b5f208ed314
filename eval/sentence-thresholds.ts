/**
 * `npx tsx eval/sentence-thresholds.ts DIR… [--model ID]`: how often "Probably nothing here answers this" would be
 * shown below each threshold of `answerable`, and how often it would be true. Each set must have questions without an
 * answer.
 */
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { SearchResponse } from '../src/core/results/response.ts';
import { isDoubtful } from '../src/ui/session/answer/missing-answers.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';
import { shareText } from './report.ts';

const THRESHOLDS = [0.02, 0.025, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5];

interface Answer {
  response: SearchResponse;
  answered: boolean;
}

function isTold({ response }: Answer, threshold: number): boolean {
  return isDoubtful({ ...response, answerable: response.answerable < threshold ? 0 : 1 });
}

function rowOf(threshold: number, answers: readonly Answer[]): string {
  const told = answers.filter((answer) => isTold(answer, threshold));
  const falsely = told.filter(({ answered }) => answered).length;
  const truly = told.length - falsely;
  const answered = answers.filter((answer) => answer.answered).length;
  const cells = [
    String(threshold),
    shareText(truly / (answers.length - answered)),
    told.length === 0 ? '–' : `${shareText(truly / told.length)} (${truly} of ${told.length})`,
    shareText(falsely / answered),
  ];
  return `| ${cells.join(' | ')} |`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: BGE_SMALL } },
});
const model = await openModel(values.model);
for (const set of positionals.flatMap((path) => readDataSets(path))) {
  const engine = await buildEngine(set, model);
  const answers: Answer[] = [];
  for (const { text, judged } of set.queries) {
    answers.push({ response: await engine.searcher.search(text), answered: judged.size > 0 });
  }
  await engine.close();
  const answered = answers.filter((answer) => answer.answered).length;
  console.log(`\n${set.name}: ${answers.length - answered} questions without an answer, ${answered} with one\n`);
  console.log(
    '| threshold | told, of those without | of those told, without | told, of those with |\n|---|---|---|---|',
  );
  for (const threshold of THRESHOLDS) console.log(rowOf(threshold, answers));
}
await model.dispose();
