/**
 * The popup: keywords at once, then the fused answer of the host, which has the model. A running host has the index in
 * memory. If it isn't running, the popup's own engine answers first, and only then starts the host, because loading
 * index and model at once would delay both.
 */
import { openWords } from './memory.ts';
import { answerSearch, type Found, type Question, send } from './messages.ts';
import { refused, settled, want } from './queue.ts';

const LIMIT = 8;
const query = document.querySelector<HTMLInputElement>('#query')!;
const hits = document.querySelector<HTMLUListElement>('#hits')!;
const state = document.querySelector('#state')!;
let newest = 0;
/** From pressing "Save" until the next key: a running search must not overwrite the result of saving. */
let saveSpeaks = false;

/**
 * Checked without asking the browser, which is busy when its first popup opens. In Firefox the background page is the
 * host, and often already running.
 */
const host = (): Window | undefined =>
  chrome.extension.getViews().find(({ location }) => location.pathname === '/host.html');

/** A host that's just starting receives nothing before its script has run. */
async function listens(awake: Window): Promise<void> {
  if (awake.document.readyState === 'complete') return;
  await new Promise((resolve) => awake.addEventListener('load', resolve));
}

const askHost = (question: Question): Promise<Found[]> => send({ to: 'host', kind: 'search', ...question });

async function answeredByWord(): Promise<(question: Question) => Promise<Found[]>> {
  const awake = host();
  if (awake) {
    await listens(awake);
    return askHost;
  }
  const client = openWords();
  await client.ready;
  return (question) => answerSearch(client, question);
}

const byWord = answeredByWord();

let waking: Promise<unknown> | null = null;
/** The host stores the queue and loads the model. */
function wakeHost(): Promise<unknown> {
  waking ??= send({ to: 'background', kind: 'wake' });
  return waking;
}

async function search(): Promise<void> {
  const mine = ++newest;
  const question = { query: query.value.trim(), limit: LIMIT };
  const ask = await byWord;
  if (mine !== newest) return;
  const early = await ask({ ...question, words: true });
  if (mine !== newest) return;
  show(early, early.length === 0 && question.query === '' ? 'Nothing saved yet.' : '');
  performance.mark(question.query === '' ? 'latest' : 'answered');
  await wakeHost();
  if (mine !== newest || question.query === '') return;
  const fused = await askHost(question);
  if (mine !== newest) return;
  show(fused, fused.length === 0 ? 'Nothing relevant.' : '');
  performance.mark('fused');
}

function show(list: Found[], words: string): void {
  hits.replaceChildren(...list.map(row));
  if (!saveSpeaks) state.textContent = words;
}

function row({ title, url, passage, marks }: Found): HTMLLIElement {
  const link = document.createElement('a');
  link.href = /^https?:/.test(url) ? url : '#';
  link.target = '_blank';
  link.rel = 'noreferrer';
  const name = document.createElement('strong');
  name.textContent = title;
  const words = document.createElement('span');
  let at = 0;
  for (const [start, end] of marks) {
    const mark = document.createElement('mark');
    mark.textContent = passage.slice(start, end);
    words.append(passage.slice(at, start), mark);
    at = end;
  }
  words.append(passage.slice(at));
  link.append(name, words);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

const fail = (error: Error): void => {
  state.textContent = error.message;
};
query.focus();
query.oninput = () => {
  saveSpeaks = false;
  void search().catch(fail);
};
document.querySelector<HTMLButtonElement>('#save')!.onclick = () => {
  saveSpeaks = true;
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
/** Firefox's side panel. */
const sidebar = (chrome as { sidebarAction?: { open(): Promise<void> } }).sidebarAction;
panel.hidden = !chrome.sidePanel && !sidebar;
panel.onclick = async () => {
  // At once, because after waiting for anything the click no longer counts.
  if (sidebar) return void sidebar.open().catch(fail);
  const { id } = await chrome.windows.getCurrent();
  if (id !== undefined) await chrome.sidePanel.open({ windowId: id }).catch(fail);
};
// Shows the latest saved pages before anything is typed.
void search().catch(fail);
