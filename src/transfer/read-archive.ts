/** Reads the files of an archive as if they were in a folder. Archives inside it are opened too. */
import { archiveContents, slackExports } from '../core/import/apps/archive-contents.ts';
import { indexJoplinItem, JOPLIN_ITEM } from '../core/import/apps/joplin.ts';
import { type DocumentFormat, documentOfEntries } from '../core/import/document-formats.ts';
import { nameOf, normalizePath } from '../core/import/file-id.ts';
import { createJoplinIndex, type JoplinIndex } from '../core/import/joplin-index.ts';
import { isPicturePath } from '../core/import/picture-path.ts';
import type { Explained } from '../core/import/problem-sentences.ts';
import type { ImportBytes } from '../core/import/report.ts';
import { type ArchiveEntry, createBudget, openArchive } from './archive/archive.ts';
import { ArchiveError, MAX_DEPTH } from './archive/limits.ts';
import type { ArchiveLevel, FileToRead } from './file-to-read.ts';
import type { ImportRun } from './import-run.ts';
import { PictureIndex } from './pictures.ts';

interface EntryReader {
  hasCustomReader(path: string): boolean;
  read(item: FileToRead): Promise<void>;
  readDocument(item: FileToRead, format: DocumentFormat, entries: ReadonlyMap<string, Blob>): Promise<void>;
}

export async function readArchive(
  item: FileToRead,
  kind: 'zip' | 'tar',
  reader: EntryReader,
  run: ImportRun,
): Promise<void> {
  const { shown, level: outer } = item;
  const refuse = (file: string, error: unknown): void =>
    run.report({ file, line: 0, code: 'bad-archive', ...explanationOf(error as Error) });
  const depth = (outer?.depth ?? 0) + 1;
  if (depth > MAX_DEPTH) return refuse(shown, new ArchiveError('archive-too-deep', { most: MAX_DEPTH }));
  const budget = outer?.budget ?? createBudget();
  let entries: ArchiveEntry[];
  try {
    entries = await openArchive(item.file, kind, budget);
  } catch (error) {
    return refuse(shown, error);
  }
  const kindOfDocument = documentOfEntries(new Set(entries.map(({ path }) => path)));
  if (kindOfDocument === 'other')
    return run.report({ file: shown, line: 0, code: 'unsupported-format', reason: 'unknown-document' });
  if (kindOfDocument)
    return readPacked(item, kindOfDocument, entries, reader, run).catch((error) => refuse(shown, error));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const { files, joplin, vault } = archiveContents([...byPath.keys()], (path) => reader.hasCustomReader(path));
  // A vault's notes get the same ids from an archive as from a folder. In other archives, ids depend on the archive's
  // path, so notes with equal names in two archives stay two notes.
  const pathOf = (path: string): string => normalizePath(vault ? path : `${item.path}/${path}`);
  const level: ArchiveLevel = {
    name: nameOf(item.path),
    depth,
    paths: new Set([...byPath.keys()].map(pathOf)),
    pictures: picturesOf(entries),
    budget,
  };
  const ofJoplin = joplin ? await joplinIndex(entries, run) : undefined;
  const slackOf = slackExports(new Set(byPath.keys()));
  if (files.length === 0) refuse(shown, new ArchiveError('empty-archive'));
  // Pictures are read with the notes that show them, so they don't count.
  const packed = files.reduce((sum, path) => sum + byPath.get(path)!.packedSize, 0) || 1;
  let done = 0;
  for (const path of files) {
    if (run.stopped) return;
    const entry = byPath.get(path)!;
    run.progress.file = `${shown}/${path}`;
    try {
      const file = await opened(entry);
      await reader.read({
        shown: `${shown}/${path}`,
        path: pathOf(path),
        file,
        level,
        joplin: ofJoplin,
        slack: slackOf(path),
        onRead: () => {},
      });
    } catch (error) {
      refuse(`${shown}/${path}`, error);
    }
    done += entry.packedSize;
    item.onRead(Math.round((done / packed) * item.file.size));
    await run.yieldIfDue();
  }
}

function explanationOf(error: Error): Explained {
  if (!(error instanceof ArchiveError)) return { reason: 'unreadable-file', values: { detail: error.message } };
  const { reason, values } = error;
  return { reason, ...(values && { values }) };
}

/** Unpacked here, so that the limits for archives apply, even if the document's reader unpacks it again. */
async function readPacked(
  item: FileToRead,
  format: DocumentFormat,
  entries: readonly ArchiveEntry[],
  reader: EntryReader,
  run: ImportRun,
): Promise<void> {
  run.found.addFile(format);
  const files = new Map<string, Blob>();
  for (const entry of entries) {
    if (run.stopped) return;
    const file = await entry.open();
    if (OF_DOCUMENT.test(entry.path)) {
      files.set(normalizePath(entry.path), file instanceof Blob ? file : new Blob([await file.arrayBuffer()]));
    }
    await run.yieldIfDue();
  }
  await reader.readDocument(item, format, files);
}

const OF_DOCUMENT = /\.(?:x?html?|xml|rels|opf|ncx|png|jpe?g|gif|webp|avif|bmp)$|^mimetype$/i;

async function opened(entry: ArchiveEntry): Promise<ImportBytes> {
  const file = await entry.open();
  const { lastModified } = entry;
  if (lastModified === undefined) return file;
  return {
    size: file.size,
    lastModified,
    slice: (start, end) => file.slice(start, end),
    arrayBuffer: () => file.arrayBuffer(),
  };
}

function picturesOf(entries: readonly ArchiveEntry[]): PictureIndex {
  const index = new PictureIndex();
  for (const entry of entries) if (isPicturePath(entry.path)) index.add(entry);
  return index;
}

async function joplinIndex(entries: readonly ArchiveEntry[], run: ImportRun): Promise<JoplinIndex> {
  const index = createJoplinIndex();
  for (const entry of entries) {
    if (run.stopped) break;
    if (!JOPLIN_ITEM.test(entry.path)) continue;
    indexJoplinItem(index, new TextDecoder().decode(await (await entry.open()).arrayBuffer()));
    await run.yieldIfDue();
  }
  return index;
}
