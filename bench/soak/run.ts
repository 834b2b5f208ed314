/**
 * `npm run soak [-- --minutes N | --only name,name | --report]` writes each finding to `docs/soak/DAY/NAME.json`, and
 * that day's report. `--minutes` scales every proof to fit, `--report` only writes the report. `--couch URL` lets `sync`
 * use a real server.
 */
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBrowser, ROOT, run } from '../../scripts/setup.mjs';
import { keepEntry, readEntries, type Verdict, writeReport } from '../../scripts/soak-report.ts';
import { accessibility } from './accessibility.ts';
import { exact } from './exact.ts';
import { files } from './files.ts';
import { fuzz } from './fuzz.ts';
import { KILLS } from './kills.ts';
import { longTests } from './long-tests.ts';
import { memory } from './memory.ts';
import { mirror } from './mirror.ts';
import { openings } from './openings.ts';
import type { Proof } from './proof.ts';
import { popups, resume } from './queue.ts';
import { recall } from './recall.ts';
import { slow } from './slow.ts';
import { converging, damaged, full, shapes } from './storage.ts';
import { sync } from './sync.ts';
import { profiles } from './sync-profiles.ts';
import { viewers } from './viewers.ts';
import { workers } from './workers.ts';

const PROOFS: readonly Proof[] = [
  fuzz,
  viewers,
  recall,
  exact,
  ...KILLS,
  damaged,
  full,
  converging,
  shapes,
  openings,
  popups,
  resume,
  files,
  memory,
  workers,
  mirror,
  sync,
  profiles,
  slow,
  accessibility,
  longTests,
];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
    report: { type: 'boolean', default: false },
    couch: { type: 'string' },
  },
});
const only = values.report ? [] : values.only?.split(',');
const unknown = only?.filter((name) => !PROOFS.some((proof) => proof.name === name)) ?? [];
if (unknown.length > 0) {
  throw new Error(`No proof ${unknown.join(', ')}; there are ${PROOFS.map(({ name }) => name).join(', ')}`);
}
const chosen = PROOFS.filter(({ name }) => only === undefined || only.includes(name));
const minutes = Number(values.minutes);
const share = Math.min(1, minutes / chosen.reduce((sum, proof) => sum + proof.minutes, 0));

process.env.CHROMIUM_PATH = ensureBrowser();
const day = new Date().toISOString().slice(0, 10);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();

let failed = 0;
for (const proof of chosen) {
  console.log(`\n${proof.name}: ${proof.what}${share < 1 ? ` (${Math.round(share * 100)} % of the full size)` : ''}`);
  const start = Date.now();
  const before = loadavg()[0]!;
  const verdict = await proof
    .run(share, (line) => console.log(`  ${line}`))
    .catch(
      (error): Verdict => ({ ok: false, finding: `did not finish: ${error instanceof Error ? error.message : error}` }),
    );
  if (!verdict.ok) failed++;
  keepEntry({
    name: proof.name,
    what: proof.what,
    share,
    commit,
    day,
    seconds: Math.round((Date.now() - start) / 1_000),
    load: [before, loadavg()[0]!],
    ...verdict,
  });
  console.log(`  ${verdict.ok ? 'HELD' : verdict.partial ? 'STOPPED' : 'BROKEN'}: ${verdict.finding}`);
  for (const line of verdict.details ?? []) console.log(`  ${line}`);
}

const ran = new Set(readEntries(day).map(({ name }) => name));
const missing = PROOFS.filter(({ name }) => !ran.has(name)).map(({ what }) => what);
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, headless browsers`;
console.log(`\nReport: ${writeReport(day, machine, missing)}`);
run('npx', ['tsx', 'scripts/generate.ts']);
process.exitCode = failed > 0 ? 1 : 0;
