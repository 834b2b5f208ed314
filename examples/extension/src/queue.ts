/**
 * What was saved and is not yet in the store. A popup may close, and a service worker end, at any moment: the browser's
 * storage has the item first, and it leaves only when the store has acknowledged it.
 */
export interface Saved {
  id: string;
  title: string;
  text: string;
  url: string;
  lang?: string;
  tags: string[];
  createdAt: number;
}

const PREFIX = 'saved ';

export const enqueue = (item: Saved): Promise<void> => chrome.storage.local.set({ [PREFIX + item.id]: item });

export async function waiting(): Promise<Saved[]> {
  const all = await chrome.storage.local.get(null);
  return Object.entries(all)
    .filter(([key]) => key.startsWith(PREFIX))
    .map(([, item]) => item as Saved);
}

/** Only if it is still the one that was stored: the page may have been saved again meanwhile. */
export async function dequeue({ id, createdAt }: Saved): Promise<void> {
  const key = PREFIX + id;
  const now = (await chrome.storage.local.get(key))[key] as Saved | undefined;
  if (now?.createdAt === createdAt) await chrome.storage.local.remove(key);
}
