/**
 * `npm run eval:excerpts -- DIR…` asks every question of a judged set in Chromium, in the element without a model, and
 * counts rows that matched by words but show none of them. Exits with an error if there are any.
 */
import { parseArgs } from 'node:util';
import { askForMarks, markedRows, openNotes } from '../e2e/ui/marked-rows.ts';
import { openBuild } from './browser.ts';
import { readDataSets } from './data-set.ts';

const WIDTHS = [320, 360, 768, 1280];

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) {
  console.error('usage: npm run eval:excerpts -- DIR… (BEIR folders)');
  process.exit(2);
}
const hidden: string[] = [];
const build = await openBuild();
console.log(
  '| set | width in px | questions | that match by words | rows that do | without a visible mark |\n|---|---|---|---|---|---|',
);
for (const set of positionals.flatMap((path) => readDataSets(path))) {
  const notes = set.corpus.map(({ id, title, text }) => ({ id, text, ...(title === undefined ? {} : { title }) }));
  for (const width of WIDTHS) {
    const page = await build.browser.newPage({ viewport: { width, height: 800 } });
    await openNotes(page, build.url, notes);
    let [questions, rows, without] = [0, 0, 0];
    for (const { text } of set.queries) {
      if (!(await askForMarks(page, text))) continue;
      const marks = await markedRows(page, width);
      questions++;
      rows += marks.matched;
      without += marks.hidden.length;
      for (const id of marks.hidden) hidden.push(`${set.name}, ${width} px, ${text}: ${id}`);
    }
    await page.close();
    console.log(`| ${set.name} | ${width} | ${set.queries.length} | ${questions} | ${rows} | ${without} |`);
  }
}
await build.close();
for (const line of hidden) console.error(line);
if (hidden.length > 0) process.exitCode = 1;
