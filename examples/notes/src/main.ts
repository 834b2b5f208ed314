/** The page: the list with its search on one side, the open note on the other. On a phone one at a time. */
import type { Progress } from 'hybrid-search-element/client';
import { byId, toast } from './dom.ts';
import { closeNote, flush, leave, openNote, restoreDrafts, startAt, stay } from './editor.ts';
import { openLinkedFolder, setUpFiles } from './files.ts';
import { showList, watchList } from './list.ts';
import { client, create, daily, freePath, linked } from './notes.ts';
import { otherLanguage, say, translatePage } from './strings.ts';

translatePage();
const go = (path: string): void => {
  location.hash = `#note/${encodeURIComponent(path)}`;
};

/** `#note/PATH`, `#link/NAME`, `#daily`; anything else is the list. */
async function route(): Promise<void> {
  const [kind, rest = ''] = location.hash.slice(1).split('/', 2);
  const name = decodeURIComponent(rest);
  if (kind === 'note') await openNote(name);
  else if (kind === 'link')
    location.replace(`#note/${encodeURIComponent(((await linked(name)) ?? (await create('', name))).path)}`);
  else if (kind === 'daily') location.replace(`#note/${encodeURIComponent((await daily()).path)}`);
  else await closeNote();
  document.querySelector('main')!.dataset.view = kind === 'note' ? 'note' : 'list';
}

/** Text that another app shared becomes a note. The address is cleaned, so that a reload doesn't add it again. */
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

/** Opens an empty page. The note exists from its first words on. */
async function createHere(): Promise<void> {
  leave();
  await flush();
  const { value } = byId<HTMLSelectElement>('folder');
  const path = await freePath(value === '/' ? '' : value, say('newNote'));
  startAt(path);
  go(path);
}

byId('new').onclick = () => void createHere().catch(failed);
byId('today').onclick = () => {
  leave();
  location.hash = '#daily';
};
byId('language').onclick = otherLanguage;

let read = 0;
client.onProgress(({ model, embedding }: Progress) => {
  // Searches again if notes were embedded after the answer.
  if (embedding.queued === 0 && embedding.embedded !== read) void showList().catch(failed);
  if (embedding.queued === 0) read = embedding.embedded;
  const loading = model.state === 'loading' && model.totalBytes > 0;
  byId('busy').textContent = loading
    ? say('model', Math.round((100 * model.loadedBytes) / model.totalBytes))
    : embedding.queued > 0
      ? say('reading', embedding.queued)
      : '';
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
watchList();
await Promise.all([route(), showList()]);
setUpFiles();
await openLinkedFolder();
keepOffline().catch((error: Error) => toast(error.message));
