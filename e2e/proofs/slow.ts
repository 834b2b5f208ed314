/** Nothing is killed, so a refusal, a dead worker or weaker durability is a false alarm. */
import { join } from 'node:path';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite } from './client-site.ts';
import { type ChromiumSession, type ChromiumTab, chromium } from './engines.ts';
import { Ledger } from './ledger.ts';
import { createThrottle } from './throttle.ts';
import { purgeStep, someText, type Workload, work } from './workload.ts';

export interface SlowResult {
  rounds: number;
  imported: number;
  starts: number;
  tabs: number;
  acknowledged: number;
  /** Milliseconds. */
  slowest: { [call: string]: number };
  faults: string[];
  throttles: readonly string[];
}

const NAME = 'slow';
const CPU_RATE = 6;
const CORES = 0.33;
const DISK_BYTES = 5_000_000;
const WORK_MS = 25_000;
const FIRST_IMPORT = 5_000;
const LATER_IMPORT = 200;
/** Memories above this number are removed, so that the store keeps its size. */
const MOST_MEMORIES = 6_500;
const ROUNDS_A_START = 3;
/** An import of 5,000 lines takes minutes on this device. */
const PATIENCE_MS = 900_000;
/** At least once each. */
const CALLS = ['add', 'remove', 'two searches'];

export async function slow(options: {
  site: ClientSite;
  minutes: number;
  firstImport?: number;
  seed?: number;
  onRound?: (result: SlowResult) => void;
}): Promise<SlowResult> {
  const { site, minutes, firstImport = FIRST_IMPORT, seed = 1, onRound } = options;
  const deadline = Date.now() + minutes * 60_000;
  const folder = temporaryProfile();
  const throttle = createThrottle({ cores: CORES, bytesPerSecond: DISK_BYTES, folder: folder.path });
  const { result, load } = startOf(seed, throttle.done);
  let session: ChromiumSession | undefined;
  try {
    while (Date.now() < deadline || result.rounds === 0) {
      session = await chromium([], PATIENCE_MS)(join(folder.path, 'profile'), site, 0);
      throttle.hold(session.running.processGroup);
      result.starts++;
      const tabs = [await openTab(session, load, result), await openTab(session, load, result)];
      for (let round = 0; round < ROUNDS_A_START && (Date.now() < deadline || result.rounds === 0); round++) {
        await importLines(tabs[0]!, result.imported === 0 ? firstImport : LATER_IMPORT, load, result);
        await workFor(WORK_MS, tabs, load);
        const further = await openTab(session, load, result);
        await compare([...tabs, further], load, result);
        await further.page.close();
        result.rounds++;
        onRound?.(result);
      }
      await session.close();
      session = undefined;
    }
  } catch (error) {
    result.faults.push(`round ${result.rounds}: ${(error as Error).message.split('\n', 1)[0]}`);
  } finally {
    result.acknowledged = load.ledger.acknowledged;
    await session?.kill();
    throttle.release();
    folder.remove();
  }
  return result;
}

/** Slowed down only by Chromium. */
export async function slowTab({ site, lines }: { site: ClientSite; lines: number }): Promise<SlowResult> {
  const folder = temporaryProfile();
  const { result, load } = startOf(1, []);
  let session: ChromiumSession | undefined;
  try {
    session = await chromium([], PATIENCE_MS)(join(folder.path, 'profile'), site, 0);
    result.starts++;
    const tab = await openTab(session, load, result);
    await importLines(tab, lines, load, result);
    await workTogether([tab], load, () => CALLS.every((call) => call in result.slowest));
    await compare([tab], load, result);
    result.rounds++;
  } finally {
    result.acknowledged = load.ledger.acknowledged;
    await session?.kill();
    folder.remove();
  }
  return result;
}

function startOf(seed: number, throttles: readonly string[]): { result: SlowResult; load: Workload } {
  const result: SlowResult = {
    rounds: 0,
    imported: 0,
    starts: 0,
    tabs: 0,
    acknowledged: 0,
    slowest: {},
    faults: [],
    throttles: [`Chromium runs pages ${CPU_RATE} times slower`, ...throttles],
  };
  const load: Workload = {
    random: seededRandom(seed),
    ledger: new Ledger(),
    errors: result.faults,
    most: MOST_MEMORIES,
    nothingDies: true,
    onTime: (call, milliseconds) => {
      result.slowest[call] = Math.max(result.slowest[call] ?? 0, Math.round(milliseconds));
    },
  };
  return { result, load };
}

