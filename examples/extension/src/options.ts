/** Import by consent, export, and how much there is. */
import type { MemoryInput } from 'hybrid-search-element/client';
import { openStore } from './memory.ts';

const HISTORY_DAYS = 90;
const AT_ONCE = 500;
const client = openStore();
const count = document.querySelector('#count')!;
const button = (id: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`#${id}`)!;

interface Place {
  title: string;
  url: string;
  time: number;
  tags: string[];
}

/** Pages that were saved with their text stay as they are. */
async function take(places: Place[]): Promise<void> {
  const fresh: MemoryInput[] = [];
  const seen = new Set<string>();
  for (const { title, url, time, tags } of places) {
    const id = `page ${url.split('#', 1)[0]}`;
    if (!/^https?:/.test(url) || seen.has(id) || (await client.get(id))) continue;
    seen.add(id);
    fresh.push({ id, type: 'page', title: title || url, text: `${title}\n${url}`.trim(), url, tags, createdAt: time });
  }
  for (let at = 0; at < fresh.length; at += AT_ONCE) await client.addMany(fresh.slice(at, at + AT_ONCE));
  await showCount(`${fresh.length} taken in. `);
}

function bookmarksOf(nodes: chrome.bookmarks.BookmarkTreeNode[], folders: string[]): Place[] {
  return nodes.flatMap(({ title, url, dateAdded, children }) =>
    url === undefined
      ? bookmarksOf(children ?? [], title ? [...folders, title.toLowerCase()] : folders)
      : [{ title, url, time: dateAdded ?? Date.now(), tags: ['bookmark', ...folders.slice(1)] }],
  );
}

/** Asks, reads, and gives the permission back. */
async function withPermission(permission: 'bookmarks' | 'history', read: () => Promise<Place[]>): Promise<void> {
  if (!(await chrome.permissions.request({ permissions: [permission] }))) return;
  try {
    await take(await read());
  } finally {
    // What an administrator has granted for good cannot be given back.
    await chrome.permissions.remove({ permissions: [permission] }).catch(() => false);
  }
}

async function showCount(before = ''): Promise<void> {
  const { total } = await client.list({ limit: 1 });
  count.textContent = `${before}${total} kept.`;
}

const fail = (error: Error): void => {
  count.textContent = error.message;
};

button('bookmarks').onclick = () =>
  void withPermission('bookmarks', async () => bookmarksOf(await chrome.bookmarks.getTree(), [])).catch(fail);
button('history').onclick = () =>
  void withPermission('history', async () => {
    const startTime = Date.now() - HISTORY_DAYS * 86_400_000;
    const items = await chrome.history.search({ text: '', startTime, maxResults: 10_000 });
    return items.map(({ title = '', url = '', lastVisitTime = Date.now() }) => ({
      title,
      url,
      time: lastVisitTime,
      tags: ['history'],
    }));
  }).catch(fail);
button('export').onclick = async () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await client.export());
  link.download = `web-memory ${new Date().toISOString().slice(0, 10)}.jsonl`;
  link.click();
};
void showCount().catch(fail);
