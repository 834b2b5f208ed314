/**
 * The queue of pages to store. A popup may close, and a service worker may be stopped, at any moment. So an item is
 * first written to the browser's storage. It's removed once the store has acknowledged it. Items that the store refuses
 * are set aside, so that they don't block others.
 */
import type { Turn } from './chat-turns.ts';
import { dropPdf } from './pdf.ts';

export interface Saved {
  id: string;
  title: string;
  text: string;
  url: string;
  lang?: string;
  tags: string[];
  createdAt: number;
  /** The text of a PDF is in its bytes, which wait under the item's id (`pdf.ts`). */
  isPdf?: boolean;
  /** The messages of a chat, which has no other text. */
  turns?: (Turn & { id: string })[];
}

/** After `failed`, a retry may succeed. After `refused`, it won't. */
export interface Outcome {
  id: string;
  result: 'stored' | 'refused' | 'failed';
  reason?: string;
}

export interface Refused {
  item: Saved;
  reason: string;
}

const PREFIX = 'saved ';
const REFUSED = 'refused ';
const WANTED = 'wanted ';
const TROUBLE = 'trouble';

async function valuesOf<Value>(prefix: string): Promise<Value[]> {
  const all = await chrome.storage.local.get(null);
  return Object.entries(all)
    .filter(([key]) => key.startsWith(prefix))
    .map(([, value]) => value as Value);
}

export async function enqueue(item: Saved): Promise<void> {
  // Earlier failures say nothing about this item.
  await chrome.storage.local.remove(TROUBLE);
  await chrome.storage.local.set({ [PREFIX + item.id]: item });
}

export const waiting = (): Promise<Saved[]> => valuesOf<Saved>(PREFIX);
export const refused = (): Promise<Refused[]> => valuesOf<Refused>(REFUSED);

/** Returns false if the page has been saved again in the meantime. */
async function dequeue({ id, createdAt }: Saved): Promise<boolean> {
  const key = PREFIX + id;
  const now = (await chrome.storage.local.get(key))[key] as Saved | undefined;
  if (now?.createdAt !== createdAt) return false;
  await chrome.storage.local.remove(key);
  return true;
}

/** Set aside before it leaves the queue, so that it isn't lost if the script is stopped in between. */
export async function setAside(item: Saved, reason: string): Promise<void> {
  await chrome.storage.local.set({ [REFUSED + item.id]: { item, reason } satisfies Refused });
  await dequeue(item);
}

export async function giveUp({ id }: Saved): Promise<void> {
  await chrome.storage.local.remove(REFUSED + id);
  await dropPdf(id);
}

export async function tryAgain(item: Saved): Promise<void> {
  await enqueue(item);
  await chrome.storage.local.remove(REFUSED + item.id);
}

/** A stored item also replaces an earlier version that was refused. */
export async function settle(item: Saved, { result, reason = '' }: Outcome): Promise<void> {
  if (result === 'refused') return setAside(item, reason);
  if (result === 'failed') return chrome.storage.local.set({ [TROUBLE]: reason });
  await chrome.storage.local.remove([REFUSED + item.id, TROUBLE]);
  if ((await dequeue(item)) && item.isPdf) await dropPdf(item.id);
}

export const trouble = (reason: string): Promise<void> => chrome.storage.local.set({ [TROUBLE]: reason });

export async function stateOf(id: string): Promise<Outcome> {
  const values = await chrome.storage.local.get([PREFIX + id, REFUSED + id, TROUBLE]);
  const set = values[REFUSED + id] as Refused | undefined;
  if (values[PREFIX + id] !== undefined) return { id, result: 'failed', reason: String(values[TROUBLE] ?? '') };
  return set ? { id, result: 'refused', reason: set.reason } : { id, result: 'stored' };
}

/** Resolves when the item is stored. Rejects if it was refused, or kept for later because of a failure. */
export async function settled(id: string): Promise<void> {
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const look = (): void => {
      stateOf(id).then((now) => {
        if (now.result === 'failed' && now.reason === '') return;
        chrome.storage.local.onChanged.removeListener(look);
        resolve(now);
      }, reject);
    };
    chrome.storage.local.onChanged.addListener(look);
    look();
  });
  if (outcome.result === 'refused') throw new Error(`Not saved: ${outcome.reason}`);
  if (outcome.result === 'failed')
    throw new Error(
      `Kept, but not searchable yet: ${outcome.reason} It is tried again when you open this the next time.`,
    );
}

/** A closing popup's message may never be sent. A write to the storage always completes, and wakes the background. */
export function want(): Promise<string> {
  const key = WANTED + crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const listen = (changes: { [name: string]: chrome.storage.StorageChange }): void => {
      const answer = changes[key]?.newValue as true | Answer | undefined;
      if (answer === undefined || answer === true) return;
      chrome.storage.local.onChanged.removeListener(listen);
      if ('kept' in answer) resolve(answer.kept);
      else reject(new Error(answer.error));
    };
    chrome.storage.local.onChanged.addListener(listen);
    chrome.storage.local.set({ [key]: true }).catch(reject);
  });
}

type Answer = { kept: string } | { error: string };

/** The popup may be closed by then. */
export function onWanted(job: () => Promise<string>): void {
  const answer = async (key: string): Promise<void> => {
    const words: Answer = await job().then(
      (kept) => ({ kept }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    await chrome.storage.local.set({ [key]: words });
    await chrome.storage.local.remove(key);
  };
  chrome.storage.local.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes))
      if (key.startsWith(WANTED) && newValue === true) void answer(key);
  });
}