async function openTab(session: ChromiumSession, load: Workload, result: SlowResult): Promise<ChromiumTab> {
  const tab = await session.open();
  const cdp = await tab.page.context().newCDPSession(tab.page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  tab.page.on('pageerror', (error) => result.faults.push(`the page threw ${error.message}`));
  load.onTime?.('open', await tab.run('open', { name: NAME, tiny: true, modelLoad: 'auto' }));
  result.tabs++;
  return tab;
}

async function importLines(tab: ChromiumTab, lines: number, load: Workload, result: SlowResult): Promise<void> {
  const rows = Array.from({ length: lines }, (_, n) => ({ id: `i${result.imported + n}`, text: someText(load) }));
  const open = load.ledger.begin('import', new Map(rows.map(({ id, text }) => [id, text])));
  const start = Date.now();
  const outcome = await tab.run('call', 'import', [rows.map((row) => JSON.stringify(row)).join('\n')]);
  load.onTime?.(`import of ${lines}`, Date.now() - start);
  load.ledger.acknowledge(open);
  result.imported += lines;
  if ('code' in outcome) return void result.faults.push(`import: ${outcome.code}, ${outcome.message}`);
  const { added, problems } = outcome.value as { added: number; problems: { code: string }[] };
  if (added === lines && problems.length === 0) return;
  result.faults.push(
    `import: ${added} of ${lines} added, ${problems.map(({ code }) => code).join() || 'no problem told'}`,
  );
}

async function workFor(milliseconds: number, tabs: readonly ChromiumTab[], load: Workload): Promise<void> {
  let stopped = false;
  const timer = setTimeout(() => {
    stopped = true;
  }, milliseconds);
  await workTogether(tabs, load, () => stopped).finally(() => clearTimeout(timer));
}

async function workTogether(tabs: readonly ChromiumTab[], load: Workload, stopped: () => boolean): Promise<void> {
  await Promise.all(tabs.map((tab, number) => work(tab, number, load, stopped)));
  const purge = purgeStep(load);
  if (!purge) return void load.errors.push('a call is still under way');
  const open = load.ledger.begin(purge.method, purge.effect);
  const { code, message, milliseconds } = await tabs[0]!.run('timed', 'purge');
  load.onTime?.('purge', milliseconds);
  if (code === null) load.ledger.acknowledge(open);
  else load.errors.push(`purge: ${code}, ${message}`);
}

async function compare(tabs: readonly ChromiumTab[], load: Workload, result: SlowResult): Promise<void> {
  const fault = (text: string): void => void result.faults.push(`round ${result.rounds}: ${text}`);
  const heads = await Promise.all(tabs.map((tab) => tab.run('head')));
  await Promise.all(tabs.map((tab) => tab.run('reached', Math.max(...heads), PATIENCE_MS / 10)));
  for (const tab of tabs) {
    const { all, trash, memories, indexed, event, durability, notices } = await tab.run('contents');
    const { lost, stale, resurrected, doubled } = load.ledger.compare(all, trash);
    const size = Object.keys(all).length;
    if (lost.length + stale.length + resurrected.length + doubled.length > 0)
      fault(
        `${lost.length} lost, ${stale.length} stale, ${resurrected.length} back, ${doubled.length} in the trash and outside`,
      );
    if (memories !== size || indexed !== size) fault(`${size} listed, ${memories} counted, ${indexed} indexed`);
    if (durability !== 'durable') fault(`the mode is ${durability}`);
    if (event !== 'ok' && event !== 'created') fault(`opening said ${event}`);
    const falsely = notices.filter(({ kind, durability: mode }) => kind !== 'opened' && mode !== 'durable');
    for (const { kind, durability: mode } of falsely) fault(`told ${kind}, ${mode}`);
    const stats = await tab.run('call', 'stats');
    const model = 'value' in stats ? (stats.value as { model: { state: string } }).model.state : stats.code;
    if (model === 'failed') fault('the model counts as failed');
  }
}
