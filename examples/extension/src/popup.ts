/**
 * Shows the answer by keywords first, and then the fused answer of the host, which has the model. If the host isn't
 * running, the popup's own engine answers by keywords. The host is started afterwards, because loading index and model
 * at the same time would delay both.
 */
import 'hybrid-search-element/define';
import type { SearchClient } from 'hybrid-search-element/client';
import { HostEvents } from './host-events.ts';
import { BY_WORD, openWords, STORE } from './memory.ts';
import { callHost, send } from './messages.ts';
import { refused, settled, want } from './queue.ts';

const box = document.querySelector('hybrid-search-box')!;
const results = document.querySelector('hybrid-search-results')!;
const state = document.querySelector('#state')!;

/** Asking the browser for the host's window would be slow, because it's busy when its first popup opens. */
const host = (): Window | undefined =>
  chrome.extension.getViews().find(({ location }) => location.pathname === '/host.html');

type Asked = Pick<SearchClient, 'list' | 'search' | 'stats' | 'get'>;

const hosted: Asked = {
  list: (options) => callHost('list', options),
  search: (query, options) => callHost('search', query, options),
  stats: () => callHost('stats'),
  get: (id) => callHost('get', id),
};

async function answeredByWord(): Promise<Asked> {
  const awake = host();
  if (!awake) return openWords().ready;
  // A host that's just starting receives no messages until its script has run.
  if (awake.document.readyState !== 'complete') await new Promise((resolve) => awake.addEventListener('load', resolve));
  return hosted;
}

const byWord = answeredByWord();

const events = new HostEvents();
let waking: Promise<unknown> | null = null;
async function wakeHost(): Promise<void> {
  waking ??= send({ to: 'background', kind: 'wake' });
  await waking;
  events.connect();
}

const never = (): (() => void) => () => {};
const client: SearchClient = {
  name: STORE,
  ready: Promise.resolve(),
  async list(options) {
    const found = await (await byWord).list(options);
    void wakeHost().catch(fail);
    return found;
  },
  async search(query, { signal, onPartial, ...options } = {}) {
    const early = await (await byWord).search(query, { ...options, modes: BY_WORD });
    signal?.throwIfAborted();
    onPartial?.(early);
    performance.mark('answered');
    await wakeHost();
    signal?.throwIfAborted();
    const fused = await callHost('search', query, options);
    // Firefox may have stopped the host since it was woken. The question has started it again.
    events.connect();
    performance.mark('fused');
    return fused;
  },
  stats: async () => (await byWord).stats(),
  get: async (id) => (await byWord).get(id),
  typing() {},
  subscribe: events.subscribe,
  onProgress: events.onProgress,
  onStorage: never,
  onError: never,
};
box.client = results.client = client;

results.addEventListener('hs-select', (event) => {
  event.preventDefault();
  const { url } = event.memory;
  if (url && /^https?:/.test(url)) void chrome.tabs.create({ url });
});

const fail = (error: Error): void => {
  state.textContent = error.message;
};
void box.updateComplete.then(() => box.focus());
document.querySelector<HTMLButtonElement>('#save')!.onclick = () => {
  state.textContent = 'Saving…';
  want()
    .then(settled)
    .then(() => {
      state.textContent = 'Saved.';
    })
    .catch(fail);
};
const notSaved = document.querySelector<HTMLButtonElement>('#refused')!;
notSaved.onclick = () => void chrome.runtime.openOptionsPage();
async function showRefused(): Promise<void> {
  const { length } = await refused();
  notSaved.hidden = length === 0;
  notSaved.textContent = length === 1 ? '1 page was not saved. See why' : `${length} pages were not saved. See why`;
}
chrome.storage.local.onChanged.addListener(() => void showRefused().catch(fail));
void showRefused().catch(fail);
document.querySelector<HTMLButtonElement>('#options')!.onclick = () => void chrome.runtime.openOptionsPage();
const panel = document.querySelector<HTMLButtonElement>('#panel')!;
const sidebar = (chrome as { sidebarAction?: { open(): Promise<void> } }).sidebarAction;
panel.hidden = !chrome.sidePanel && !sidebar;
panel.onclick = async () => {
  // Don't await anything before this. The browser would no longer consider it part of the click.
  if (sidebar) return void sidebar.open().catch(fail);
  const { id } = await chrome.windows.getCurrent();
  if (id !== undefined) await chrome.sidePanel.open({ windowId: id }).catch(fail);
};
