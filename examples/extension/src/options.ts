import { isHybridSearchError } from 'hybrid-search-element/client';
import { fitted, pageId } from './fit.ts';
import { openStore, STORE } from './memory.ts';
import { send } from './messages.ts';
import { giveUp, type Refused, refused, type Saved, setAside, tryAgain } from './queue.ts';
import { syncInBackground } from './sync.ts';

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

/** Pages that are already saved stay as they are. */
async function take(places: Place[]): Promise<void> {
  const fresh: Saved[] = [];
  const seen = new Set<string>();
  for (const { title, url, time, tags } of places) {
    if (!/^https?:/.test(url)) continue;
    const id = await pageId(url);
    if (seen.has(id) || (await client.get(id))) continue;
    seen.add(id);
    fresh.push(fitted({ id, title: title || url, text: `${title}\n${url}`.trim(), url, tags, createdAt: time }));
  }
  let added = 0;
  for (let at = 0; at < fresh.length; at += AT_ONCE) added += await addAll(fresh.slice(at, at + AT_ONCE));
  await showCount(added === 0 ? 'Nothing new to import.' : `Imported ${pages(added)}.`);
}

/** If the store refuses one item, the others are added one by one. */
async function addAll(items: Saved[]): Promise<number> {
  try {
    await client.addMany(items.map((item) => ({ ...item, type: 'page' })));
    return items.length;
  } catch (error) {
    if (!isHybridSearchError(error, 'invalid-memory')) throw error;
    const [item] = items;
    if (items.length > 1) {
      let added = 0;
      for (const each of items) added += await addAll([each]);
      return added;
    }
    await setAside(item!, error.message);
    return 0;
  }
}

function bookmarksOf(nodes: chrome.bookmarks.BookmarkTreeNode[], folders: string[]): Place[] {
  return nodes.flatMap(({ title, url, dateAdded, children }) =>
    url === undefined
      ? bookmarksOf(children ?? [], title ? [...folders, title.toLowerCase()] : folders)
      : [{ title, url, time: dateAdded ?? Date.now(), tags: ['bookmark', ...folders.slice(1)] }],
  );
}

async function withPermission(permission: 'bookmarks' | 'history', read: () => Promise<Place[]>): Promise<void> {
  if (!(await chrome.permissions.request({ permissions: [permission] }))) return;
  try {
    await take(await read());
  } finally {
    // Fails if an administrator granted the permission.
    await chrome.permissions.remove({ permissions: [permission] }).catch(() => false);
  }
}

const pages = (number: number): string => (number === 1 ? '1 page' : `${number.toLocaleString()} pages`);

async function showCount(before = ''): Promise<void> {
  const { total } = await client.list({ limit: 1 });
  const now = total === 0 ? 'No pages saved yet.' : `${pages(total)} saved.`;
  count.textContent = `${before} ${now}`.trim();
}

async function showRefused(): Promise<void> {
  const all = await refused();
  const section = document.querySelector<HTMLElement>('#refused')!;
  section.hidden = all.length === 0;
  section.querySelector('ul')!.replaceChildren(...all.map(refusedItem));
}

function refusedItem({ item, reason }: Refused): HTMLLIElement {
  const name = document.createElement('strong');
  name.textContent = item.title.slice(0, 200);
  const why = document.createElement('p');
  why.textContent = reason;
  const row = document.createElement('div');
  row.className = 'row';
  row.append(
    pressed('Try again', async () => {
      await tryAgain(item);
      await send({ to: 'background', kind: 'wake' });
    }),
    pressed('Remove from this list', () => giveUp(item)),
  );
  const entry = document.createElement('li');
  entry.append(name, why, row);
  return entry;
}

function pressed(words: string, job: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.onclick = () => void job().catch(fail);
  return made;
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
async function showSettings(): Promise<void> {
  await import('hybrid-search-element/define');
  const settings = Object.assign(document.createElement('hybrid-search-settings'), { name: STORE, client });
  button('settings').replaceWith(settings);
  await settings.updateComplete;
  settings.shadowRoot?.querySelector<HTMLElement>('hs-settings-panel')?.focus();
}

syncInBackground(client);
button('settings').onclick = () => void showSettings().catch(fail);
chrome.storage.local.onChanged.addListener(() => void showRefused().catch(fail));
void showRefused().catch(fail);
void showCount().catch(fail);
