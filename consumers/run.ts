/**
 * `npm run test:consumers [-- NAME…] [--small] [--list] [--report=FILE]` needs `npm run build` first, and access to the
 * npm registry. `--small` runs only the package itself and the plain folder. The last line is `N passed, N failed`.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENVIRONMENTS } from './environments.ts';
import { checkPackage, checkTypes } from './package-checks.ts';
import { prove } from './prove.ts';
import { walkStartHere } from './start-here.ts';
import { freshFolder, pack, remove } from './work-folder.ts';

/** A proof mostly waits for the npm registry, or for a bundler that uses one thread. */
const AT_ONCE = 2;

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const known = ['package', 'types', 'start-here', ...Object.keys(ENVIRONMENTS)];
if (values.list) {
  console.log(known.join('\n'));
  process.exit(0);
}
for (const name of named) if (!known.includes(name)) throw new Error(`${name} is none of ${known.join(', ')}`);
const chosen = values.small ? ['package', 'plain'] : named.length > 0 ? named : known;

const templateOf = (name: string): string =>
  ENVIRONMENTS[name]?.template ?? { package: 'plain', types: 'app' }[name] ?? name;

const packed = await pack();

async function problemsOf(name: string, folder: string): Promise<string[]> {
  if (name === 'package') return checkPackage(packed, folder);
  if (name === 'types') {
    cpSync(join(import.meta.dirname, 'types'), join(folder, 'types'), { recursive: true });
    return checkTypes(folder);
  }
  return prove(ENVIRONMENTS[name]!, folder);
}

let failed = 0;
async function report(name: string, proof: Promise<string[]>): Promise<void> {
  const begun = Date.now();
  const problems = await proof.catch((error: Error) => [error.message]);
  if (problems.length > 0) failed++;
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${Math.round((Date.now() - begun) / 1000)} s)`);
  for (const problem of problems) console.log(`     ${problem}`);
}

async function runAll(template: string, names: readonly string[]): Promise<void> {
  if (template === 'start-here') return report(template, walkStartHere(packed));
  const fresh = freshFolder(packed, template);
  for (const name of names) await report(name, fresh.then((folder) => problemsOf(name, folder)));
  await fresh.then(remove, () => {});
}

const byTemplate = new Map<string, string[]>();
for (const name of chosen) byTemplate.set(templateOf(name), [...(byTemplate.get(templateOf(name)) ?? []), name]);
const waiting = byTemplate.entries();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const [template, names] of waiting) await runAll(template, names);
  }),
);
remove(packed.folder);
const passed = chosen.length - failed;
const reportFile = values.report;
if (reportFile) writeFileSync(reportFile, JSON.stringify({ passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
