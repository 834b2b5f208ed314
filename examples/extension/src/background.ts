/** Keeps no state in memory, because the browser may stop this script at any moment. */

import type { SearchResponse } from 'hybrid-search-element/client';
import type { Page } from './extract.ts';
import { fitted, messageId, pageId } from './fit.ts';
import { type Message, receive, send } from './messages.ts';
import { fetchPdf, keepPdf } from './pdf.ts';
import { enqueue, type Outcome, onWanted, refused, type Saved, settle, settled, trouble, waiting } from './queue.ts';

const HOST = 'host.html';

/** Chromium needs an offscreen document. In Firefox, this page can start workers itself. */
async function startHost(): Promise<void> {
  if (!chrome.offscreen) return void (await import('./host.ts'));
  try {
    await chrome.offscreen.createDocument({
      url: HOST,
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: 'The search index and the embedding model run in workers, which a service worker cannot start.',
    });
  } catch (error) {
    // Only one document is allowed, and it already exists.
    if (!/single offscreen/i.test((error as Error).message)) throw error;
  }
}

let starting: Promise<void> | null = null;

/** Calls during a start wait until it's done. The browser reports the document before its script listens. */
function wakeHost(): Promise<void> {
  starting ??= startHost().finally(() => {
    starting = null;
  });
  return starting;
}

/** Sends a message to the host. In Firefox, this page is the host, and a page can't send messages to itself. */
async function ask<Answer>(message: Message): Promise<Answer> {
  if (!chrome.offscreen) return (await (await import('./host.ts')).answer(message)) as Answer;
  await wakeHost();
  return send<Answer>(message);
}

let draining: Promise<void> = Promise.resolve();

/** If the script is stopped between storing and removing items, they're stored again. */
function drain(): Promise<void> {
  draining = draining
    .then(async () => {
      const items = await waiting();
      if (items.length === 0) return;
      const outcomes = await ask<Outcome[]>({ to: 'host', kind: 'store', items });
      for (const [index, item] of items.entries()) await settle(item, outcomes[index]!);
    })
    .catch((error: Error) => trouble(error.message));
  return draining.then(showRefused);
}

/** Resolves once the item is queued and can't be lost any more. It's stored later. */
async function keep(item: Omit<Saved, 'createdAt'>): Promise<string> {
  await enqueue(fitted({ ...item, text: item.text.trim() || item.title, createdAt: Date.now() }));
  void badge('…');
  void drain();
  settled(item.id).then(() => badge('✓'), failed);
  return item.id;
}

/** An extension can't read the browser's pages or web store, and other pages only after a click on its button. */
const UNREADABLE =
  'The browser does not let extensions read this page, so it cannot be saved. Ordinary web pages can be.';

async function savePage(tab: chrome.tabs.Tab | undefined): Promise<string> {
  if (tab?.id === undefined || tab.url === undefined) throw new Error(UNREADABLE);
  const url = tab.url.split('#', 1)[0]!;
  const id = await pageId(url);
  const page = await readPage(tab.id).catch((error: Error) => {
    // Firefox shows PDFs in a page of its own, which it doesn't let extensions read.
    if (/^https?:.*\.pdf$/i.test(url)) return null;
    throw error;
  });
  if (page === null || page.isPdf) {
    await keepPdf(id, await fetchPdf(url));
    return keep({ id, url, tags: [], title: tab.title || url, text: '', isPdf: true });
  }
  const { title, text, lang, turns } = page;
  if (!turns) return keep({ id, url: tab.url, tags: [], title, text, lang });
  const named = turns.map(async (turn, index) => ({ ...turn, id: await messageId(url, turn.id ?? String(index + 1)) }));
  return keep({ id, url, tags: [], title, text, lang, turns: await Promise.all(named) });
}

