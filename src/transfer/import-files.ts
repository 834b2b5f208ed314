/**
 * Files → memories (M5): read in pieces, decoded strictly, parsed by the reader of their format, checked row by
 * row and written in atomic batches. A bad row or file is reported and costs nothing else; a cancel keeps what was
 * written. Parsing itself is in `core/import`.
 */
import { fromBase64 } from '../core/bytes/base64.ts';
import { isHybridSearchError } from '../core/errors.ts';
import { type BackupHeader, isBackup } from '../core/import/backup.ts';
import { fileId, IMPORT_SOURCE, normalizePath } from '../core/import/file-id.ts';
import { createReader, DETECTION_BYTES, detectFormat } from '../core/import/format.ts';
import {
  type ImportBytes,
  type ImportFile,
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportReport,
  type ImportRow,
  MAX_FILE_BYTES,
} from '../core/import/report.ts';
import { createTextStream } from '../core/import/utf8.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { checkMemory } from '../core/record/validate-memory.ts';
import { createYield } from '../protocol/yield.ts';
import { createBatcher, type ImportSink } from './import-batch.ts';
import { createReadAhead } from './import-read-ahead.ts';

/** A name that begins with a dot; `.` and `..` are steps of a path. */
const HIDDEN = /(?:^|\/)\.(?!\.?\/)/;
/** Bytes read and decoded at once. */
const PIECE_BYTES = 1_048_576;
/** So that a file of garbage does not make a report larger than itself. */
const MAX_PROBLEMS = 10_000;

export interface ImportFilesOptions extends ImportOptions {
  signal: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
}

/**
 * Never rejects for what files contain: that is in the report's `problems`. Where the store itself refuses a batch (full,
 * closed), the import ends there and the report says so. In folders, hidden files and folders are passed over.
 */
