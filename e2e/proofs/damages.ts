/**
 * Afterwards, every memory must be as acknowledged, or reported as lost. Removed memories must stay removed if the
 * database or the log still records the removal.
 */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite } from './client-site.ts';
import { chromium } from './engines.ts';
import { someText } from './workload.ts';

export interface DamagesResult {
  damages: number;
  kinds: { [kind: string]: number };
  events: { [event: string]: number };
  /** By damaged side. */
  reportedLost: { [target: string]: number };
  /** Unreported losses, removed memories that came back although one side had the removal, and other faults. */
  faults: string[];
  /** Number of removed memories that came back after both sides were damaged, with a loss reported. */
  backAfterBoth: number;
  /** If both sides were damaged: memories that only the first start showed, and the next one reported as lost. */
  lostAgain: number;
  slowestOpen: { [memories: number]: number };
}

interface Template {
  profile: string;
  memories: number;
  texts: ReadonlyMap<string, string>;
}

interface Looked {
  all: { [id: string]: string };
  /** Memories are missing or can't be read now. */
  isReported: boolean;
  lost: boolean;
  counted: number;
  event: string;
}

const NAME = 'damaged';
const REPORTING: readonly string[] = ['storage-lost', 'database-unavailable'];
const TARGETS = ['database', 'log', 'both'] as const;
type Target = (typeof TARGETS)[number];
const BATCH = 500;
const AGAIN = 3;
/** Chromium stores values of this length in separate files. */
const LARGE_CHARACTERS = 90_000;
const LARGE = 6;
/** So that the store has change log entries and tombstones. */
const CHANGED = 0.2;
const REMOVED = 0.1;

export async function damages(options: {
  site: ClientSite;
  damages: number;
  /** With the percentage of the damages for each size. */
  sizes: readonly { memories: number; percent: number }[];
  flags?: readonly string[];
  seed?: number;
  onDamage?: (result: DamagesResult) => void;
}): Promise<DamagesResult> {
  const { site, sizes, flags = [], seed = 1, onDamage } = options;
  const random = seededRandom(seed);
  const result: DamagesResult = {
    damages: 0,
    kinds: {},
    events: {},
    reportedLost: {},
    faults: [],
    backAfterBoth: 0,
    lostAgain: 0,
    slowestOpen: {},
  };
  const folder = temporaryProfile();
  try {
    for (const { memories, percent } of sizes) {
      const share = Math.ceil((options.damages * percent) / 100);
      const templates = [
        await makeTemplate(join(folder.path, `${memories}-closed`), memories, true, site, flags, random),
        await makeTemplate(join(folder.path, `${memories}-killed`), memories, false, site, flags, random),
      ];
      for (let n = 0; n < share && result.damages < options.damages; n++) {
        const profile = join(folder.path, 'damaged');
        cpSync(templates[n % 2]!.profile, profile, { recursive: true });
        const target = TARGETS[result.damages % TARGETS.length]!;
        const what = damage(profile, target, random, result);
        await inspect(profile, templates[n % 2]!, target, what, site, flags, result);
        rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
        result.damages++;
        onDamage?.(result);
      }
    }
  } finally {
    folder.remove();
  }
  return result;
}

async function makeTemplate(
  profile: string,
  memories: number,
  closed: boolean,
  site: ClientSite,
  flags: readonly string[],
  random: () => number,
): Promise<Template> {
  const session = await chromium(flags)(profile, site, 1);
  const tab = session.tabs[0]!;
  const texts = new Map<string, string>();
  const write = async (method: string, args: unknown[]): Promise<void> => {
    const { code } = await tab.run('timed', method, args);
    if (code !== null) throw new Error(`${method}: ${code}`);
  };
  await tab.run('open', { name: NAME, modelLoad: 'manual' });
  const all = Array.from({ length: Math.ceil(memories / (1 - REMOVED)) }, (_, n) => `m${n}`);
  for (let at = 0; at < all.length; at += BATCH) {
    const inputs = all.slice(at, at + BATCH).map((id, n) => {
      const text = someText({ random });
      return { id, text: at + n < LARGE ? text.padEnd(LARGE_CHARACTERS, `, and ${text}`) : text };
    });
    for (const { id, text } of inputs) texts.set(id, text);
    await write('addMany', [inputs]);
  }
  const changed = all.filter(() => random() < CHANGED).map((id) => ({ id, text: someText({ random }) }));
  for (const { id, text } of changed) texts.set(id, text);
  await write('upsertMany', [changed]);
  const removed = all.slice(memories);
  for (const id of removed) texts.delete(id);
  await write('removeMany', [removed]);
  // The sentinel is updated after the last write.
  const last = await tab.run('head');
  while ((await tab.run('noted')) < last);
  if (closed) await write('close', []);
  await (closed ? session.close() : session.kill());
  // With the lock files of the killed browser, none would start on a copy of the profile.
  for (const name of readdirSync(profile)) if (name.startsWith('Singleton')) rmSync(join(profile, name));
  return { profile, memories, texts };
}

