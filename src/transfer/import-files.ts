/**
 * Imports files: reads them in pieces, decodes them strictly, validates each row, and writes atomic batches. A bad row
 * or file is reported, and the others are still imported. If the import is cancelled, what was written stays.
 */
import { release } from '../core/bytes/release.ts';
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { skippedInFolders, slackExports } from '../core/import/apps/archive-contents.ts';
import { indexSlackList, SLACK_DAY } from '../core/import/apps/slack.ts';
import { type DocumentFormat, isDocument } from '../core/import/document-formats.ts';
import { fileId, normalizePath } from '../core/import/file-id.ts';
import { createReader, DETECTION_BYTES, detectFormat, type TextFormat } from '../core/import/format.ts';
import { IMPORT_SOURCE } from '../core/import/import-source.ts';
import { isPicturePath } from '../core/import/picture-path.ts';
import type { Explained } from '../core/import/problem-sentences.ts';
import {
  type BuiltInFormat,
  type ImportBytes,
  type ImportEntry,
  type ImportOrigin,
  MAX_FILE_BYTES,
  STREAMED,
} from '../core/import/report.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { archiveKind } from './archive/archive.ts';
import type { FileToRead, ImportFilesOptions } from './file-to-read.ts';
import type { ImportSink } from './import-batch.ts';
import { createReadAhead } from './import-read-ahead.ts';
import { type ImportOutcome, ImportRun } from './import-run.ts';
import type { FileSource } from './import-source.ts';
import { PictureIndex } from './pictures.ts';
import { readArchive } from './read-archive.ts';
import { refusalOfKeeper, refusalOfReader, refusalOfStore } from './refusals.ts';
import { bytesOf, PIECE_BYTES, textStreamOf } from './text-file.ts';

/** The steps `.` and `..` don't count as hidden. */
const HIDDEN = /(?:^|\/)\.(?!\.?\/)/;

/** Never rejects because of a file's content or a refused batch; the report has those. Among several, skips hidden ones. */
export async function importFiles(
  source: FileSource,
  sink: ImportSink,
  options: ImportFilesOptions,
): Promise<ImportOutcome> {
  const run = new ImportRun(source.paths.length, sink, options);
  const reader = new FilesReader(run, options, new Set(source.paths.map(normalizePath)));
  if (options.previewOnly) reader.expectPictures(source.paths);
  for await (const slice of source.slices) {
    if (run.stopped) break;
    run.expect(slice);
    await readSlice(reader.postpone(slice), reader, run);
  }
  await readSlice(reader.postponed, reader, run);
  for (const path of run.leftOut.any ? [] : reader.unusedPictures()) {
    run.report({ file: path, line: 0, code: 'left-out', reason: 'unused-picture' });
  }
  await run.flush();
  // Their text may have moved into parts that were just written.
  if (!run.stopped) await removeLaterParts(reader.split, sink, run).catch((error) => reportRefusal(run, error));
  return run.end();
}

/** In an import, pictures arrive before the files that may show them, or together with them. */
async function readSlice(files: readonly ImportEntry[], reader: FilesReader, run: ImportRun): Promise<void> {
  const { progress } = run;
  const readAhead = createReadAhead(files);
  for (const { path, file } of files) if (reader.isPicture(path)) reader.addPicture(path, file);
  for (const [index, { path, file, url }] of files.entries()) {
    if (run.stopped) return;
    progress.file = path;
    const bytesBefore = progress.bytesDone;
    if (!reader.isPicture(path) && !(progress.filesTotal > 1 && reader.skips(path))) {
      await reader.read({
        shown: path,
        path,
        file,
        url,
        readWhole: () => readAhead(index),
        level: null,
        slack: reader.slackOf(normalizePath(path)),
        onRead(bytes) {
          progress.bytesDone = bytesBefore + Math.min(file.size, bytes);
          if (file.size > PIECE_BYTES) run.tellProgress();
        },
      });
    }
    progress.bytesDone = bytesBefore + file.size;
    if (run.stopped) return;
    progress.filesDone++;
    run.tellProgress();
    await run.yieldIfDue();
  }
}

function reportRefusal(run: ImportRun, error: unknown): void {
  run.report({ file: '', line: 0, ...refusalOfStore(error as Error) });
}

/**
 * Removes parts that a file no longer has. Few files have become shorter, so the first call asks for the next part of
 * all files at once.
 */
async function removeLaterParts(split: FilesReader['split'], sink: ImportSink, run: ImportRun): Promise<void> {
  const idOf = (path: string, part: number): string => fileId(contentHash, IMPORT_SOURCE, path, String(part));
  const removed = await sink.remove?.(split.map(({ path, parts }) => idOf(path, parts)));
  for (const { path, parts } of removed ? split : []) {
    for (let part = parts + 1; !run.stopped; part++) if (!(await sink.remove!([idOf(path, part)]))) break;
  }
}

