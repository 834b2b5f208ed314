/**
 * `npm run soak [-- --minutes N | --only name,name]`: the long proofs (DESIGN E2). Prints a line and a verdict each and
 * writes `docs/soak/YYYY-MM-DD.md`; what was run earlier on the same day, of the same commit or not, stays in the report with
 * its own commit. With `--minutes` every proof is scaled to fit. A small part of each runs in `npm test`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { exact } from '../bench/soak/exact.ts';
import { files } from '../bench/soak/files.ts';
import { fuzz } from '../bench/soak/fuzz.ts';
import { kill } from '../bench/soak/kill.ts';
import { memory } from '../bench/soak/memory.ts';
import { mirror } from '../bench/soak/mirror.ts';
import { openings } from '../bench/soak/openings.ts';
import type { Proof, Verdict } from '../bench/soak/proof.ts';
import { popups, resume } from '../bench/soak/queue.ts';
import { recall } from '../bench/soak/recall.ts';
import { viewers } from '../bench/soak/viewers.ts';
import { workers } from '../bench/soak/workers.ts';
import { ensureBrowser, ROOT } from './setup.mjs';

const PROOFS: readonly Proof[] = [
  fuzz,
  viewers,
  recall,
  exact,
  kill,
  openings,
  popups,
  resume,
  files,
  memory,
  workers,
  mirror,
];

interface Entry extends Verdict {
  name: string;
  what: string;
  share: number;
  commit: string;
  seconds: number;
  /** Processes that wanted to run, over the last minute, when it began and when it ended. */
  load: [number, number];
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** `--report` writes the report again, of what was run today. */
const only = process.argv.includes('--report') ? [] : option('only')?.split(',');
const unknown = only?.filter((name) => !PROOFS.some((proof) => proof.name === name)) ?? [];
if (unknown.length > 0) {
  throw new Error(`No proof ${unknown.join(', ')}; there are ${PROOFS.map(({ name }) => name).join(', ')}`);
}
const chosen = PROOFS.filter(({ name }) => only === undefined || only.includes(name));
const minutes = Number(option('minutes') ?? Number.POSITIVE_INFINITY);
const share = Math.min(1, minutes / chosen.reduce((sum, proof) => sum + proof.minutes, 0));

process.env.CHROMIUM_PATH = ensureBrowser();
const day = new Date().toISOString().slice(0, 10);
const kept = join(ROOT, '.cache', 'soak');
mkdirSync(kept, { recursive: true });
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();

/** One file a proof, so that two runs side by side do not overwrite one another. */
const fileOf = (name: string): string => join(kept, `${day}-${name}.json`);

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
  const entry: Entry = {
    name: proof.name,
    what: proof.what,
    share,
    commit,
    seconds: Math.round((Date.now() - start) / 1_000),
    load: [before, loadavg()[0]!],
    ...verdict,
  };
  writeFileSync(fileOf(proof.name), JSON.stringify(entry));
  console.log(`  ${verdict.ok ? 'HELD' : verdict.partial ? 'STOPPED' : 'BROKEN'}: ${verdict.finding}`);
  for (const line of verdict.details ?? []) console.log(`  ${line}`);
}
writeReport();
process.exitCode = failed > 0 ? 1 : 0;

function readEntry(name: string): Entry | null {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Entry;
  } catch {
    return null;
  }
}

function writeReport(): void {
  const entries = PROOFS.flatMap(({ name }) => readEntry(name) ?? []);
  const missing = PROOFS.filter(({ name }) => !entries.some((entry) => entry.name === name));
  const lines = [
    `# Long proofs, ${day}`,
    '',
    `\`npm run soak\` on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, headless Chromium.`,
    'Written by the run; a small part of each proof is in `npm test`.',
    '',
    '| proof | verdict | found | size | took | load | commit |',
    '|---|---|---|---|---|---|---|',
    ...entries.map(
      (entry) =>
        `| ${entry.what} | ${entry.ok ? 'held' : entry.partial ? 'stopped, no fault so far' : '**broken**'} | ${entry.finding} | ${Math.round(entry.share * 100)} % | ${(entry.seconds / 60).toFixed(1)} min | ${entry.load.map((value) => value.toFixed(1)).join(' → ')} | ${entry.commit} |`,
    ),
    ...missing.map(({ what }) => `| ${what} | not run | – | – | – | – | – |`),
    '',
    ...entries.flatMap(({ name, details = [] }) =>
      details.length === 0 ? [] : [`## ${name}`, '', ...details.map((line) => `- ${line}`), ''],
    ),
  ];
  mkdirSync(join(ROOT, 'docs', 'soak'), { recursive: true });
  writeFileSync(join(ROOT, 'docs', 'soak', `${day}.md`), `${lines.join('\n').trimEnd()}\n`);
  console.log(`\nReport: docs/soak/${day}.md`);
}
