/**
 * During three of four bursts, one tab freezes, crashes or closes. Afterwards, every client in every tab must show
 * what was acknowledged, and must have received an event for every change.
 */
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite } from './client-site.ts';
import { type ChromiumSession, type ChromiumTab, chromium, crashTab } from './engines.ts';
import { Ledger } from './ledger.ts';
import { someText, someWrite } from './workload.ts';

export interface ConvergenceResult {
  operations: number;
  bursts: number;
  disturbed: { [how: string]: number };
  /** Milliseconds from the end of each burst until the slowest tab had read all its changes. */
  times: number[];
  faults: string[];
}

const NAME = 'together';
const BURST = 200;
const DISTURBANCES = ['none', 'freeze', 'crash', 'close'] as const;
const FROZEN_MS = 1_500;
/** A tab that takes longer counts as stuck. */
const PATIENCE_MS = 20_000;

export async function convergence(options: {
  site: ClientSite;
  operations: number;
  tabs: number;
  clients: number;
  seed?: number;
  onBurst?: (result: ConvergenceResult) => void;
}): Promise<ConvergenceResult> {
  const { site, operations, tabs, clients, seed = 1, onBurst } = options;
  const random = seededRandom(seed);
  const ledger = new Ledger();
  const result: ConvergenceResult = { operations: 0, bursts: 0, disturbed: {}, times: [], faults: [] };
  const profile = temporaryProfile();
  const session = await chromium()(profile.path, site, tabs);
  const join = async (tab: ChromiumTab): Promise<void> => {
    for (let client = 0; client < clients; client++) {
      await tab.run('open', { name: NAME, modelLoad: 'manual' });
      await tab.run('unannounced', client);
    }
  };
  try {
    await Promise.all(session.tabs.map(join));
    while (result.operations < operations) {
      const how = DISTURBANCES[result.bursts % DISTURBANCES.length]!;
      const victim = session.tabs[Math.floor(random() * session.tabs.length)]!;
      const until = Math.min(operations, result.operations + BURST);
      const half = result.operations + (until - result.operations) / 2;
      let disturbing: Promise<void> | undefined;
      const writeBy = async (tab: ChromiumTab, number: number): Promise<void> => {
        while (result.operations < until) {
          if (result.operations >= half) disturbing ??= disturb(session, victim, how, result);
          if (tab === victim && disturbing && how !== 'freeze') return;
          result.operations++;
          await writeOnce(tab, number);
        }
      };
      const writeOnce = async (tab: ChromiumTab, number: number): Promise<void> => {
        const step = someWrite({ random, ledger }, number);
        if (!step) return;
        const open = ledger.begin(step.method, step.effect);
        try {
          const client = Math.floor(random() * clients);
          const { code } = await tab.run('timed', step.method, step.args, client);
          if (code === null) return ledger.acknowledge(open);
          ledger.refuse(open);
          result.faults.push(`burst ${result.bursts}: ${step.method}: ${code}`);
        } catch (error) {
          // A call of the disturbed tab may fail. The ledger accepts both outcomes.
          if (tab !== victim) throw error;
        }
      };
      await Promise.all(session.tabs.map(writeBy));
      const acknowledged = Date.now();
      await disturbing;
      result.times.push(await caughtUp(session, how === 'freeze' ? Date.now() : acknowledged, result));
      if (how === 'crash' || how === 'close') await join(await session.open());
      await compare(session, clients, ledger, result);
      result.bursts++;
      onBurst?.(result);
    }
    const last = { id: 'last', text: someText({ random }) };
    const { code } = await session.tabs[0]!.run('timed', 'upsert', [last]);
    if (code !== null) result.faults.push(`the last write: ${code}`);
  } finally {
    await session.close();
    profile.remove();
  }
  return result;
}

async function disturb(
  session: ChromiumSession,
  victim: ChromiumTab,
  how: (typeof DISTURBANCES)[number],
  result: ConvergenceResult,
): Promise<void> {
  result.disturbed[how] = (result.disturbed[how] ?? 0) + 1;
  const { page } = victim;
  if (how === 'freeze') {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    await new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
    await cdp.send('Page.setWebLifecycleState', { state: 'active' });
    return;
  }
  if (how === 'none') return;
  session.tabs.splice(session.tabs.indexOf(victim), 1);
  if (how === 'crash') await crashTab(victim);
  else await page.close();
}

async function caughtUp(session: ChromiumSession, since: number, result: ConvergenceResult): Promise<number> {
  const heads = await Promise.all(session.tabs.map((tab) => tab.run('head')));
  const target = Math.max(...heads);
  if (heads.every((head) => head === target)) return Date.now() - since;
  const reached = await Promise.all(session.tabs.map((tab) => tab.run('reached', target, PATIENCE_MS)));
  if (reached.includes(null)) result.faults.push(`burst ${result.bursts}: a tab did not catch up`);
  return Math.max(...reached.map((at) => (at ?? since + PATIENCE_MS) - since));
}

async function compare(
  session: ChromiumSession,
  clients: number,
  ledger: Ledger,
  result: ConvergenceResult,
): Promise<void> {
  const fault = (text: string): void => void result.faults.push(`burst ${result.bursts}: ${text}`);
  for (const [at, tab] of session.tabs.entries()) {
    for (let client = 0; client < clients; client++) {
      const { all, trash, indexed, notices } = await tab.run('contents', client);
      const size = Object.keys(all).length;
      // The first comparison decides whether calls that a crash interrupted took effect.
      const differences = ledger.compare(all, trash);
      for (const [kind, found] of Object.entries(differences)) {
        if (found.length > 0) fault(`tab ${at}, client ${client}: ${kind} ${found.slice(0, 3).join(', ')}`);
      }
      if (indexed !== size) fault(`tab ${at}: ${size} listed, ${indexed} indexed`);
      const losses = notices.filter(({ kind }) => kind === 'restored' || kind === 'storage-lost');
      if (losses.length > 0) fault(`tab ${at}: ${losses[0]!.kind} was reported`);
      const unannounced = await tab.run('unannounced', client);
      if (unannounced.length > 0)
        fault(`tab ${at}, client ${client}: no event for ${unannounced.slice(0, 3).join(', ')}`);
    }
  }
}
