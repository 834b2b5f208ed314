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

const WANTED = 'wanted ';

/**
 * A message of a popup that closes may never leave it; what it writes here does, and wakes the background. Resolves when
 * the page is kept, rejects with the reason why not.
 */
export function want(): Promise<void> {
  const key = WANTED + crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const listen = (changes: { [name: string]: chrome.storage.StorageChange }): void => {
      const change = changes[key];
      if (!change || change.newValue === true) return;
      chrome.storage.local.onChanged.removeListener(listen);
      if (change.newValue === undefined) resolve();
      else reject(new Error(String(change.newValue)));
    };
    chrome.storage.local.onChanged.addListener(listen);
    chrome.storage.local.set({ [key]: true }).catch(reject);
  });
}

/** Runs `job` for each wish, and tells its popup, if it is still there. */
export function onWanted(job: () => Promise<void>): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (!key.startsWith(WANTED) || newValue !== true) continue;
      job()
        .catch((error: unknown) =>
          chrome.storage.local.set({ [key]: error instanceof Error ? error.message : 'failed' }),
        )
        .finally(() => chrome.storage.local.remove(key));
    }
  });
}
