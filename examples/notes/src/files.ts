import type { ImportFile } from 'hybrid-search-element/client';
import { byId, toast } from './dom.ts';
import { isMissing } from './file-folder.ts';
import { LOOK_AGAIN_MS, Mirror } from './mirror.ts';
import { client, putMany } from './notes.ts';
import { deleteState, readState, writeState } from './state.ts';
import { say } from './strings.ts';

const LOOK_EVERY_MS = 20_000;
const BACKUP_EVERY_MS = 14 * 86_400_000;
const AT_ONCE = 200;

declare global {
  interface Window {
    /** Chromium only. */
    showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
  }
  interface FileSystemHandle {
    queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
    requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
  }
}

let mirror: Mirror | null = null;

async function importNotes(notes: readonly ImportFile[]): Promise<void> {
  for (let at = 0; at < notes.length; at += AT_ONCE) {
    const some = notes.slice(at, at + AT_ONCE);
    const texts = await Promise.all(
      // The path begins with the picked folder's name, which is left out.
      some.map(async ({ path, file }) => ({
        path: path.replace(/^[^/]*\//, '').replace(/\.\w+$/, '.md'),
        text: await file.text(),
      })),
    );
    await putMany(texts.filter(({ text }) => text.trim() !== ''));
  }
  toast(say('imported', notes.length));
}

async function sync(): Promise<void> {
  if (!mirror) return;
  const state = byId('mirror-state');
  try {
    const { files, kept, waiting, problems } = await mirror.sync();
    const [first] = problems;
    if (first) state.textContent = say('problems', problems.length, `${first.path}: ${first.message}`);
    else if (waiting > 0) state.textContent = say('waiting', files, waiting);
    else state.textContent = kept > 0 ? say('keptAside', files, kept) : say('mirrored', files);
    if (waiting > 0) syncIn(LOOK_AGAIN_MS);
  } catch (error) {
    state.textContent = isMissing(error) ? say('folderGone') : (error as Error).message;
  }
}

let soon: ReturnType<typeof setTimeout> | undefined;
function syncIn(milliseconds: number): void {
  clearTimeout(soon);
  soon = setTimeout(() => void sync(), milliseconds);
}

async function connect(folder: FileSystemDirectoryHandle): Promise<void> {
  mirror?.stop();
  mirror = new Mirror(folder);
  byId('mirror').hidden = true;
  byId('disconnect').hidden = false;
  await sync();
}

/** If the browser has to ask the user for permission, that needs a click. */
export async function openLinkedFolder(): Promise<void> {
  const folder = (await readState<FileSystemDirectoryHandle>('folder')).get('');
  if (!folder) return;
  if ((await folder.queryPermission?.({ mode: 'readwrite' })) !== 'prompt') return connect(folder);
  byId('mirror').textContent = say('reconnect');
  byId('mirror').onclick = async () => {
    if ((await folder.requestPermission?.({ mode: 'readwrite' })) === 'granted') await connect(folder);
  };
}

async function remindOfBackup(): Promise<void> {
  const last = Number(localStorage.getItem('backup') ?? 0);
  // A mirrored folder is a backup, so no reminder is needed.
  if (mirror || (await client.count()) < 20 || Date.now() - last < BACKUP_EVERY_MS) return;
  toast(say('backupDue'), say('backup'), () => {
    location.hash = '#menu';
  });
}

export function setUpFiles(): void {
  // Unchanged and at the file's path. The import part handles all other files.
  addEventListener('hs-import', (event) => {
    const notes = event.files.filter(({ path }) => /\.(md|markdown|txt)$/i.test(path));
    if (notes.length === 0) return;
    event.preventDefault();
    void importNotes(notes).catch((error: Error) => toast(error.message));
  });
  addEventListener('hs-export', () => localStorage.setItem('backup', String(Date.now())));

  byId('mirror').hidden = !window.showDirectoryPicker;
  byId('mirror').onclick = async () => {
    const folder = await window.showDirectoryPicker?.({ id: 'notes', mode: 'readwrite' }).catch(() => null);
    if (!folder) return;
    await writeState('folder', folder);
    await connect(folder);
  };
  byId('disconnect').onclick = async () => {
    mirror?.stop();
    mirror = null;
    await deleteState('folder');
    for (const path of (await readState('file/')).keys()) await deleteState(`file/${path}`);
    byId('disconnect').hidden = true;
    byId('mirror').hidden = false;
    byId('mirror-state').textContent = '';
  };

  const syncSoon = (): void => syncIn(1_000);
  client.subscribe(syncSoon);
  addEventListener('focus', syncSoon);
  setInterval(() => document.visibilityState === 'visible' && void sync(), LOOK_EVERY_MS);
  void remindOfBackup();
}