export class FilesReader {
  /** Files that were read to their end without a problem, with their current number of parts. */
  readonly split: { path: string; parts: number }[] = [];
  readonly #run: ImportRun;
  readonly #options: ImportFilesOptions;
  readonly #paths: ReadonlySet<string>;
  readonly #isSkipped: (path: string) => boolean;
  /** Messages of unpacked Slack exports. They wait for the lists of people and channels, which may come later. */
  readonly postponed: ImportEntry[] = [];
  readonly slackOf: ReturnType<typeof slackExports>;
  /** Doesn't include pictures in archives. */
  readonly #pictures = new PictureIndex();

  constructor(run: ImportRun, options: ImportFilesOptions, paths: ReadonlySet<string>) {
    this.#run = run;
    this.#options = options;
    this.#paths = paths;
    this.#isSkipped = skippedInFolders(paths);
    this.slackOf = slackExports(paths);
  }

  /** Returns the files that needn't wait. */
  postpone(files: readonly ImportEntry[]): ImportEntry[] {
    const waits = ({ path }: ImportEntry): boolean =>
      SLACK_DAY.test(normalizePath(path)) && this.slackOf(normalizePath(path)) !== undefined;
    this.postponed.push(...files.filter(waits));
    return files.filter((file) => !waits(file));
  }

