/** Stores results of `npm run soak`, a committed file per proof and day, so that a report can cover several runs. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

export interface Verdict {
  ok: boolean;
  /** True if the run was stopped early, without a fault so far. */
  partial?: boolean;
  finding: string;
  details?: string[];
}

export interface Entry extends Verdict {
  name: string;
  what: string;
  /** Share of the full size, 0–1. */
  share: number;
  commit: string;
  /** ISO date of the run. */
  day: string;
  seconds: number;
  /** Load average over one minute, at the beginning and at the end. */
  load: [number, number];
}

const FOLDER = join(ROOT, 'docs', 'soak');

export function keepEntry(entry: Entry): void {
  mkdirSync(join(FOLDER, entry.day), { recursive: true });
  writeFileSync(join(FOLDER, entry.day, `${entry.name}.json`), `${JSON.stringify(entry, null, 2)}\n`);
}

export const readEntries = (day: string): Entry[] =>
  namesIn(join(FOLDER, day), /\.json$/).map((file) => JSON.parse(readFileSync(join(FOLDER, day, file), 'utf8')));

function latestEntries(): Entry[] {
  const latest = new Map<string, Entry>();
  for (const day of namesIn(FOLDER, /^\d{4}-\d{2}-\d{2}$/))
    for (const entry of readEntries(day)) latest.set(entry.name, entry);
  return [...latest.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch {
    return [];
  }
}

const verdictOf = ({ ok, partial }: Entry): string =>
  ok ? 'held' : partial ? 'stopped, no fault so far' : '**broken**';
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const promisesTable = (): string =>
  [
    '| promise | last proof | found | size, day, commit |',
    '|---|---|---|---|',
    ...latestEntries().map(
      (entry) =>
        `| ${cell(entry.what)} | \`${entry.name}\`: ${verdictOf(entry)} | ${cell(entry.finding)} | ${percent(entry.share)}, ${entry.day}, ${entry.commit} |`,
    ),
  ].join('\n');

/**
 * @param about the machine
 * @param missing what didn't run that day, in words
 */
export function writeReport(day: string, about: string, missing: readonly string[]): string {
  const entries = readEntries(day);
  const lines = [
    `# Long proofs, ${day}`,
    '',
    `\`npm run soak\` on ${about}.`,
    'The proofs may have run separately. `npm test` contains a small part of most.',
    '',
    '| proof | promise | verdict | found | size | took | load | commit |',
    '|---|---|---|---|---|---|---|---|',
    ...entries.map(
      (entry) =>
        `| ${entry.name} | ${cell(entry.what)} | ${verdictOf(entry)} | ${cell(entry.finding)} | ${percent(entry.share)} | ${(entry.seconds / 60).toFixed(1)} min | ${entry.load.map((value) => value.toFixed(1)).join(' → ')} | ${entry.commit} |`,
    ),
    ...missing.map((what) => `| | ${what} | not run | – | – | – | – | – |`),
    '',
    ...entries.flatMap(({ name, details = [] }) =>
      details.length === 0 ? [] : [`## ${name}`, '', ...details.map((line) => `- ${line}`), ''],
    ),
  ];
  const path = join(FOLDER, `${day}.md`);
  writeFileSync(path, `${lines.join('\n').trimEnd()}\n`);
  return path;
}
