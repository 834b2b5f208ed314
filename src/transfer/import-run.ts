import { fromBase64 } from '../core/bytes/base64.ts';
import { isHybridSearchError } from '../core/errors.ts';
import type { BackupHeader } from '../core/import/backup.ts';
import { isDocument } from '../core/import/document-formats.ts';
import type {
  BuiltInFormat,
  ImportEntry,
  ImportFormat,
  ImportProgress,
  ImportReport,
  ImportRow,
  ImportSource,
  ImportTable,
  ReportedProblem,
  WithoutMessages,
} from '../core/import/report.ts';
import { MAX_IMAGES } from '../core/record/memory-limits.ts';
import { checkMemory } from '../core/record/validate-memory.ts';
import { createYield } from '../protocol/yield.ts';
import type { ImportFilesOptions } from './file-to-read.ts';
import { Found } from './found.ts';
import { Batcher, type ImportSink } from './import-batch.ts';
import { LeftOut } from './left-out.ts';
import { type PictureIndex, readPictures } from './pictures.ts';
import { refusalOfMemory, refusalOfStore } from './refusals.ts';
import { Tables } from './tables.ts';

/** Otherwise, the report of a garbage file could be longer than the file. */
const MAX_PROBLEMS = 10_000;
/** Chats exported without their media may name thousands of missing files. */
const MAX_MISSING = 1_000;

export interface RowOrigin {
  shown: string;
  path: string;
  format: ImportFormat;
  pictures: readonly PictureIndex[];
  /** Called when the file's first memory is found. Undefined if the file can't be kept. */
  keepFile?: () => Promise<string | undefined>;
}

export interface ImportOutcome extends WithoutMessages<Omit<ImportReport, 'importId'>> {
  sources: ImportSource[];
  tables: ImportTable[];
  whole: boolean;
}

export class ImportRun {
  readonly problems: ReportedProblem[] = [];
  readonly progress: ImportProgress;
  readonly found = new Found();
  readonly tables: Tables;
  readonly leftOut: LeftOut;
  readonly yieldIfDue = createYield();
  readonly #options: ImportFilesOptions;
  readonly #sink: ImportSink;
  readonly #batcher: Batcher;
  #reported = 0;
  #missing = 0;

  #expected = 0;
  #expectedBytes = 0;

  constructor(filesTotal: number, sink: ImportSink, options: ImportFilesOptions) {
    this.#options = options;
    this.#sink = sink;
    this.tables = new Tables(options.mapping);
    this.leftOut = new LeftOut(options.leaveOut);
    this.#batcher = new Batcher(sink, options.signal);
    this.progress = {
      file: '',
      filesDone: 0,
      filesTotal,
      bytesDone: 0,
      bytesTotal: 0,
      rows: 0,
    };
  }

  get stopped(): boolean {
    return this.#options.signal.aborted || this.#batcher.failure !== undefined;
  }

  /** Includes those beyond the report's limit, but not files that weren't found. */
  get reported(): number {
    return this.#reported;
  }

  /** Estimated from the files that have arrived. */
  expect(files: readonly ImportEntry[]): void {
    this.#expected += files.length;
    for (const { file } of files) this.#expectedBytes += file.size;
    this.progress.bytesTotal = Math.round((this.#expectedBytes * this.progress.filesTotal) / this.#expected);
  }

  report(problem: ReportedProblem): void {
    // A missing file doesn't count, because the note's text is complete without it.
    if (problem.code !== 'file-not-found') this.#reported++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  tellProgress(): void {
    const { onProgress, previewOnly } = this.#options;
    onProgress?.({ ...this.progress, ...(previewOnly && { contents: this.found.contents() }) });
  }

  flush(): Promise<void> {
    return this.#batcher.flush();
  }

  end(): ImportOutcome {
    if (this.#batcher.failure) {
      const { file, line, error } = this.#batcher.failure;
      this.report({ file, line, ...refusalOfStore(error) });
    }
    const others = this.#missing - MAX_MISSING;
    if (others > 0)
      this.report({ file: '', line: 0, code: 'file-not-found', reason: 'files-not-found', values: { count: others } });
    const { problems, found, tables } = this;
    return {
      ...this.#batcher.counts,
      contents: found.contents(),
      sources: found.sources(),
      tables: tables.found(),
      problems,
      cancelled: this.#options.signal.aborted,
      whole: !this.stopped,
    };
  }

  taker(origin: RowOrigin) {
    let header: BackupHeader | undefined;
    const taker = {
      rows: 0,
      all: async (rows: Iterable<ImportRow> | AsyncIterable<ImportRow>): Promise<void> => {
        for await (const row of rows) {
          if (this.stopped) return;
          if ('pause' in row) {
            await this.yieldIfDue();
            continue;
          }
          taker.rows++;
          if ('backup' in row) header = row.backup;
          else if ('vectors' in row) await this.#writeVectors(header, row.vectors);
          else await this.#takeRow(origin, row);
          await this.yieldIfDue();
        }
      },
    };
    return taker;
  }

  async #takeRow(
    origin: RowOrigin,
    row: Exclude<ImportRow, { backup: unknown } | { vectors: unknown } | { pause: true }>,
  ) {
    const { shown, path, format } = origin;
    if (!('code' in row) && this.leftOut.hasSession(shown, 'input' in row ? row.input.session : row.session)) return;
    this.progress.rows++;
    if ('missing' in row) this.#reportMissing(shown, row.line, row.missing ?? []);
    if ('session' in row) return;
    if ('code' in row) {
      this.report({ file: shown, ...row });
      return;
    }
    let { input } = row;
    let lacks = false;
    if (row.pictures) {
      const { previewOnly = false } = this.#options;
      const room = MAX_IMAGES - (input.images?.length ?? 0);
      const { images, missing, failed } = await readPictures(row.pictures, path, origin.pictures, room, previewOnly);
      lacks = missing.length + failed.length > 0;
      if (images.length > 0) input = { ...input, images: [...(input.images ?? []), ...images] };
      // Documents may refer to pictures on a site, as a saved page does, and pasted text has no folder.
      if (!isDocument(format as BuiltInFormat) && path !== '') this.#reportMissing(shown, row.line, missing);
      for (const why of failed) this.report({ file: shown, line: row.line, code: 'unreadable', ...why });
    }
    try {
      checkMemory(input);
      const hash = await origin.keepFile?.();
      if (hash !== undefined) input = { ...input, metadata: { ...input.metadata, file: hash } };
    } catch (error) {
      if (!isHybridSearchError(error)) throw error;
      this.report({ file: shown, line: row.line, ...refusalOfMemory(error, input) });
      return;
    }
    this.found.add(format, shown, input, row.scan);
    await this.#batcher.add(input, shown, row.line, lacks);
  }

  #reportMissing(file: string, line: number, names: readonly string[]): void {
    for (const name of names) {
      this.#missing++;
      if (this.#missing > MAX_MISSING) continue;
      this.report({ file, line, code: 'file-not-found', reason: 'file-not-found', values: { name } });
    }
  }

  /** Texts whose vectors are skipped are embedded again. */
  async #writeVectors(header: BackupHeader | undefined, encoded: { [hash: string]: string }): Promise<void> {
    if (!header?.vectors || !this.#sink.writeVectors) return;
    const vectors = new Map<string, Int8Array>();
    for (const [hash, base64] of Object.entries(encoded)) {
      const bytes = fromBase64(base64);
      if (bytes?.length === header.vectors.dims) vectors.set(hash, new Int8Array(bytes.buffer));
    }
    await this.#sink.writeVectors(header.vectors.fingerprint, vectors);
  }
}
