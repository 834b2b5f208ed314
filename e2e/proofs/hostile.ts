/** Traces each task's processor time on the engine's thread, which answers nothing meanwhile. Excludes other load. */
import type { ImportFormat } from '../../src/core/import/report.ts';
import { FILE_SHAPES, TEXT_SHAPES } from '../../src/testing/hostile-shapes.ts';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite } from './client-site.ts';
import { type ChromiumSession, chromium } from './engines.ts';

export interface HostileResult {
  calls: number;
  shapes: number;
  /** Milliseconds of processor time of the engine's longest task. Longest first. */
  blocked: { call: string; milliseconds: number }[];
  faults: string[];
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** A new browser isn't affected by what earlier calls left behind. */
const CALLS_A_BROWSER = 12;

export type Use = 'memory' | 'file' | 'query';

function formatOf(shape: string): ImportFormat {
  const start = (FILE_SHAPES[shape] ?? TEXT_SHAPES[shape]!)(60);
  if (!(shape in FILE_SHAPES)) return 'markdown';
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'bookmarks';
  return /^(#|---)/.test(start) ? 'markdown' : 'csv';
}

export const hostileCalls = (): { use: Use; shape: string }[] => [
  ...Object.keys(TEXT_SHAPES).flatMap((shape) => (['memory', 'file', 'query'] as const).map((use) => ({ use, shape }))),
  ...Object.keys(FILE_SHAPES).map((shape) => ({ use: 'file' as const, shape })),
];

export async function hostile(options: {
  site: ClientSite;
  bytes: number;
  calls: readonly { use: Use; shape: string }[];
  onCall?: (result: HostileResult, line: string) => void;
}): Promise<HostileResult> {
  const { site, bytes, calls, onCall } = options;
  const result: HostileResult = { calls: 0, shapes: 0, blocked: [], faults: [] };
  for (let at = 0; at < calls.length; at += CALLS_A_BROWSER) {
    const profile = temporaryProfile();
    const session = await chromium()(profile.path, site, 1);
    try {
      const tab = session.tabs[0]!;
      await tab.run('open', { name: 'hostile', modelLoad: 'manual' });
      await tab.run('timed', 'add', [{ id: 'other', text: 'a ferry that waits for the tide' }]);
      for (const { use, shape } of calls.slice(at, at + CALLS_A_BROWSER)) {
        const call = `${shape} as ${use}`;
        const { outcome, milliseconds } = await traced(session, () =>
          tab.run('hostile', use, shape, bytes, formatOf(shape)),
        );
        result.calls++;
        result.blocked.push({ call, milliseconds });
        if (outcome.code === 'untyped' || outcome.code === 'internal' || outcome.code === 'worker-died') {
          result.faults.push(`${call}: ${outcome.code}`);
        }
        onCall?.(result, `${call}: ${Math.round(milliseconds)} ms blocked, ${Math.round(outcome.milliseconds)} ms`);
      }
    } finally {
      await session.kill();
      profile.remove();
    }
  }
  result.shapes = new Set(calls.map(({ shape }) => shape)).size;
  result.blocked.sort((a, b) => b.milliseconds - a.milliseconds);
  return result;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

async function traced<Outcome>(
  { running }: ChromiumSession,
  work: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; milliseconds: number }> {
  await running.browser.startTracing(undefined, { categories: CATEGORIES });
  const outcome = await work();
  const trace = JSON.parse((await running.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const engine = trace.traceEvents.find(({ args }) => args?.data?.url?.includes('/engine-worker.js'));
  if (!engine) throw new Error('The trace names no thread of the engine');
  let most = 0;
  for (const { name, pid, tid, tdur = 0 } of trace.traceEvents) {
    if (pid === engine.pid && tid === engine.tid && name.endsWith('RunTask')) most = Math.max(most, tdur / 1_000);
  }
  if (most === 0) throw new Error('The trace has no task of the engine');
  return { outcome, milliseconds: most };
}
