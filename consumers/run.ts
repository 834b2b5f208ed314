/**
 * `npm run test:consumers [-- NAME…] [--small] [--list] [--report=FILE]`: packs the packages, installs them into new
 * folders, and proves them in every environment. `--small` runs only the package itself and the plain folder. Needs
 * `npm run build` first, and the registry. The last line is `N passed, N failed`; the report is the same as JSON.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENTS } from './environments.ts';
import { checkPackage, checkTypes } from './package-checks.ts';
import { prove } from './prove.ts';
import { walkStartHere } from './start-here.ts';
import { freshFolder, pack, remove } from './work-folder.ts';

const args = process.argv.slice(2);
const known = ['package', 'types', 'start-here', ...Object.keys(ENVIRONMENTS)];
if (args.includes('--list')) {
  console.log(known.join('\n'));
  process.exit(0);
}
const named = args.filter((arg) => !arg.startsWith('--'));
for (const name of named) if (!known.includes(name)) throw new Error(`${name} is none of ${known.join(', ')}`);
const chosen = args.includes('--small') ? ['package', 'plain'] : named.length > 0 ? named : known;

const packed = pack();
const folders = new Map<string, string>();
const folderOf = (template: string): string => {
  const folder = folders.get(template) ?? freshFolder(packed, template);
  folders.set(template, folder);
  return folder;
};

async function problemsOf(name: string): Promise<string[]> {
  if (name === 'package') return checkPackage(packed, folderOf('plain'));
  if (name === 'types') {
    const folder = folderOf('app');
    cpSync(join(import.meta.dirname, 'types'), join(folder, 'types'), { recursive: true });
    return checkTypes(folder);
  }
  if (name === 'start-here') return walkStartHere(packed);
  const environment = ENVIRONMENTS[name]!;
  return prove(environment, folderOf(environment.template));
}

let failed = 0;
for (const name of chosen) {
  const begun = Date.now();
  const problems = await problemsOf(name).catch((error: Error) => [error.message]);
  if (problems.length > 0) failed++;
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${Math.round((Date.now() - begun) / 1000)} s)`);
  for (const problem of problems) console.log(`     ${problem}`);
}
for (const folder of [packed.folder, ...folders.values()]) remove(folder);
const passed = chosen.length - failed;
const report = args.find((arg) => arg.startsWith('--report='))?.slice('--report='.length);
if (report) writeFileSync(report, JSON.stringify({ passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
