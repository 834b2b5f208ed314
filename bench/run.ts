/**
 * `npm run bench [-- --only name,name] [--json FILE] [--write]`. `--write` puts the last run of each group into
 * `docs/BENCHMARK.md`. Groups that never ran in this clone keep their figures there. Nothing else should run on the
 * machine.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../scripts/setup.mjs';
import type { Row } from './row.ts';
import { growthRows } from './rows/growth.ts';
import { hybridRows } from './rows/hybrid.ts';
import { importRows } from './rows/imports.ts';
import { ingestRows } from './rows/ingest.ts';
import { keywordRows } from './rows/keyword.ts';
import { modelRows } from './rows/model.ts';
import { oneWordRows } from './rows/one-word.ts';
import { programRows } from './rows/programs.ts';
import { ratioRows } from './rows/ratios.ts';
import { sizeRows } from './rows/size.ts';
import { firstPullRows } from './rows/sync-first-pull.ts';
import { wrongPassphraseRows } from './rows/sync-passphrase.ts';
import { syncScaleRows } from './rows/sync-scale.ts';
import { typingRows } from './rows/typing.ts';
import { vectorRows } from './rows/vectors.ts';
import { openSite, type Site } from './site.ts';

const GROUPS = [
  'ratios',
  'vectors',
  'keyword',
  'keyword-50k',
  'typing',
  'ingest',
  'import-chats',
  'import-vault',
  'size',
  'model',
  'hybrid',
  'one-word',
  'hybrid-100k',
  'growth',
  'programs',
  'sync-first-pull',
  'sync-scale',
  'sync-passphrase',
] as const;
type Group = (typeof GROUPS)[number];

/** Their figures are in `docs/SCALE.md`, with what they mean. */
const IN_SCALE: readonly Group[] = ['sync-first-pull', 'sync-scale', 'sync-passphrase'];

interface Measured {
  group: Group;
  rows: Row[];
  failure?: string;
  seconds: number;
  load: number;
  commit: string;
  at: string;
}

const KEPT = join(ROOT, '.cache', 'bench');
const PLOT = join(KEPT, 'growth.svg');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
/** `--report` only writes the document again from the last runs. */
const only = values.report ? [] : (values.only?.split(',') ?? GROUPS);
const unknown = only.filter((name) => !GROUPS.includes(name as Group));
if (unknown.length > 0) throw new Error(`No group ${unknown.join(', ')}; there are ${GROUPS.join(', ')}`);

const log = (line: string): void => console.error(`  ${line}`);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
if (only.length === 0) {
  writeFileSync(join(ROOT, 'docs', 'BENCHMARK.md'), report());
  process.exit();
}
let opened = null as Site | null;
const measured: Measured[] = [];
mkdirSync(KEPT, { recursive: true });

/** Kept so that `hybrid` can run alone. */
const VECTORS = join(KEPT, 'model-vectors.json');

async function rowsOf(group: Group): Promise<Row[]> {
  if (group === 'ratios') return ratioRows();
  if (group === 'sync-scale') return syncScaleRows(log);
  if (group === 'sync-passphrase') return wrongPassphraseRows();
  opened ??= await openSite();
  const site = opened;
  if (group === 'vectors') return vectorRows();
  if (group === 'keyword') return keywordRows(site, 10_000, log);
  if (group === 'keyword-50k') return keywordRows(site, 50_000, log);
  if (group === 'typing') return typingRows(site, log);
  if (group === 'ingest') return ingestRows(site, log);
  if (group === 'import-chats') return importRows(site, 'chats', log);
  if (group === 'import-vault') return importRows(site, 'vault', log);
  if (group === 'size') return sizeRows(site);
  if (group === 'sync-first-pull') return firstPullRows(site, log);
  if (group === 'programs') return programRows(site, log);
  if (group === 'model' || !existsSync(VECTORS)) {
    const run = await modelRows(site, log);
    writeFileSync(VECTORS, JSON.stringify(run.vectors));
    if (group === 'model') return run.rows;
  }
  const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as string[];
  if (group === 'growth') {
    const run = await growthRows(site, vectors, log);
    writeFileSync(PLOT, run.plot);
    return run.rows;
  }
  if (group === 'one-word') return oneWordRows(site, vectors, log);
  return hybridRows(site, group === 'hybrid-100k' ? 100_000 : 10_000, vectors, log);
}

try {
  for (const group of GROUPS) {
    if (!only.includes(group)) continue;
    console.error(group);
    const start = Date.now();
    const load = loadavg()[0]!;
    const result = await rowsOf(group).then(
      (rows) => ({ rows }),
      (error) => ({ rows: [], failure: error instanceof Error ? error.message : String(error) }),
    );
    const seconds = Math.round((Date.now() - start) / 1_000);
    const entry: Measured = { group, ...result, seconds, load, commit, at: new Date(start).toISOString() };
    measured.push(entry);
    writeFileSync(join(KEPT, `${group}.json`), JSON.stringify(entry));
    console.log(table(entry));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measured, null, 2)}\n`);
  }
} finally {
  await opened?.close();
}
if (values.write) writeFileSync(join(ROOT, 'docs', 'BENCHMARK.md'), report());
process.exitCode = measured.some(({ failure }) => failure !== undefined) ? 1 : 0;

function table({ group, rows, failure }: Measured): string {
  const verdict = (met: boolean | null): string => (met === null ? '' : met ? 'met' : '**missed**');
  return [
    `### ${group}`,
    '',
    ...(failure === undefined ? [] : [`Not measured: ${failure.split('\n')[0]}`, '']),
    '| what | measured | target | | bound | peer |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ what, measured: found, target, met, bound, peer }) =>
        `| ${what} | ${found} | ${target} | ${verdict(met)} | ${bound} | ${peer} |`,
    ),
    '',
  ].join('\n');
}

function lastRun(group: Group): Measured | null {
  try {
    return JSON.parse(readFileSync(join(KEPT, `${group}.json`), 'utf8')) as Measured;
  } catch {
    return null;
  }
}

function report(): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const written = readFileSync(join(ROOT, 'docs', 'BENCHMARK.md'), 'utf8').split(/^(?=### )/m);
  const sections = GROUPS.flatMap((group) => {
    if (IN_SCALE.includes(group)) return [];
    const run = lastRun(group);
    const before = written.find((section) => section.startsWith(`### ${group}\n`));
    if (!run) return before ? `${before.trimEnd()}\n` : [];
    const about = `${run.at.slice(0, 16).replace('T', ' ')} UTC, commit ${run.commit}, ${run.seconds} s, load average before ${run.load.toFixed(1)}.${run.load > 2 ? ' Under this load, only counts and bytes are reliable.' : ''}`;
    const drawn =
      group === 'growth' ? `${about}\n\n![What one memory costs as the store grows](images/growth.svg)` : about;
    return table(run).replace('\n\n', `\n\n${drawn}\n\n`);
  });
  if (existsSync(PLOT)) copyFileSync(PLOT, join(ROOT, 'docs', 'images', 'growth.svg'));
  return `# Benchmark

Written by \`npm run bench -- --write\` on ${machine}, headless Chromium with a profile on disk. The machine is
virtual and shared, so ratios are more reliable than milliseconds. Each section is the last run of its group, at the
commit that it names, so it lacks later changes. \`npm run bench -- --only NAME\` runs one. [SCALE](SCALE.md) has the
figures of sync.

Times of searches are round trips that the page sees (message to the engine worker, search, reading the page of hits
from IndexedDB, marks, message back). Code in \`bench/rows\` generates the memories.

${sections.join('\n').trimEnd()}
`;
}
