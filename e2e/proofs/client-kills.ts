/** After each kill, compares the store with what was acknowledged, and with the keyword index. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite, Tab } from './client-site.ts';
import { chromium, crashTab, type Engine, type Session } from './engines.ts';
import { type Differences, Ledger } from './ledger.ts';
import { queryFor, type Workload, work } from './workload.ts';

export interface KillsResult {
  kills: number;
  kinds: { [kind: string]: number };
  acknowledged: number;
  differences: Differences;
  index: string[];
  /** Calls that failed before anything was killed. */
  errors: string[];
  events: { [event: string]: number };
  slowestOpen: number;
}

interface KillsOptions {
  site: ClientSite;
  kills: number;
  seed?: number;
  onKill?: (result: KillsResult) => void;
}

/** A new profile, so that undamaged stores are tested too. */
const KILLS_A_PROFILE = 25;
const LEAST_WORK_MS = 150;
const MOST_WORK_MS = 1_500;
/** After each kill, this many current texts are searched for, and as many that must no longer be found. */
const SAMPLE = 25;

/** A tab that takes longer counts as a fault. */
const CATCHES_UP_WITHIN_MS = 20_000;

const NAME = 'proof';
const emptyResult = (): KillsResult => ({
  kills: 0,
  kinds: {},
  acknowledged: 0,
  differences: { lost: [], stale: [], resurrected: [], half: [], doubled: [] },
  index: [],
  errors: [],
  events: {},
  slowestOpen: 0,
});

export const faultsOf = ({ differences, index, errors, events }: KillsResult): string[] => [
  ...Object.entries(differences).flatMap(([kind, found]) => found.map((what: string) => `${kind}: ${what}`)),
  ...index.map((what) => `index: ${what}`),
  ...errors.map((what) => `error: ${what}`),
  ...(events['storage-lost'] ? [`storage-lost was dispatched ${events['storage-lost']} times`] : []),
];

const count = (into: { [key: string]: number }, key: string): void => {
  into[key] = (into[key] ?? 0) + 1;
};
const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function browserKills(options: KillsOptions & { engine: Engine }): Promise<KillsResult> {
  const { site, kills, engine, seed = 1, onKill } = options;
  const random = seededRandom(seed);
  const result = emptyResult();
  while (result.kills < kills) {
    const profile = temporaryProfile();
    const load: Workload = { random, ledger: new Ledger(), errors: result.errors };
    let session: Session | undefined;
    try {
      for (let kill = 0; kill <= KILLS_A_PROFILE; kill++) {
        session = await engine(join(profile.path, 'profile'), site, 1 + Math.floor(random() * 4));
        await openTabs(session.tabs, result, random);
        await compare(session.tabs[Math.floor(random() * session.tabs.length)]!, load, result);
        if (result.kills === kills || kill === KILLS_A_PROFILE) break;
        const ended = whileWorking(session.tabs, load);
        await later(LEAST_WORK_MS + random() * (MOST_WORK_MS - LEAST_WORK_MS));
        ended.stop();
        await session.kill();
        await ended.done;
        result.kills++;
        count(result.kinds, 'browser');
        onKill?.(result);
      }
    } finally {
      result.acknowledged += load.ledger.acknowledged;
      await session?.close();
      profile.remove();
    }
  }
  return result;
}

const PARTS = [
  'renderer',
  'renderer',
  'engine worker',
  'engine worker',
  'embedding worker',
  'silent worker',
  'storage',
];

