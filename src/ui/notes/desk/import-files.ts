/**
 * Collects files from a picker, a drop or a paste, with their path in the folder. Folders are walked. Hidden files and
 * files of other kinds are left out and counted.
 */
import type { CustomReader, ImportFile } from '../../shared/engine-access.ts';

const IMPORTABLE =
  /\.(md|markdown|mdown|txt|json|jsonl|ndjson|csv|tsv|x?html?|mht|mhtml|pdf|docx|epub|eml|mbox|enex|zip|jex)$/i;

export interface FoundFiles {
  files: ImportFile[];
  /** Files of other kinds. */
  skipped: number;
}

/** @param readers the page's own readers, whose files are accepted too */
export function filesOfList(list: Iterable<File>, readers: readonly CustomReader[]): FoundFiles {
  const found: FoundFiles = { files: [], skipped: 0 };
  for (const file of list) accept(found, file.webkitRelativePath || file.name, file, readers);
  return found;
}

/** Must be called while the event is being dispatched, because the transfer is empty afterwards. */
export function filesOfTransfer(transfer: DataTransfer, readers: readonly CustomReader[]): Promise<FoundFiles> {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return collect(
    entries.filter((entry) => entry !== null),
    readers,
  );
}

async function collect(
  roots: readonly (FileSystemEntry | File)[],
  readers: readonly CustomReader[],
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], skipped: 0 };
  const waiting = [...roots];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (entry instanceof File) {
      accept(found, entry.name, entry, readers);
    } else if (isDirectory(entry)) {
      if (entry.name.startsWith('.')) continue;
      waiting.push(...(await readDirectory(entry)));
    } else {
      const fileEntry = entry as FileSystemFileEntry;
      const file = await new Promise<File>((resolve, reject) => fileEntry.file(resolve, reject));
      accept(found, fileEntry.fullPath.replace(/^\//, ''), file, readers);
    }
  }
  found.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return found;
}

function accept(found: FoundFiles, path: string, file: File, readers: readonly CustomReader[]): void {
  const hidden = path.split('/').some((part) => part.startsWith('.'));
  if (!hidden && (IMPORTABLE.test(path) || isFor(readers, path))) found.files.push({ path, file });
  else found.skipped++;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

const isFor = (readers: readonly CustomReader[], path: string): boolean =>
  readers.some(({ extensions }) =>
    extensions.some((ending) => path.toLowerCase().endsWith(`.${ending.toLowerCase()}`)),
  );

/** A reader returns at most a hundred entries per call, and an empty list at the end. */
async function readDirectory(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
