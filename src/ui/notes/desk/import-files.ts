/**
 * Collects files to import. Skips hidden files, and those of a folder that aren't notes by their names. All others are
 * passed on, because formats are recognised by content. Pictures in a folder are included if there's another file,
 * because notes may show them.
 */
import { isNoNote } from '../../../core/import/no-note.ts';
import { isPicturePath } from '../../../core/import/picture-path.ts';
import type { CustomReader, ImportFile, ImportFindings } from '../../shared/engine-access.ts';
import type { DroppedEntry } from './early-drops.ts';

export interface FoundFiles {
  /** How many files aren't UTF-8, and the encoding that the person chose for them. */
  legacy?: { files: number; encoding: string };
  files: ImportFile[];
  skipped: number;
}

/** @param readers the page's own readers, whose files are accepted too */
export function filesOfList(list: Iterable<File>, readers: readonly CustomReader[]): FoundFiles {
  const found = new Collected(readers);
  for (const file of list) found.add(file.webkitRelativePath || file.name, file);
  return found.end();
}

export async function filesOfEntries(
  roots: readonly DroppedEntry[],
  readers: readonly CustomReader[],
): Promise<FoundFiles> {
  const found = new Collected(readers);
  const waiting = [...roots];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (entry instanceof File) {
      found.add(entry.name, entry);
    } else if (isDirectory(entry)) {
      if (entry.name.startsWith('.')) continue;
      waiting.push(...(await readDirectory(entry)));
    } else {
      const fileEntry = entry as FileSystemFileEntry;
      const file = await new Promise<File>((resolve, reject) => fileEntry.file(resolve, reject));
      found.add(fileEntry.fullPath.replace(/^\//, ''), file);
    }
  }
  const { files, skipped } = found.end();
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), skipped };
}

class Collected {
  readonly #readers: readonly CustomReader[];
  readonly #files: ImportFile[] = [];
  readonly #pictures: ImportFile[] = [];
  #skipped = 0;

  constructor(readers: readonly CustomReader[]) {
    this.#readers = readers;
  }

  add(path: string, file: File): void {
    const hidden = path.split('/').some((part) => part.startsWith('.'));
    if (hidden) this.#skipped++;
    else if (!path.includes('/') || isFor(this.#readers, path)) this.#files.push({ path, file });
    else if (isPicturePath(path)) this.#pictures.push({ path, file });
    else if (isNoNote(path)) this.#skipped++;
    else this.#files.push({ path, file });
  }

  end(): FoundFiles {
    if (this.#files.length === 0) return { files: [], skipped: this.#skipped + this.#pictures.length };
    return { files: [...this.#files, ...this.#pictures], skipped: this.#skipped };
  }
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

const isFor = (readers: readonly CustomReader[], path: string): boolean =>
  readers.some(({ extensions }) =>
    extensions.some((ending) => path.toLowerCase().endsWith(`.${ending.toLowerCase()}`)),
  );

/** `readEntries` returns only some entries per call (in Chromium, at most 100), and an empty list at the end. */
async function readDirectory(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

const MOST_LISTED = 20;

/** Lists only some of a folder's foreign files, which may be thousands. The rest count as left out by their names. */
export function withFewForeign<Findings extends ImportFindings>(found: Findings): { found: Findings; left: number } {
  let foreign = 0;
  const problems = found.problems.filter(
    ({ code, line, file }) =>
      code !== 'unsupported-format' || line > 0 || !file.includes('/') || ++foreign <= MOST_LISTED,
  );
  return { found: { ...found, problems }, left: found.problems.length - problems.length };
}
