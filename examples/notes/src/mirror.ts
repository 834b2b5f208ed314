/**
 * A folder of Markdown files and the notes, each the mirror of the other. For every file the hash is kept that both sides
 * had last; whoever differs from it was changed. Changed on both sides: the file wins the name, and the note's version
 * becomes a note of its own. A file that vanished sends its note to the trash; a trashed note moves its file to `.trash`.
 * Killed at any moment, the next round finds the same difference again, or none.
 */
import { all, client, get, hashOf, keepAside, locked, put } from './notes.ts';
import { deleteState, readState, writeState } from './state.ts';

interface Base {
  hash: string;
  modified: number;
  size: number;
  /** When it was read: a file changed in the same instant would look unchanged. */
  at: number;
}

interface FileEntry {
  folder: FileSystemDirectoryHandle;
  handle: FileSystemFileHandle;
  modified: number;
  size: number;
}

export interface MirrorReport {
  files: number;
  kept: number;
  problems: { path: string; message: string }[];
}

const TRASH = '.trash';
const CHANGED = 'changed meanwhile; the next round looks again';
/** Clocks of file systems tick in steps of up to two seconds. */
const TICK_MS = 2_000;

export interface Mirror {
  /** One round; rounds wait for one another, in all tabs. */
  sync(): Promise<MirrorReport>;
  stop(): void;
}

export function createMirror(root: FileSystemDirectoryHandle): Mirror {
  /** Notes to look at; null: all of them, since nobody knows what happened while no mirror ran. */
  let changed: Set<string> | null = null;
  const stop = client.subscribe(({ ids, kind }) => {
    if (kind === 'clear') changed = null;
    else for (const id of ids) changed?.add(id);
  });

  const round = async (): Promise<MirrorReport> => {
    const report: MirrorReport = { files: 0, kept: 0, problems: [] };
    const base = await readState<Base>('file/');
    const files = new Map<string, FileEntry>();
    await walk(root, '', files);
    report.files = files.size;
    const looked = changed;
    const paths = new Set(looked ?? []);
    changed = new Set();
    try {
      if (looked === null) for await (const { path } of all()) paths.add(path);
      for (const [path, file] of files) {
        const known = base.get(path);
        const same = known?.modified === file.modified && known.size === file.size;
        if (!same || known.at - known.modified < TICK_MS) paths.add(path);
      }
      for (const path of base.keys()) if (!files.has(path)) paths.add(path);
    } catch (error) {
      changed = null;
      throw error;
    }
    for (const path of paths) {
      if (!/\.md$/i.test(path)) continue;
      try {
        await locked(path, () => reconcile(path, files.get(path), base.get(path), report));
      } catch (error) {
        changed?.add(path);
        report.problems.push({ path, message: (error as Error).message });
      }
    }
    return report;
  };

  const reconcile = async (
    path: string,
    file: FileEntry | undefined,
    base: Base | undefined,
    report: MirrorReport,
  ): Promise<void> => {
    const before = base?.hash ?? null;
    const note = await get(path);
    const here = note && !note.trashed ? note.text : null;
    const text = file ? await (await file.handle.getFile()).text() : null;
    // A note is never empty: an empty file, such as one whose first write was cut off, says nothing.
    const onDisk = text?.trim() === '' ? null : text;
    if (text !== null && onDisk === null && (here === null || (await hashOf(here)) === before)) return;
    const diskHash = onDisk === null ? null : await hashOf(onDisk);
    const hereHash = here === null ? null : await hashOf(here);

    if (diskHash !== hereHash) {
      const both = diskHash !== before && hereHash !== before;
      if (onDisk !== null && (both || hereHash === before)) {
        if (both && here !== null) {
          changed?.add(await keepAside(path, here));
          report.kept++;
        }
        await put(path, onDisk);
      } else if (onDisk === null && hereHash === before && note) {
        await client.update(path, { type: 'trash' });
      } else if (here !== null) {
        await write(path, here, file);
      } else if (file) {
        await moveToTrash(path, onDisk ?? '', file);
      }
    }
    await remember(path);
  };

  /** What both sides have now, if it is the same. */
  const remember = async (path: string): Promise<void> => {
    const note = await get(path);
    const handle = await fileAt(path, false).catch(() => null);
    if (!handle || !note || note.trashed) {
      if (!handle && (!note || note.trashed)) await deleteState(`file/${path}`);
      return;
    }
    const file = await handle.getFile();
    const hash = await hashOf(await file.text());
    if (hash !== (await hashOf(note.text))) return;
    await writeState(`file/${path}`, { hash, modified: file.lastModified, size: file.size, at: Date.now() });
  };

  const fileAt = async (path: string, make: boolean): Promise<FileSystemFileHandle> => {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: make });
    return folder.getFileHandle(name, { create: make });
  };

  /** The browser writes beside the file and puts it in place at once; a file changed meanwhile is left for the next round. */
  const write = async (path: string, text: string, seen: FileEntry | undefined): Promise<void> => {
    const handle = await fileAt(path, true);
    const writable = await handle.createWritable();
    await writable.write(text);
    const file = await handle.getFile();
    if (seen ? !unchanged(file, seen) : file.size > 0) {
      await writable.abort();
      throw new Error(CHANGED);
    }
    await writable.close();
  };

  const moveToTrash = async (path: string, text: string, file: FileEntry): Promise<void> => {
    await write(`${TRASH}/${Date.now()} ${path.replaceAll('/', ' ')}`, text, undefined);
    if (!unchanged(await file.handle.getFile(), file)) throw new Error(CHANGED);
    await file.folder.removeEntry(file.handle.name);
  };

  return { sync: () => navigator.locks.request('notes mirror', round) as Promise<MirrorReport>, stop };
}

const unchanged = (file: File, { modified, size }: FileEntry): boolean =>
  file.lastModified === modified && file.size === size;

async function walk(folder: FileSystemDirectoryHandle, prefix: string, files: Map<string, FileEntry>): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (name.startsWith('.')) continue;
    if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${prefix}${name}/`, files);
    else if (/\.md$/i.test(name)) {
      const file = await (handle as FileSystemFileHandle).getFile();
      const { lastModified: modified, size } = file;
      files.set(prefix + name, { folder, handle: handle as FileSystemFileHandle, modified, size });
    }
  }
}
