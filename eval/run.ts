/**
 * `npm run eval -- DIR… [--json FILE] [--report FILE] [--model ID] [--arms keyword,semantic] [--options JSON]
 * [--queries OTHER_DIR] [--perturb typo --seed N] [--browser]`: runs judged sets through the shipped engine.
 * `--options` are settings of the hybrid search; ranking parameters may be inside `tuning` or next to it. Their field
 * `keyword` may hold parameters of the keyword index.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import type { KeywordIndexOptions } from '../src/engine/keyword/bm25-index.ts';
import { openBrowser } from './browser.ts';
import { COLUMNS, type Column } from './columns.ts';
import { readDataSets } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';
import { withTypo } from './perturb.ts';
import { reportOf, type SetReport, toJson, toMarkdown, toTable } from './report.ts';
import { runSet } from './run-set.ts';
import { settingsOf } from './settings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    report: { type: 'string' },
    model: { type: 'string', default: BGE_SMALL },
    arms: { type: 'string', default: 'keyword,semantic' },
    options: { type: 'string', default: '{}' },
    queries: { type: 'string' },
    perturb: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    browser: { type: 'boolean', default: false },
  },
});

if (positionals.length === 0) {
  console.error('usage: npm run eval -- DIR… (a BEIR folder, or a ground-truth JSON file)');
  process.exit(2);
}
if (values.perturb !== undefined && values.perturb !== 'typo') {
  console.error(`unknown perturbation ${values.perturb}; known: typo`);
  process.exit(2);
}

const arms = values.arms.split(',').map((arm) => arm.trim());
const unknown = arms.filter((arm) => arm !== 'keyword' && arm !== 'semantic');
if (unknown.length > 0) {
  console.error(`unknown arm ${unknown.join(', ')}; known: keyword, semantic`);
  process.exit(2);
}
const columns = COLUMNS.filter((column): column is Column =>
  column === 'keyword' || column === 'semantic' ? arms.includes(column) : arms.length > 1,
);
const { keyword, ...given } = JSON.parse(values.options) as SearchSettings & { keyword?: KeywordIndexOptions };
const options = settingsOf(given);
if (keyword !== undefined && values.browser) {
  console.error('parameters of the keyword index can be varied in Node only');
  process.exit(2);
}
const seed = Number(values.seed);
const rewrite = values.perturb === 'typo' ? (query: string) => withTypo(query, seed) : undefined;

const reports = values.browser ? await inBrowser() : await inNode();
console.log(toTable(reports));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(toJson(reports), null, 2)}\n`);
if (values.report !== undefined) {
  writeFileSync(
    values.report,
    toMarkdown(reports, {
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
      model: columns.some((column) => column !== 'keyword') ? values.model : 'none',
      data: positionals.map((path) => basename(path)).join(', '),
      engine: values.browser
        ? 'the client in Chromium, plain WebAssembly build'
        : `Node ${process.version}, native ONNX Runtime`,
      options: values.options,
    }),
  );
}

async function inNode(): Promise<SetReport[]> {
  const model = columns.some((column) => column !== 'keyword')
    ? await openModel(values.model, Number(values.threads))
    : null;
  const finished: SetReport[] = [];
  for (const path of positionals) {
    const sets = readDataSets(path, values.queries);
    // All variants of a folder share its corpus.
    const engine = await buildEngine(sets[0]!, model, {
      ...(keyword === undefined ? {} : { keyword }),
      onProgress: (done, total) => process.stderr.write(`\r${sets[0]!.name}: ${done} of ${total} chunks embedded `),
    });
    for (const set of sets) {
      const result = await runSet(set, engine.searcher.rank, columns, options, rewrite, engine.without);
      finished.push(reportOf(set.name, set.corpus.length, result));
    }
    await engine.close();
  }
  await model?.dispose();
  return finished;
}

async function inBrowser(): Promise<SetReport[]> {
  const semantic = columns.some((column) => column !== 'keyword');
  const browser = await openBrowser(values.model, semantic);
  const finished: SetReport[] = [];
  for (const path of positionals) {
    const sets = readDataSets(path, values.queries);
    const store = await browser.store(sets[0]!, (done, total) =>
      process.stderr.write(`\r${sets[0]!.name}: ${done} of ${total} chunks embedded `),
    );
    for (const set of sets) {
      const result = await runSet(set, store.search, columns, options, rewrite);
      finished.push(reportOf(set.name, set.corpus.length, result));
    }
    await store.close();
  }
  await browser.close();
  return finished;
}
