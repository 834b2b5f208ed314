/** `site.js` loads this script when the search is first opened. */
import './hybrid-search/define.js';

const ROOT = new URL('.', import.meta.url);
/** The build whose sections are in the store, and the model that the user requested. */
const VERSION = 'hybrid-search-docs:version';
const MODEL = 'hybrid-search-docs:model';

const dialog = document.querySelector('#site-search');
dialog.prepend(dialog.querySelector('template').content.cloneNode(true));
const element = dialog.querySelector('hybrid-search');
const status = dialog.querySelector(':scope > [role=status]');

let answer = { query: '', hits: [] };
let entered = false;
let prepared = null;

const sections = (count) => `${count.toLocaleString('en')} sections`;
for (const part of [element, dialog.querySelector('hybrid-search-status')])
  part.strings = {
    searchLabel: 'Search the documentation',
    placeholder: 'Search the documentation',
    nothingRelevantHint: 'No section matches. Try fewer words, or different ones.',
    doubtful: 'Probably nothing here answers this. Nearest sections:',
    notes: sections,
    allNotes: sections,
  };
// The model is a large download. Keywords are enough until the user requests it.
element.modelLoad = localStorage.getItem(MODEL) ? 'auto' : 'ask';

element.addEventListener('hs-progress', ({ progress }) => {
  if (progress.model.state === 'ready') localStorage.setItem(MODEL, progress.model.id);
});
element.addEventListener('hs-select', (event) => {
  event.preventDefault();
  go(event.memory);
});
element.addEventListener('hs-search', ({ query, response }) => {
  answer = { query, hits: response.hits };
  if (entered) openFirst();
});
element.addEventListener('input', () => {
  entered = false;
});
element.querySelector('button').addEventListener('click', () => dialog.close());
// On Escape, the element would first empty its box, and on Enter, it opens no row unless one is active.
dialog.addEventListener('keydown', onKey, { capture: true });
dialog.addEventListener('close', () => {
  entered = false;
  element.query = '';
});

function onKey(event) {
  const [box] = event.composedPath();
  if (!(box instanceof HTMLInputElement) || event.isComposing) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !box.hasAttribute('aria-activedescendant')) {
    entered = true;
    openFirst();
  }
}

function openFirst() {
  const [hit] = answer.hits;
  if (hit && answer.query === element.query) go(hit.memory);
}

function go({ url }) {
  dialog.close();
  location.assign(new URL(url, ROOT));
}

async function read(name, options) {
  const response = await fetch(new URL(name, ROOT), options);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

async function prepare() {
  const client = await element.ready;
  const { version, count } = await (await read('sections.json', { cache: 'no-cache' })).json();
  if (localStorage.getItem(VERSION) !== version || (await client.count()) !== count) {
    status.textContent = `Reading ${sections(count)} …`;
    const lines = await (await read(`sections-${version}.jsonl`)).text();
    await replaceAll(
      client,
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    localStorage.setItem(VERSION, version);
  }
  status.textContent = '';
}

async function replaceAll(client, memories) {
  await client.upsertMany(memories);
  const ids = new Set(memories.map(({ id }) => id));
  const gone = [];
  for await (const { id } of client.memories()) if (!ids.has(id)) gone.push(id);
  await client.removeMany(gone);
}

export async function focusSearch() {
  element.focus();
  try {
    prepared ??= prepare();
    await prepared;
  } catch (error) {
    prepared = null;
    status.textContent = 'The documentation can’t be searched now. Close this and try again.';
    reportError(error);
  }
}
