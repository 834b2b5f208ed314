export interface Felt {
  /** Milliseconds from each key to the frame that shows its rows. */
  rows: number[];
  /** Milliseconds of each task over 50 ms. */
  long: number[];
  /** CSS pixels that each active row moved after it was chosen. */
  moved: number[];
}

const all: Felt = { rows: [], long: [], moved: [] };
export const felt = (): Felt => all;

const pressed = new Map<string, number>();

const element = () => document.querySelector('hybrid-search')!;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

export async function watchTyping(): Promise<void> {
  const host = element();
  // Searches once, so that the index is loaded.
  await (await host.ready).search('water');
  host.shadowRoot!.addEventListener(
    'input',
    (event) => pressed.set((event.target as HTMLInputElement).value, event.timeStamp),
    true,
  );
  host.addEventListener('hs-search', async ({ query }) => {
    const at = pressed.get(query);
    if (at === undefined) return;
    pressed.delete(query);
    await host.updateComplete;
    await painted();
    all.rows.push(performance.now() - at);
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) all.long.push(duration);
  }).observe({ entryTypes: ['longtask'] });
}

/** Keys that were followed by another before their rows appeared don't count. */
export async function allShown(): Promise<void> {
  const host = element();
  while (pressed.has(host.query)) await painted();
  await painted();
  pressed.clear();
}

let written = 0;
export const notesWritten = (): number => written;

/** Adds a note every second until the page is closed. */
export async function writeNotes(): Promise<void> {
  const client = await element().ready;
  const write = async (): Promise<void> => {
    await client.add({ text: `Note ${written} was written while someone types about water in another tab.` });
    written++;
    setTimeout(write, 1_000);
  };
  await write();
}

export async function followActiveRow(): Promise<void> {
  const active = element().shadowRoot!.querySelector('[aria-selected=true]')!;
  await painted();
  const { top } = active.getBoundingClientRect();
  let moved = 0;
  for (const end = performance.now() + 1_000; performance.now() < end; await painted())
    moved = Math.max(moved, Math.abs(active.getBoundingClientRect().top - top));
  all.moved.push(moved);
}

/** Returns the milliseconds from the page's start until the rows are on the screen. */
export async function firstRow(query: string): Promise<number> {
  const host = element();
  await customElements.whenDefined('hybrid-search');
  // Polling in every frame would take time from the first rows.
  const answered = new Promise<void>((resolve) =>
    host.addEventListener('hs-search', (event) => event.query === query && resolve()),
  );
  host.query = query;
  await answered;
  await host.updateComplete;
  if (!host.shadowRoot?.querySelector('[role=option] mark')) throw new Error(`No rows for ${query}`);
  await painted();
  return performance.now();
}

export async function longTasks(): Promise<number[]> {
  const long: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  await new Promise((resolve) => setTimeout(resolve, 100));
  return long;
}
