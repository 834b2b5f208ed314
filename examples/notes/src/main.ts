import { byId, toast } from './dom.ts';
import { closeNote, flush, leave, openNote, restoreDrafts, startAt, stay } from './editor.ts';
import { openLinkedFolder, setUpFiles } from './files.ts';
import { client, create, daily, freePath, linked, moveOldTrash } from './notes.ts';
import { chosenFolder, fillMenu, openMenu, showFolders } from './parts.ts';
import { otherLanguage, say, translatePage } from './strings.ts';
import { continueSync } from './sync.ts';

translatePage();
const go = (path: string): void => {
  location.hash = `#note/${encodeURIComponent(path)}`;
};

/** Shows what the address names, or the list by default. A sync link from another device opens the settings. */
async function route(): Promise<void> {
  const [asked, rest = ''] = location.hash.slice(1).split('/', 2);
  const kind = asked!.startsWith('hybrid-search-sync=') ? 'menu' : asked;
  const name = decodeURIComponent(rest);
  if (kind === 'note') await openNote(name);
  else if (kind === 'link')
    location.replace(`#note/${encodeURIComponent(((await linked(name)) ?? (await create('', name))).path)}`);
  else if (kind === 'daily') location.replace(`#note/${encodeURIComponent((await daily()).path)}`);
  else await closeNote();
  byId('menu').hidden = true;
  if (kind === 'menu') openMenu();
  document.querySelector('main')!.dataset.view = kind === 'note' || kind === 'menu' ? 'note' : 'list';
}

/** Removed from the address, so that a reload doesn't add the note again. */
async function takeShared(): Promise<void> {
  const shared = new URLSearchParams(location.search);
  const [title, text, url] = ['title', 'text', 'url'].map((name) => shared.get(name) ?? '');
  if (!title && !text && !url) return;
  const note = await create('shared', title || text!.slice(0, 60) || url!, [text, url].filter(Boolean).join('\n\n'));
  history.replaceState(null, '', `${location.pathname}#note/${encodeURIComponent(note.path)}`);
}

const failed = (error: Error): void => {
  stay();
  toast(error.message);
};

/** The note is stored when the user types the first words. */
async function createHere(): Promise<void> {
  leave();
  await flush();
  const path = await freePath(chosenFolder(), say('newNote'));
  startAt(path);
  go(path);
}

byId('new').onclick = () => void createHere().catch(failed);
byId('today').onclick = () => {
  leave();
  location.hash = '#daily';
};
byId('language').onclick = otherLanguage;

addEventListener('hs-select', (event) => {
  event.preventDefault();
  go(event.memory.id);
});
client.onError((error) => toast(error.message));

async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const registration = await navigator.serviceWorker.register('sw.js');
  const offer = (worker: ServiceWorker | null): void => {
    if (!worker || !navigator.serviceWorker.controller) return;
    toast(say('update'), say('reload'), () => {
      navigator.serviceWorker.oncontrollerchange = () => void flush().then(() => location.reload());
      worker.postMessage('update');
    });
  };
  offer(registration.waiting);
  registration.onupdatefound = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
  };
}

addEventListener('hashchange', () => {
  leave();
  void route().catch(failed);
});
await client.ready;
await restoreDrafts();
await takeShared();
await moveOldTrash();
await Promise.all([route(), showFolders()]);
setUpFiles();
await openLinkedFolder();
if (await continueSync()) fillMenu();
keepOffline().catch((error: Error) => toast(error.message));
