/** A file as it was found. Other programs may change it at any moment. */
export interface FoundFile {
  folder: FileSystemDirectoryHandle;
  handle: FileSystemFileHandle;
  modified: number;
  size: number;
}

class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

export const isMissing = (error: unknown): boolean => (error as Error).name === 'NotFoundError';

export class FileFolder {
  readonly #root: FileSystemDirectoryHandle;

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  /** Lists the Markdown files by path, without hidden files and folders, and Chromium's temporary `.crswap` files. */
  async list(): Promise<Map<string, FoundFile>> {
    const files = new Map<string, FoundFile>();
    await walk(this.#root, '', files);
    return files;
  }

  async find(path: string): Promise<FoundFile | null> {
    try {
      const { folder, name } = await this.#place(path, false);
      return await look(folder, name);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** If a program has replaced the file since it was found, reads and returns the new one. */
  async read(found: FoundFile): Promise<{ text: string; file: FoundFile } | null> {
    const { folder, handle } = found;
    try {
      return await textOf(found);
    } catch (error) {
      if (!isMissing(error) && (error as Error).name !== 'NotReadableError') throw error;
    }
    const again = await look(folder, handle.name);
    return again && textOf(again);
  }

  /** Rejects if the file has changed since it was `seen`. Closing the write replaces the original in one step. */
  async write(path: string, text: string, seen: FoundFile | undefined): Promise<void> {
    const { folder, name } = await this.#place(path, true);
    const handle = await folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    await writable.write(text);
    const file = await handle.getFile();
    if (seen ? !isUnchanged(file, seen) : file.size > 0) {
      await writable.abort();
      throw new ChangedMeanwhile();
    }
    await writable.close();
  }

  /** Rejects if the file has changed since it was found. */
  async remove(found: FoundFile): Promise<void> {
    if (!isUnchanged(await found.handle.getFile(), found)) throw new ChangedMeanwhile();
    await found.folder.removeEntry(found.handle.name);
  }

  async #place(path: string, create: boolean): Promise<{ folder: FileSystemDirectoryHandle; name: string }> {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = this.#root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create });
    return { folder, name };
  }
}

const isUnchanged = (file: File, { modified, size }: FoundFile): boolean =>
  file.lastModified === modified && file.size === size;

async function textOf({ folder, handle }: FoundFile): Promise<{ text: string; file: FoundFile }> {
  const file = await handle.getFile();
  const text = await file.text();
  return { text, file: { folder, handle, modified: file.lastModified, size: file.size } };
}

/** Another program may replace the file between the two calls. */
async function look(folder: FileSystemDirectoryHandle, name: string, again = true): Promise<FoundFile | null> {
  try {
    const handle = await folder.getFileHandle(name);
    const { lastModified: modified, size } = await handle.getFile();
    return { folder, handle, modified, size };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return again ? look(folder, name, false) : null;
  }
}

async function walk(folder: FileSystemDirectoryHandle, prefix: string, files: Map<string, FoundFile>): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (name.startsWith('.')) continue;
    if (handle.kind === 'directory') {
      try {
        await walk(handle as FileSystemDirectoryHandle, `${prefix}${name}/`, files);
      } catch (error) {
        // The folder was removed while it was being listed. The next round looks for its files again.
        if (!isMissing(error)) throw error;
      }
    } else if (/\.md$/i.test(name)) {
      const found = await look(folder, name);
      if (found) files.set(prefix + name, found);
    }
  }
}
