/** Traces a page's main thread. Linux only, because it reads from the kernel how long the thread waited for a core. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { renderersOf } from '../scripts/renderer-memory.ts';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string; data?: { type?: string } };
  /** Start in microseconds. */
  ts: number;
  /** Microseconds from start to end, including waits for a core. */
  dur?: number;
  /** Microseconds on a core. */
  tdur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

const NEEDED: ReadonlySet<string> = new Set(['RunTask', 'ParseHTML', 'EventDispatch']);

/** In milliseconds. */
export interface Traced {
  /** Longest time that one task spent on a core, without `listing`. */
  computing: number;
  /** Time that the browser spent on a core to list the chosen files, before the page gets them. */
  listing: number;
  longest: number;
  /** Time that the longest task spent on a core. */
  ofLongest: number;
  /** Time that the whole thread spent on a core (`ran`), and ready but waiting for one (`waited`). */
  ran: number;
  waited: number;
}

/** Nanoseconds by process id: on a core, and waiting for one. */
const scheduled = (profile: string): Map<number, number[]> =>
  new Map(
    renderersOf(profile).map(({ id }) => [
      id,
      readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ').map(Number),
    ]),
  );

export async function traced(profile: string, page: Page, visit: () => Promise<unknown>): Promise<Traced> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    // A long trace has millions of other events.
    for (const event of value as unknown as TraceEvent[]) if (NEEDED.has(event.name)) events.push(event);
  });
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  const before = scheduled(profile);
  await visit();
  const after = scheduled(profile);
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const scripts = new Map<string, number>();
  for (const event of events)
    if (event.name === 'ParseHTML') scripts.set(threadOf(event), (scripts.get(threadOf(event)) ?? 0) + 1);
  const main = [...scripts].sort((a, b) => b[1] - a[1])[0]?.[0];
  const tasks = events.filter((event) => event.name === 'RunTask' && threadOf(event) === main);
  if (tasks.length === 0) throw new Error('The trace holds no task of the page');
  const { dur = 0, tdur = 0, pid } = tasks.reduce((most, task) => ((task.dur ?? 0) > (most.dur ?? 0) ? task : most));
  const nanoseconds = (at: 0 | 1): number => (after.get(pid)?.[at] ?? Number.NaN) - (before.get(pid)?.[at] ?? 0);
  const choices = events.filter(
    (event) => event.name === 'EventDispatch' && event.args.data?.type === 'change' && threadOf(event) === main,
  );
  let computing = 0;
  let listing = 0;
  for (const task of tasks) {
    const choice = choices.find(({ ts }) => ts >= task.ts && ts <= task.ts + (task.dur ?? 0));
    const { tdur: ofPage = 0 } = choice ?? task;
    computing = Math.max(computing, ofPage);
    listing = Math.max(listing, (task.tdur ?? 0) - ofPage);
  }
  return {
    computing: computing / 1_000,
    listing: listing / 1_000,
    longest: dur / 1_000,
    ofLongest: tdur / 1_000,
    ran: nanoseconds(0) / 1e6,
    waited: nanoseconds(1) / 1e6,
  };
}
