import { later } from './later.ts';
import { type WatchedThread, watchThread } from './watch-thread.ts';

const LOOK_EVERY_MS = 20;

interface Step {
  thread: WatchedThread;
  start: number;
}

let step: Step | null = null;

/** Starts the clock at the next change event of a file input. By then, the browser has filled the list of files. */
export function watchPicker(): void {
  const { click } = HTMLInputElement.prototype;
  HTMLInputElement.prototype.click = function () {
    const thread = watchThread();
    this.addEventListener('change', () => {
      thread.restart();
      step = { thread, start: performance.now() };
    });
    HTMLInputElement.prototype.click = click;
    this.click();
  };
}

const panel = (): ShadowRoot =>
  document.querySelector('hybrid-search')!.shadowRoot!.querySelector('hs-import-panel')!.shadowRoot!;
const found = (): ShadowRoot | null | undefined => panel().querySelector('hs-import-found')?.shadowRoot;

export interface PreviewTimes {
  /** Milliseconds from the choice of files until the panel showed the first results from them, and all results. */
  first: number;
  all: number;
  firstText: string;
  text: string;
  /** Milliseconds. */
  longestTask: number;
}

export async function previewDone(): Promise<PreviewTimes> {
  let first: { at: number; text: string } | null = null;
  for (;;) {
    if (step) {
      const at = performance.now() - step.start;
      const kinds = found()?.querySelectorAll('.found .kind') ?? [];
      // A button follows on another line.
      const all = [...kinds].map(({ textContent }) => textContent!.trim().split('\n')[0]).join('; ');
      const text = all || foundSoFar();
      if (text !== '') first ??= { at, text };
      if (first && all !== '' && found()!.querySelector('.confirm')) {
        const longestTask = await step.thread.stop();
        return { first: first.at, firstText: first.text, all: at, text: all, longestTask };
      }
    }
    await later(LOOK_EVERY_MS);
  }
}

function foundSoFar(): string {
  const kinds = [...panel().querySelectorAll('.outcome .found')];
  return kinds.map(({ textContent }) => textContent!.trim()).join('; ');
}

export function confirmImport(): void {
  const thread = watchThread();
  step = { thread, start: performance.now() };
  found()!.querySelector<HTMLElement>('.confirm')!.click();
}

export const importedShare = (): number =>
  Number(panel().querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? 0) / 100;

export async function importDone(): Promise<{ milliseconds: number; longestTask: number; text: string }> {
  for (;;) {
    const text = panel().querySelector('.outcome')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (step && !found() && text !== '' && !panel().querySelector('[role=progressbar]')) {
      const milliseconds = performance.now() - step.start;
      return { milliseconds, longestTask: await step.thread.stop(), text };
    }
    await later(LOOK_EVERY_MS);
  }
}

/** `distinct` counts memories that differ in text or time of creation. */
export async function storedMemories(): Promise<{ count: number; distinct: number; pictures: number }> {
  const client = await document.querySelector('hybrid-search')!.ready;
  const seen = new Set<string>();
  let count = 0;
  let pictures = 0;
  let rest = '';
  const take = (line: string): void => {
    if (line === '') return;
    const record = JSON.parse(line) as { text?: string; createdAt?: number; images?: unknown[] };
    if (record.text === undefined) return;
    count++;
    pictures += record.images?.length ?? 0;
    seen.add(`${record.createdAt} ${record.text}`);
  };
  const stream = (await client.export()).stream().pipeThrough(new TextDecoderStream());
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  }
  take(rest);
  return { count, distinct: seen.size, pictures };
}