async function inspect(
  profile: string,
  { memories, texts }: Template,
  target: Target,
  what: string,
  site: ClientSite,
  flags: readonly string[],
  result: DamagesResult,
): Promise<void> {
  const fault = (text: string): void => void result.faults.push(`${memories} memories, ${what}: ${text}`);
  const look = async (): Promise<Looked> => {
    const session = await chromium(flags)(profile, site, 1);
    try {
      const tab = session.tabs[0]!;
      const milliseconds = await tab.run('open', { name: NAME, modelLoad: 'manual' });
      result.slowestOpen[memories] = Math.max(result.slowestOpen[memories] ?? 0, Math.round(milliseconds));
      const { all, memories: known, indexed, event, notices } = await tab.run('contents');
      const size = Object.keys(all).length;
      if (known !== size || indexed !== size) fault(`${size} listed, ${known} counted, ${indexed} indexed`);
      const lost = event === 'storage-lost' || notices.some(({ kind }) => kind === 'storage-lost');
      // If the database doesn't open, it isn't known to be lost. The notice then counts only memories that the log
      // lacks.
      const isReported = lost || event === 'database-unavailable';
      const counts = notices.filter(({ kind }) => REPORTING.includes(kind)).map(({ lost: count }) => count);
      return { all, isReported, lost, counted: Math.max(0, ...counts), event: lost ? 'storage-lost' : event };
    } finally {
      await session.kill();
    }
  };
  try {
    const first = await look();
    result.events[first.event] = (result.events[first.event] ?? 0) + 1;
    const lost = [...texts].filter(([id, text]) => first.all[id] !== text).length;
    if (lost > first.counted && first.isReported) fault(`${lost} missing or old, ${first.counted} reported`);
    const back = Object.keys(first.all).filter((id) => !texts.has(id)).length;
    if (lost > 0 && first.isReported) result.reportedLost[target] = (result.reportedLost[target] ?? 0) + lost;
    if (lost > 0 && !first.isReported) fault(`${lost} of ${texts.size} missing or old, reported: ${first.event}`);
    if (back > 0 && target === 'both' && first.isReported) result.backAfterBoth += back;
    else if (back > 0) fault(`${back} removed memories are back, reported: ${first.event}`);
    if (lost > 0 && target !== 'both') fault(`${lost} of ${texts.size} missing or old though one side was whole`);
    if (result.damages % AGAIN !== 0 && lost === 0) return;
    const second = await look();
    const gone = Object.entries(first.all).filter(([id, text]) => second.all[id] !== text).length;
    // LevelDB appends to a MANIFEST whose end was cut, and can't read it at the next start. If both sides are damaged,
    // a page can only report the second loss.
    if (target === 'both' && gone > 0 && second.lost && second.counted === gone) {
      result.lostAgain += gone;
      return;
    }
    const same = JSON.stringify(Object.entries(second.all).sort()) === JSON.stringify(Object.entries(first.all).sort());
    if (!same) fault(`the next start shows ${Object.keys(second.all).length} of ${Object.keys(first.all).length}`);
    if (first.lost && second.lost) fault('the loss is reported again at the next start');
  } catch (error) {
    fault(error instanceof Error ? error.message.split('\n', 1)[0]! : String(error));
  }
}

function damage(profile: string, target: Target, random: () => number, result: DamagesResult): string {
  const sides = target === 'both' ? (['database', 'log'] as const) : [target];
  const done = sides.map((side) => {
    const files = filesOf(profile, side);
    const pick = (): string => files[Math.floor(random() * files.length)]!;
    const kind = KINDS[Math.floor(random() * KINDS.length)]!;
    const file = pick();
    kind.apply(file, random, pick());
    const name = `${side}: ${kind.name}`;
    result.kinds[name] = (result.kinds[name] ?? 0) + 1;
    return `${kind.name} in ${side}'s ${basename(file)}`;
  });
  return done.join(' and ');
}

const KINDS: readonly { name: string; apply(file: string, random: () => number, other: string): void }[] = [
  {
    name: 'flip',
    apply(file, random) {
      const bytes = readFileSync(file);
      const times = 1 + Math.floor(random() * 40);
      for (let n = 0; n < times && bytes.length > 0; n++)
        bytes[Math.floor(random() * bytes.length)]! ^= 1 + Math.floor(random() * 255);
      writeFileSync(file, bytes);
    },
  },
  { name: 'cut', apply: (file, random) => truncateSync(file, Math.floor(statSync(file).size * random())) },
  {
    name: 'swap',
    apply(file, random, other) {
      if (other !== file) {
        const bytes = readFileSync(file);
        writeFileSync(file, readFileSync(other));
        writeFileSync(other, bytes);
        return;
      }
      const bytes = readFileSync(file);
      const length = Math.floor((bytes.length / 2) * random());
      const from = Math.floor((bytes.length / 2 - length) * random());
      const to = Math.floor(bytes.length / 2 + (bytes.length / 2 - length) * random());
      const kept = Buffer.from(bytes.subarray(from, from + length));
      bytes.copy(bytes, from, to, to + length);
      kept.copy(bytes, to);
      writeFileSync(file, bytes);
    },
  },
  { name: 'delete', apply: (file) => rmSync(file) },
];

/** Without the browser's locks, logs and counters. */
function filesOf(profile: string, side: 'database' | 'log'): string[] {
  const base = join(profile, 'Default');
  const all = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0);
  const wanted =
    side === 'database'
      ? /\/IndexedDB\/[^/]+\/(\d+\.ldb|\d+\.log|MANIFEST-\d+|CURRENT|\d+\/[\da-f]{2}\/[\da-f]+|[A-Z2-7]{32,}(-wal|-journal)?)$/
      : /\/File System\/\d+\/t\/(\d\d\/\d+|Paths\/\d+\.log)$/;
  const found = all.filter((file) => wanted.test(file.slice(base.length)));
  if (found.length === 0) throw new Error(`No file of the ${side} in ${all.join('\n')}`);
  return found;
}
