/** The tasks of a page's main thread as the browser's own trace has them: how long each took, and how much of it was computing. */
import type { Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** Microseconds from begin to end, waits for a core included. */
  dur?: number;
  /** Microseconds on a core. */
  tdur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Milliseconds that the task which computed longest was on a core while `visit` ran. */
export async function mostComputing(page: Page, visit: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await visit();
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
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