async function readPage(tabId: number): Promise<Page> {
  const target = { tabId };
  try {
    await chrome.scripting.executeScript({ target, files: ['extract.js'] });
    // The script's result is in this variable of its own world. `vite.config.ts` sets the name.
    const [run] = await chrome.scripting.executeScript({
      target,
      func: () => (globalThis as { extract?: unknown }).extract,
    });
    if (run?.result) return run.result as Page;
  } catch (cause) {
    // The browser's message is about the manifest, which doesn't help a user who wants to save a page.
    throw new Error(UNREADABLE, { cause });
  }
  throw new Error(UNREADABLE);
}

async function badge(text: string, color = '#0b6b5d'): Promise<void> {
  await chrome.action.setBadgeBackgroundColor({ color });
  await chrome.action.setBadgeText({ text });
}

async function showRefused(): Promise<void> {
  const { length } = await refused();
  const pages = length === 1 ? '1 page was not saved' : `${length} pages were not saved`;
  await chrome.action.setTitle({ title: length === 0 ? '' : `${pages}. Open the options to see why.` });
  if (length > 0) await badge('!', '#a3341c');
}

const activeTab = async (): Promise<chrome.tabs.Tab | undefined> =>
  (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0];

const failed = (error: unknown): void => {
  void badge('!', '#a3341c');
  void chrome.action.setTitle({ title: error instanceof Error ? error.message : String(error) });
};

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.create({ id: 'page', title: 'Save this page', contexts: ['page'] });
  chrome.contextMenus.create({ id: 'selection', title: 'Save the selection', contexts: ['selection'] });
  chrome.contextMenus.create({ id: 'link', title: 'Save this link', contexts: ['link'] });
});
// Stores what was still in the queue when the browser was closed.
chrome.runtime.onStartup.addListener(() => {
  wakeHost()
    .then(drain)
    .catch(() => {});
});

chrome.contextMenus.onClicked.addListener(async (info, tab) => {
  const url = tab?.url ?? info.pageUrl ?? '';
  const title = tab?.title ?? url;
  const saved =
    info.menuItemId === 'selection'
      ? keep({
          id: `selection ${crypto.randomUUID()}`,
          title,
          text: info.selectionText ?? '',
          url,
          tags: ['selection'],
        })
      : info.menuItemId === 'link' && info.linkUrl
        ? keep({
            id: await pageId(info.linkUrl),
            title: info.linkUrl,
            text: `${info.linkUrl}\n\nfrom: ${title}`,
            url: info.linkUrl,
            tags: ['link'],
          })
        : savePage(tab);
  saved.catch(failed);
});
chrome.commands.onCommand.addListener((command) => {
  if (command === 'save-page') activeTab().then(savePage).catch(failed);
});
chrome.tabs.onActivated.addListener(() => {
  void chrome.action.setBadgeText({ text: '' }).then(showRefused);
});

onWanted(() =>
  activeTab()
    .then(savePage)
    .catch((error: unknown) => {
      // The popup may be closed by now, so the button shows the error too.
      failed(error);
      throw error;
    }),
);
// In Chromium, the host answers these messages. In Firefox, this page does, even if it was stopped in between.
if (!chrome.offscreen) receive('host', ask);
receive('background', async ({ kind }) => {
  if (kind !== 'wake') return;
  await wakeHost();
  void drain();
});

const escapeXml = (text: string): string =>
  text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\P{Cc}\t]/gu, ' ');

chrome.omnibox.onInputChanged.addListener((query, suggest) => {
  ask<SearchResponse>({ to: 'host', kind: 'call', call: 'search', args: [query, { limit: 6 }] }).then(
    ({ hits, weak }) =>
      suggest(
        (hits.length > 0 ? hits : weak).flatMap(({ memory: { title = '', url } }) =>
          url ? { content: url, description: `${escapeXml(title || url)} <url>${escapeXml(url)}</url>` } : [],
        ),
      ),
    () => suggest([]),
  );
});
chrome.omnibox.onInputEntered.addListener((text) => {
  const url = /^https?:/.test(text) ? text : chrome.runtime.getURL(`panel.html?q=${encodeURIComponent(text)}`);
  void chrome.tabs.update({ url });
});
