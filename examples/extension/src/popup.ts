/** The popup: keywords from its own engine at once, then the fused answer of the host, which has the model. */
import { openMemory } from './memory.ts';
import { type Found, found, send } from './messages.ts';
import { want } from './queue.ts';

const LIMIT = 8;
const client = openMemory('manual');
const query = document.querySelector<HTMLInputElement>('#query')!;
const hits = document.querySelector<HTMLUListElement>('#hits')!;
const state = document.querySelector('#state')!;
let newest = 0;

async function search(): Promise<void> {
  const mine = ++newest;
  const words = query.value.trim();
  if (words === '') return show([], '');
  const early = await client.search(words, { limit: LIMIT, modes: ['keyword', 'tags', 'links'] });
  if (mine !== newest) return;
  show([...early.hits, ...early.weak].slice(0, LIMIT).map(found), '');
  performance.mark('answered');
  const fused = await send<Found[]>({ to: 'host', kind: 'search', query: words, limit: LIMIT });
  if (mine === newest) show(fused, fused.length === 0 ? 'Nothing relevant.' : '');
}

function show(list: Found[], words: string): void {
  hits.replaceChildren(...list.map(row));
  state.textContent = words;
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
query.oninput = () => void search().catch(fail);
document.querySelector<HTMLButtonElement>('#save')!.onclick = () => {
  want().then(() => {
    state.textContent = 'Saved.';
  }, fail);
};
document.querySelector<HTMLButtonElement>('#options')!.onclick = () => void chrome.runtime.openOptionsPage();
const panel = document.querySelector<HTMLButtonElement>('#panel')!;
panel.hidden = !chrome.sidePanel;
panel.onclick = async () => {
  const { id } = await chrome.windows.getCurrent();
  if (id !== undefined) await chrome.sidePanel.open({ windowId: id }).catch(fail);
};
// Wakes the host while the first letters are typed: what waits in the queue is stored, the model loads.
send({ to: 'background', kind: 'wake' }).catch(fail);