export async function partKills(options: KillsOptions): Promise<KillsResult> {
  const { site, kills, seed = 1, onKill } = options;
  const random = seededRandom(seed);
  const result = emptyResult();
  const profile = temporaryProfile();
  const load: Workload = { random, ledger: new Ledger(), errors: result.errors };
  const session = await chromium()(profile.path, site, 3);
  try {
    await openTabs(session.tabs, result, random);
    while (result.kills < kills) {
      const part = PARTS[result.kills % PARTS.length]!;
      const working = whileWorking(session.tabs, load);
      await later(LEAST_WORK_MS + random() * (MOST_WORK_MS - LEAST_WORK_MS));
      const victim = Math.floor(random() * session.tabs.length);
      const tab = session.tabs[victim]!;
      working.stop();
      if (part === 'renderer') {
        await crashTab(tab);
        session.tabs.splice(victim, 1);
      } else if (part === 'storage') await killStorage(session.running.cdp);
      else await tab.run('endWorker', part === 'embedding worker' ? 'embedding' : 'engine', part === 'silent worker');
      await working.done;
      if (part === 'renderer') await openTabs([await session.open()], result, random);
      result.kills++;
      count(result.kinds, part);
      const heads = await Promise.all(session.tabs.map((one) => one.run('head')));
      const target = Math.max(...heads);
      const reached = await Promise.all(session.tabs.map((one) => one.run('reached', target, CATCHES_UP_WITHIN_MS)));
      if (reached.includes(null)) result.index.push(`kill ${result.kills}: a tab did not catch up`);
      const hit = part === 'renderer' ? session.tabs.at(-1)! : tab;
      await compare(hit, load, result);
      await compare(session.tabs.find((other) => other !== hit)!, load, result);
      onKill?.(result);
    }
  } finally {
    result.acknowledged += load.ledger.acknowledged;
    await session.close();
    profile.remove();
  }
  return result;
}

async function openTabs(tabs: readonly Tab[], result: KillsResult, random: () => number): Promise<void> {
  const withModel = random() < 0.5;
  const times = await Promise.all(
    tabs.map((tab, at) =>
      tab.run('open', { name: NAME, tiny: true, modelLoad: withModel && at === 0 ? 'auto' : 'manual' }),
    ),
  );
  result.slowestOpen = Math.max(result.slowestOpen, ...times);
}

function whileWorking(tabs: readonly Tab[], load: Workload): { stop(): void; done: Promise<unknown> } {
  let stopped = false;
  const done = Promise.all(tabs.map((tab, number) => work(tab, number, load, () => stopped)));
  return {
    stop: () => {
      stopped = true;
    },
    done,
  };
}

async function compare(tab: Tab, load: Workload, result: KillsResult): Promise<void> {
  const { ledger, random } = load;
  const { all, trash, memories, indexed, event, notices } = await tab.run('contents');
  count(result.events, notices.find(({ kind }) => kind === 'storage-lost')?.kind ?? event);
  const differences = ledger.compare(all, trash);
  for (const kind of Object.keys(differences) as (keyof Differences)[]) {
    result.differences[kind].push(...differences[kind].map((what) => `kill ${result.kills}: ${what}`));
  }
  const size = Object.keys(all).length;
  if (memories !== size || indexed !== size) {
    result.index.push(`kill ${result.kills}: ${size} listed, ${memories} counted, ${indexed} indexed`);
  }
  const known = Object.entries(all)
    .map((entry) => ({ entry, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, SAMPLE)
    .map(({ entry }) => entry);
  const former = ledger.former.slice(-SAMPLE);
  const found = await tab.run('found', [...known.map(([, text]) => queryFor(text)), ...former.map(queryFor)]);
  for (const [at, ids] of found.entries()) {
    const expected = at < known.length ? known[at]![0] : '';
    if (ids.join() !== expected) {
      result.index.push(
        `kill ${result.kills}: looked for ${expected || 'a former text'}, found ${ids.join() || 'none'}`,
      );
    }
  }
}

/** Kills the utility process in which Chromium runs storage. Chromium then starts a new one. */
async function killStorage(cdp: CDPSession): Promise<void> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo) {
    if (type !== 'utility') continue;
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
    if (command.includes('storage.mojom.StorageService')) process.kill(id, 'SIGKILL');
  }
}