export async function importFiles(
  files: readonly ImportFile[],
  sink: ImportSink,
  options: ImportFilesOptions,
): Promise<ImportReport> {
  const { signal } = options;
  const problems: ImportProblem[] = [];
  const batcher = createBatcher(sink, signal);
  const yieldIfDue = createYield();
  const readAhead = createReadAhead(files);
  const progress: ImportProgress = {
    file: '',
    filesDone: 0,
    filesTotal: files.length,
    bytesDone: 0,
    bytesTotal: files.reduce((sum, { file }) => sum + file.size, 0),
    rows: 0,
  };
  const stopped = (): boolean => signal.aborted || batcher.failure !== undefined;
  let reported = 0;
  /** Files that were read to their end without a problem, and how many parts they have now. */
  const split: { path: string; parts: number }[] = [];
  const report = (problem: ImportProblem): void => {
    reported++;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };

  let bytesBefore = 0;
  for (const [index, { path, file }] of files.entries()) {
    if (stopped()) break;
    progress.file = path;
    const hidden = files.length > 1 && HIDDEN.test(normalizePath(path));
    if (!hidden) await importFile(path, file, index);
    bytesBefore += file.size;
    if (stopped()) break;
    progress.filesDone++;
    progress.bytesDone = bytesBefore;
    options.onProgress?.({ ...progress });
    await yieldIfDue();
  }
  await batcher.flush();
  // Only now: what stands in them may have moved into parts that have just been written.
  if (!stopped()) await removeLaterParts().catch(reportRefusal);
  if (batcher.failure) {
    const { file, line, error } = batcher.failure;
    report({ file, line, code: error.code, message: error.message });
  }
  return { ...batcher.counts, problems, cancelled: signal.aborted };

  /** Of the store, when everything was written. */
  function reportRefusal(error: unknown): void {
    const code = isHybridSearchError(error) ? error.code : 'internal';
    report({ file: '', line: 0, code, message: (error as Error).message });
  }

  async function importFile(path: string, file: ImportFile['file'], index: number): Promise<void> {
    const refuse = (code: string, message: string, line = 0): void => report({ file: path, line, code, message });
    const before = reported;
    try {
      const whole = await readAhead(index);
      const head = whole?.subarray(0, DETECTION_BYTES) ?? (await bytesOf(file.slice(0, DETECTION_BYTES)));
      if (head.length === 0) return refuse('empty', 'The file is empty');
      const format = options.format ?? detectFormat(path, head);
      if (format === null) return refuse('unsupported-format', 'Not a format that can be imported');
      if (file.size > MAX_FILE_BYTES && !(format === 'jsonl' && isBackup(new TextDecoder().decode(head)))) {
        return refuse('too-large', `The file is larger than ${MAX_FILE_BYTES / 1_048_576} MB`);
      }
      const text = createTextStream((encoding) => new TextDecoder(encoding, { fatal: true }));
      const reader = createReader(format, {
        path: normalizePath(path),
        ...(file.lastModified !== undefined && { lastModified: file.lastModified }),
        hash: contentHash,
        split: options.split ?? false,
      });
      const take = createTaker(path);
      for (let offset = 0; offset < file.size && !stopped(); offset += PIECE_BYTES) {
        const bytes = whole ?? (await bytesOf(file.slice(offset, offset + PIECE_BYTES)));
        const piece = text.push(bytes);
        release(bytes);
        if (piece === null) return refuse('not-utf8', NOT_TEXT, text.line);
        await take.all(reader.push(piece));
        progress.bytesDone = bytesBefore + Math.min(file.size, offset + PIECE_BYTES);
        if (file.size > PIECE_BYTES) options.onProgress?.({ ...progress });
      }
      const last = text.end();
      if (last === null) return refuse('not-utf8', NOT_TEXT, text.line);
      await take.all(reader.push(last));
      await take.all(reader.end());
      if (take.rows === 0 && !stopped()) refuse('empty', 'The file holds nothing to import');
      const ofParts = format === 'markdown' || format === 'text';
      if (options.split && ofParts && path !== '' && reported === before) split.push({ path, parts: take.rows });
    } catch (error) {
      refuse('unreadable', `The file could not be read: ${(error as Error).message}`);
    }
  }

  /** The parts that files had when they were longer: asked of all at once, because hardly any has become shorter. */
  async function removeLaterParts(): Promise<void> {
    const idOf = (path: string, part: number): string => fileId(contentHash, IMPORT_SOURCE, path, String(part));
    const removed = await sink.remove?.(split.map(({ path, parts }) => idOf(path, parts)));
    for (const { path, parts } of removed ? split : []) {
      for (let part = parts + 1; !stopped(); part++) if (!(await sink.remove!([idOf(path, part)]))) break;
    }
  }

  function createTaker(path: string) {
    let header: BackupHeader | undefined;
    const taker = {
      rows: 0,
      async all(rows: Iterable<ImportRow>): Promise<void> {
        for (const row of rows) {
          if (stopped()) return;
          taker.rows++;
          if ('backup' in row) header = row.backup;
          else if ('vectors' in row) await writeVectors(header, row.vectors);
          else await takeRow(path, row);
          await yieldIfDue();
        }
      },
    };
    return taker;
  }

  async function takeRow(path: string, row: Exclude<ImportRow, { backup: unknown } | { vectors: unknown }>) {
    progress.rows++;
    if ('code' in row) {
      report({ file: path, ...row });
      return;
    }
    try {
      checkMemory(row.input);
    } catch (error) {
      if (!isHybridSearchError(error)) throw error;
      report({ file: path, line: row.line, code: error.code, message: error.message });
      return;
    }
    await batcher.add(row.input, path, row.line);
  }

  /** Vectors are only a saving: what does not decode to the stated length is passed over and made anew. */
  async function writeVectors(header: BackupHeader | undefined, encoded: { [hash: string]: string }): Promise<void> {
    if (!header?.vectors || !sink.writeVectors) return;
    const vectors = new Map<string, Int8Array>();
    for (const [hash, base64] of Object.entries(encoded)) {
      const bytes = fromBase64(base64);
      if (bytes?.length === header.vectors.dims) vectors.set(hash, new Int8Array(bytes.buffer));
    }
    await sink.writeVectors(header.vectors.fingerprint, vectors);
  }
}

/**
 * Gives the bytes back at once, where the browser can (`ArrayBuffer.transfer`): this worker makes little garbage of its own
 * and so collects none of it, and the pieces of a file of 13 MB stayed to its end, 17 MB with what was read twice.
 */
function release({ buffer }: Uint8Array): void {
  (buffer as ArrayBuffer & { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}

const bytesOf = async (file: ImportBytes): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

const NOT_TEXT = 'The file is not UTF-8 text; save it as UTF-8 and import it again';
