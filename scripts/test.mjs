/**
 * `npm test`: the last line is `N passed, N failed`, with `, N skipped` if any were. `--only name,name` runs a part.
 * `--consumers` tests the package in every environment of `consumers/`, not only in a plain folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser, ensurePackages, ROOT } from './setup.mjs';

const REPORTS = join(ROOT, 'test-results');
const started = Date.now();
const { values } = parseArgs({ options: { only: { type: 'string' }, consumers: { type: 'boolean', default: false } } });
const only = values.only?.split(',');

ensurePackages();
ensureBrowser();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const env = { ...process.env, CI: process.env.CI ?? '' };

/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */
/** @typedef {{ name: string, run: () => Counts | Promise<Counts> }} Step */

/**
 * With `quiet`, prints the output when the tool ends, so that steps side by side don't mix theirs.
 * @param {readonly string[]} args
 * @param {{ quiet: boolean, extra?: Record<string, string> }} options
 * @returns {Promise<number>} exit code
 */
async function runTool(args, { quiet, extra = {} }) {
  const child = spawn('npx', args, {
    cwd: ROOT,
    env: { ...env, ...extra },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return code ?? 1;
}

/**
 * A step that passes or fails as a whole.
 * @param {string} name
 * @param {...string} args
 * @returns {Step}
 */
const command = (name, ...args) => ({
  name,
  run: async () => {
    const ok = (await runTool(args, { quiet: true })) === 0;
    return { passed: Number(ok), failed: Number(!ok) };
  },
});

/**
 * Reads the counts of a runner's JSON report. A runner without a report counts as one failure.
 * @template Report
 * @param {string} name
 * @param {string[]} args
 * @param {string} report
 * @param {(json: Report) => Counts} read
 * @param {{ quiet: boolean, extra?: Record<string, string> }} options
 * @returns {Step}
 */
const counted = (name, args, report, read, options) => ({
  name,
  run: async () => {
    const code = await runTool(args, options);
    try {
      const { passed, failed, skipped = 0 } = read(JSON.parse(readFileSync(report, 'utf8')));
      return { passed, skipped, failed: code !== 0 && failed === 0 ? 1 : failed };
    } catch {
      return { passed: 0, failed: 1 };
    }
  },
});

const unitReport = join(REPORTS, 'unit.json');
const e2eReport = join(REPORTS, 'e2e.json');
const consumersReport = join(REPORTS, 'consumers.json');

/** Most of these steps use one core, so the two lists run side by side. */
const CHECKS = [
  [
    command('types', 'tsc', '-b'),
    command('lint', 'biome', 'ci', '--error-on-warnings', '.'),
    command('prose', 'tsx', 'scripts/prose.ts'),
    command('templates', 'lit-analyzer', '--strict', '--quiet', 'src/ui/**/*.ts'),
  ],
  [
    command('build', 'vite', 'build', '--mode', 'test', '--logLevel', 'warn'),
    command('generated', 'tsx', 'scripts/generate.ts', '--check'),
    command('size', 'size-limit'),
    command('unused', 'knip'),
    command('examples', 'tsx', 'scripts/build-examples.mjs'),
  ],
];

/** The environments wait for the npm registry almost half of the time, so the unit tests run meanwhile. */
const TESTS = [
  [
    counted(
      'unit',
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      unitReport,
      /** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} json */
      (json) => ({
        passed: json.numPassedTests,
        failed: json.numFailedTests,
        skipped: json.numPendingTests + json.numTodoTests,
      }),
      { quiet: false },
    ),
  ],
  [
    counted(
      'package',
      ['tsx', 'consumers/run.ts', ...(values.consumers ? [] : ['--small']), `--report=${consumersReport}`],
      consumersReport,
      /** @param {Counts} json */
      (json) => json,
      { quiet: true },
    ),
  ],
];
const BROWSER = [
  [
    counted(
      'e2e',
      ['playwright', 'test'],
      e2eReport,
      /** @param {{ stats: { expected: number, unexpected: number, skipped: number } }} json */
      ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }),
      { quiet: false, extra: { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport } },
    ),
  ],
];

let passed = 0;
let failed = 0;
let skipped = 0;
/** @type {string[]} */
const summary = [];

/** @param {readonly Step[]} steps */
async function runInOrder(steps) {
  for (const step of steps) {
    if (only && !only.includes(step.name)) continue;
    const begun = Date.now();
    const result = await step.run();
    passed += result.passed;
    failed += result.failed;
    skipped += result.skipped ?? 0;
    const seconds = Math.round((Date.now() - begun) / 1000);
    summary.push(`${step.name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
    console.log(`=== ${summary.at(-1)}\n`);
  }
}

const stages = [CHECKS, TESTS, BROWSER];
const steps = stages.flat(2).map(({ name }) => name);
for (const name of only ?? []) if (!steps.includes(name)) throw new Error(`${name} is none of ${steps.join(', ')}`);
for (const stage of stages) await Promise.all(stage.map(runInOrder));
console.log(`\n${summary.join('\n')}\n\nElapsed: ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
