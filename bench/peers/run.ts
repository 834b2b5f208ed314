/**
 * `npm run bench:peers [-- --only Orama,Lunr] [--sizes 10000,100000] [--data FOLDER] [--minutes 90] [--write]`
 * measures the libraries that you might use instead, each in its own Node process, installed into `.cache/peers`.
 * `--data` is a folder with judged sets (`scifact`, `tldr-knownitem`). `--write` puts the results into `docs/PEERS.md`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT } from '../../scripts/setup.mjs';
import { LIBRARIES } from './libraries.ts';
import type { Measured } from './measure.ts';
import { drawing, type Outcome, page } from './report.ts';
import { scriptBytes } from './script-bytes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(LIBRARIES).join() },
    sizes: { type: 'string', default: '10000,100000' },
    data: { type: 'string' },
    minutes: { type: 'string', default: '90' },
    budget: { type: 'string', default: '4000' },
    write: { type: 'boolean', default: false },
  },
});

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'peers');
const SETS = ['scifact', 'tldr-knownitem'];
/** Seconds for one library and one corpus. */
const LONGEST = { small: 120, large: 600, judged: 600 };
/** SciFact has 1.3 million tokens. The native model reads about 4,000 a second on each thread. */
const LONGEST_EMBEDDING_MS = 20 * 60_000;
const LARGE = 50_000;
const names = values.only.split(',');
for (const name of names) if (!LIBRARIES[name]) throw new Error(`No library ${name}: ${Object.keys(LIBRARIES).join()}`);

install();
const judgedSets: [set: string, file: string][] = [];
for (const set of values.data === undefined ? [] : SETS) {
  const file = await judgedFile(join(values.data!, set), set);
  if (file !== null) judgedSets.push([set, file]);
}
const end = Date.now() + Number(values.minutes) * 60_000;
const outcomes: Outcome[] = [];
const keep = (library: string, corpus: string, measured: Measured): void => {
  outcomes.push({ library, corpus, measured });
  console.error(`${library}, ${corpus}: ${JSON.stringify(measured)}`);
};

for (const size of values.sizes.split(',')) {
  const most = Number(size) >= LARGE ? LONGEST.large : LONGEST.small;
  for (const name of names) keep(name, size, await measureOne(name, size, most));
}
const ranking = names.filter((name) => LIBRARIES[name]!.ranksAs === undefined);
for (const [set, file] of judgedSets)
  for (const name of ranking) keep(name, set, await measureOne(name, file, LONGEST.judged));

const versions = Object.fromEntries(names.map((name) => [name, versionOf(name)]));
const scripts: { [library: string]: number | null } = {};
for (const name of names) scripts[name] = await scriptBytes(name, FOLDER).catch(() => null);
const about = {
  machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  at: new Date().toISOString(),
  load: loadavg()[1]!,
};
const text = page({ outcomes, versions, scripts, about });
console.log(text);
if (values.write) {
  mkdirSync(join(ROOT, 'docs', 'images'), { recursive: true });
  writeFileSync(join(ROOT, 'docs', 'PEERS.md'), text);
  writeFileSync(join(ROOT, 'docs', 'images', 'peers.svg'), drawing(outcomes));
}

function install(): void {
  mkdirSync(FOLDER, { recursive: true });
  const wanted = readFileSync(join(HERE, 'package.json'), 'utf8');
  const kept = join(FOLDER, 'package.json');
  writeFileSync(join(FOLDER, 'load.mjs'), 'export const load = (name) => import(name);\n');
  if (existsSync(join(FOLDER, 'node_modules')) && existsSync(kept) && readFileSync(kept, 'utf8') === wanted) return;
  copyFileSync(join(HERE, 'package.json'), kept);
  // The install script of one dependency would download from that package's own server.
  const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', flags, { cwd: FOLDER, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The last result that the process printed, and the reason if the process didn't finish. */
function measureOne(library: string, corpus: string, seconds: number): Promise<Measured> {
  const left = Math.min(seconds * 1_000, end - Date.now());
  const nothing: Measured = { times: {}, ndcg: {} };
  if (left < 5_000) return Promise.resolve({ ...nothing, failure: 'not run: the time was up' });
  const script = join(HERE, 'measure.ts');
  const flags = ['--expose-gc', '--max-old-space-size=12000', '--import', 'tsx', script];
  const child = spawn(process.execPath, [...flags, FOLDER, library, corpus, values.budget], { cwd: ROOT });
  let output = '';
  let complaint = '';
  let late = false;
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, left);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      const last = output.split('\n').findLast((line) => line.startsWith('{') && line.endsWith('}'));
      const measured = last === undefined ? nothing : (JSON.parse(last) as Measured);
      if (late) measured.failure = `not done within ${Math.round(left / 1_000)} s`;
      else if (code !== 0)
        measured.failure ??= complaint.split('\n').find((line) => /error/i.test(line)) ?? `code ${code}`;
      resolve(measured);
    });
  });
}

/** Later runs use the file again. If embedding takes too long, it has no vectors. */
async function judgedFile(folder: string, set: string): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const file = join(FOLDER, `${set}.json`);
  const script = join(HERE, 'judged.ts');
  for (const kind of existsSync(file) ? [] : ['vectors', 'words']) {
    try {
      const options = {
        cwd: ROOT,
        timeout: LONGEST_EMBEDDING_MS,
        stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
      };
      execFileSync(process.execPath, ['--import', 'tsx', script, folder, file, kind], options);
      return file;
    } catch {
      console.error(`${set}: no ${kind} in time`);
    }
  }
  return existsSync(file) ? file : null;
}

function versionOf(library: string): string {
  const [first] = LIBRARIES[library]!.packages;
  const file = first === undefined ? join(ROOT, 'package.json') : join(FOLDER, 'node_modules', first, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