  addPicture(path: string, file: ImportBytes): void {
    // A preview has the paths of all pictures from the start.
    if (!this.#options.previewOnly) this.#pictures.add({ path, size: file.size, open: async () => file });
  }

  expectPictures(paths: readonly string[]): void {
    const open = (): Promise<never> => Promise.reject(new Error('a preview opens no pictures'));
    for (const path of paths) if (this.isPicture(path)) this.#pictures.add({ path, size: 0, open });
  }

  hasCustomReader(path: string): boolean {
    return this.#options.custom?.accepts(path) === true;
  }

  /** A picture that's the only file is refused like any other file that can't be read. */
  isPicture(path: string): boolean {
    return this.#run.progress.filesTotal > 1 && isPicturePath(path) && !this.hasCustomReader(path);
  }

  skips(path: string): boolean {
    const normalized = normalizePath(path);
    return HIDDEN.test(normalized) || this.#isSkipped(normalized);
  }

  unusedPictures(): string[] {
    return this.#pictures.unused();
  }

  async read(item: FileToRead): Promise<void> {
    const { shown, path, file } = item;
    if (this.#run.leftOut.hasFile(shown)) return;
    const refuse = (code: string, explained: Explained): void =>
      this.#run.report({ file: shown, line: 0, code, ...explained });
    try {
      if (item.slack && !SLACK_DAY.test(normalizePath(path))) {
        return indexSlackList(item.slack, path, new TextDecoder().decode(await bytesOf(file)));
      }
      const whole = await item.readWhole?.();
      const head = whole?.subarray(0, DETECTION_BYTES) ?? (await bytesOf(file.slice(0, DETECTION_BYTES)));
      if (head.length === 0) return refuse('empty', { reason: 'empty-file' });
      const archive = archiveKind(head);
      const custom = await this.#customFormat(item, head, archive !== null);
      if (custom !== null) return await this.#readCustom(item, custom);
      if (archive) return await readArchive(item, archive, this, this.#run);
      const format = item.joplin
        ? 'joplin'
        : item.slack
          ? 'slack'
          : ((this.#options.format as BuiltInFormat) ?? detectFormat(path, head));
      if (format === null) return refuse('unsupported-format', { reason: 'unsupported-format' });
      if (file.size > MAX_FILE_BYTES && !STREAMED.has(format)) {
        return refuse('too-large', { reason: 'large-file', values: { megabytes: MAX_FILE_BYTES / 1_048_576 } });
      }
      this.#run.found.addFile(format);
      if (isDocument(format)) await this.readDocument(item, format);
      else await this.#readText(item, format, whole);
    } catch (error) {
      if (isHybridSearchError(error, 'aborted')) return;
      const { message } = error as Error;
      const said = isHybridSearchError(error, 'invalid-import');
      refuse('unreadable', said ? { message } : { reason: 'unreadable-file', values: { detail: message } });
    }
  }

  /** Name of a registered reader for the file, or null. Registered readers precede built-in ones. */
  async #customFormat({ path, joplin, slack }: FileToRead, head: Uint8Array, isArchive: boolean) {
    const { custom, format, signal } = this.#options;
    if (!custom || joplin || slack) return null;
    if (format === undefined) return custom.find(path, head, signal);
    // An archive of such files is opened, and its files are passed to the reader one by one.
    return custom.has(format) && (!isArchive || custom.accepts(path)) ? format : null;
  }

  async #readCustom(item: FileToRead, format: string): Promise<void> {
    const { shown, path, file } = item;
    const run = this.#run;
    run.found.addFile(format);
    const origin = { ...originOf(item), path: normalizePath(path), hash: contentHash };
    const take = run.taker({ shown, path: origin.path, format, pictures: [] });
    const whole = file instanceof Blob ? file : new Blob([await file.arrayBuffer()]);
    for await (const rows of this.#options.custom!.read(format, whole, origin, this.#options.signal)) {
      await take.all(rows);
      if (run.stopped) return;
    }
    if (take.rows === 0) run.report({ file: shown, line: 0, code: 'empty', reason: 'nothing-to-import' });
  }

  /** @param entries the unpacked files, if the document is an archive */
  async readDocument(item: FileToRead, format: DocumentFormat, entries?: ReadonlyMap<string, Blob>): Promise<void> {
    const { shown, path, file, level } = item;
    const origin = { path: normalizePath(path), ...originOf(item) };
    const pictures = level ? [level.pictures, this.#pictures] : [this.#pictures];
    const { documents, signal, keepFiles } = this.#options;
    this.#run.found.addDocument(shown, file.size);
    const keepFile = keepFiles && { keepFile: this.#keepOnce(shown, file) };
    const take = this.#run.taker({ shown, path: origin.path, format, pictures, ...keepFile });
    try {
      if (!documents) throw new HybridSearchError('missing-file');
      const blob = file instanceof Blob ? file : new Blob([await file.arrayBuffer()]);
      const { previewOnly } = this.#options;
      const input = { format, file: blob, origin, ...(entries && { entries }), ...(previewOnly && { previewOnly }) };
      for await (const rows of documents.read(input, signal)) await take.all(rows);
    } catch (error) {
      if (this.#run.stopped) return;
      this.#run.report({ file: shown, line: 0, ...refusalOfReader(error as Error) });
    }
  }

  /** A file that can't be kept is reported, but its text is imported. */
  #keepOnce(shown: string, file: ImportBytes): () => Promise<string | undefined> {
    const { keeper, signal } = this.#options;
    const keep = async (): Promise<string | undefined> => {
      try {
        if (keeper) return await keeper.keep(file, signal);
        this.#run.report({ file: shown, line: 0, code: 'file-not-kept', reason: 'files-not-kept-here' });
      } catch (error) {
        if (!this.#run.stopped) this.#run.report({ file: shown, line: 0, ...refusalOfKeeper(error as Error) });
      }
      return undefined;
    };
    let kept: Promise<string | undefined> | undefined;
    return () => {
      kept ??= keep();
      return kept;
    };
  }

  async #readText(item: FileToRead, format: TextFormat, whole: Uint8Array | undefined): Promise<void> {
    const { shown, path, file, level } = item;
    const pictures = level ? [level.pictures, this.#pictures] : [this.#pictures];
    const run = this.#run;
    const before = run.reported;
    const text = await textStreamOf(file, whole, this.#options.encoding);
    const origin: ImportOrigin = {
      path: normalizePath(path),
      ...originOf(item),
      hash: contentHash,
      split: this.#options.split ?? false,
      ...(this.#options.mapping && { mapping: this.#options.mapping }),
      // Previews don't list Notion's tables.
      ...(this.#options.previewOnly && format !== 'notion' && { sample: run.tables.sampler(shown) }),
      paths: level?.paths ?? this.#paths,
      ...(item.joplin && { joplin: item.joplin }),
      ...(item.slack && { slack: item.slack }),
    };
    const reader = createReader(format, origin);
    const take = run.taker({ shown, path: origin.path, format, pictures });
    for (let offset = 0; offset < file.size && !run.stopped; offset += PIECE_BYTES) {
      const bytes = whole ?? (await bytesOf(file.slice(offset, offset + PIECE_BYTES)));
      const piece = text.push(bytes);
      // Without this, 17 MB of a 13 MB file's pieces stayed in memory until the end.
      release(bytes);
      if (piece === null) return run.report({ file: shown, line: text.line, ...NOT_TEXT });
      await take.all(reader.push(piece));
      item.onRead(offset + PIECE_BYTES);
    }
    const last = text.end();
    if (last === null) return run.report({ file: shown, line: text.line, ...NOT_TEXT });
    await take.all(reader.push(last));
    await take.all(reader.end());
    if (take.rows === 0 && !run.stopped && format !== 'joplin' && !level) {
      run.report({ file: shown, line: 0, code: 'empty', reason: 'nothing-to-import' });
    }
    const ofParts = format === 'markdown' || format === 'text';
    if (this.#options.split && ofParts && path !== '' && run.reported === before) {
      this.split.push({ path, parts: take.rows });
    }
  }
}

const originOf = ({ file, url, level }: FileToRead): Pick<ImportOrigin, 'lastModified' | 'url' | 'archive'> => ({
  ...(file.lastModified !== undefined && { lastModified: file.lastModified }),
  ...(url !== undefined && { url }),
  ...(level && { archive: level.name }),
});

const NOT_TEXT = { code: 'not-utf8', reason: 'not-utf8' } as const;
