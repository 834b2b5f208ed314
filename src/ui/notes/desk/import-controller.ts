import { isHybridSearchError } from '../../../core/errors.ts';
import type { ImportProblemReason } from '../../../core/import/problem-sentences.ts';
import type {
  HybridSearchClient,
  ImportFile,
  ImportFindings,
  ImportMapping,
  ImportOptions,
  ImportPreview,
  ImportProgress,
  ImportReport,
} from '../../shared/engine-access.ts';
import type { PanelCommand } from '../../shared/panel-events.ts';
import { State } from '../../shared/state.ts';
import type { FoundFiles } from './import-files.ts';
import { withFewForeign } from './import-files.ts';
import { keepMappings, keptMappings } from './kept-mappings.ts';

/** Each update renders the element, and hundreds of files are read per second. */
const SHOW_EVERY_MS = 100;
/** Reasons why a file can't be one note, although it can be several. */
const SPLITTABLE: ReadonlySet<string> = new Set(['long-note', 'long-text'] satisfies ImportProblemReason[]);

export type ImportState =
  | { phase: 'none' }
  | { phase: 'looking'; progress: ImportProgress; skipped: number }
  /** `splittable`: number of files that are too large for one note but can be split into several. */
  | { phase: 'found'; preview: ImportPreview; skipped: number; splittable: number; legacy?: FoundFiles['legacy'] }
  | { phase: 'running'; progress: ImportProgress; skipped: number }
  | { phase: 'done'; report: ImportReport; skipped: number; splittable: number }
  | { phase: 'failed'; error: Error }
  | { phase: 'nothing'; skipped: number };

type StartOptions = Pick<ImportOptions, 'split' | 'leaveOut' | 'keepFiles'>;

export class ImportController extends State<{ current: ImportState }> {
  #abort: AbortController | null = null;
  #found: FoundFiles = { files: [], skipped: 0 };
  #tooLarge: ImportFile[] = [];
  #started: { found: FoundFiles; options: StartOptions } | null = null;
  readonly #before: () => Promise<void>;

  /** @param before awaited before any note is imported */
  constructor(before: () => Promise<void> = async () => {}) {
    super({ current: { phase: 'none' } });
    this.#before = before;
  }

  get running(): boolean {
    return this.state.current.phase === 'running' || this.state.current.phase === 'looking';
  }

  async look(client: HybridSearchClient, found: FoundFiles): Promise<void> {
    if (this.running) return;
    const { files, skipped } = found;
    if (files.length === 0) {
      this.set({ current: { phase: 'nothing', skipped } });
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.#found = found;
    const shown = new ShownProgress(files.length, (progress) =>
      this.set({ current: { phase: 'looking', progress, skipped } }),
    );
    try {
      const whole = await client.preview(files, {
        ...(found.legacy && { encoding: found.legacy.encoding }),
        mapping: keptMappings(),
        signal: abort.signal,
        onProgress: shown.take,
      });
      const { found: preview, left } = withFewForeign(whole);
      shown.end();
      // If other files contain notes, those are imported first. The files that are too large are offered again
      // afterwards.
      this.#tooLarge = preview.contents.some(({ memories }) => memories > 0) ? [] : tooLargeOf(files, preview);
      const splittable = this.#tooLarge.length;
      const look: ImportState = {
        phase: 'found',
        preview,
        skipped: skipped + left,
        splittable,
        ...(found.legacy && { legacy: found.legacy }),
      };
      this.set({ current: preview.cancelled ? { phase: 'none' } : look });
    } catch (error) {
      shown.end();
      if (isHybridSearchError(error, 'aborted') || abort.signal.aborted) this.set({ current: { phase: 'none' } });
      else this.set({ current: { phase: 'failed', error: error as Error } });
    }
  }

  async lookAgain(client: HybridSearchClient, mappings: readonly ImportMapping[]): Promise<void> {
    if (this.state.current.phase !== 'found') return;
    keepMappings(mappings);
    await this.look(client, this.#found);
  }

  async confirm(
    client: HybridSearchClient,
    { leaveOut, mappings, keepFiles }: Extract<PanelCommand, { kind: 'confirm-import' }>,
  ): Promise<void> {
    if (this.state.current.phase !== 'found') return;
    if (mappings.length > 0) keepMappings(mappings);
    await this.start(client, this.#found, { leaveOut, keepFiles });
  }

  async start(client: HybridSearchClient, found: FoundFiles, options: StartOptions = {}): Promise<void> {
    if (this.running) return;
    this.#started = { found, options };
    const { files, skipped } = found;
    const abort = new AbortController();
    this.#abort = abort;
    const shown = new ShownProgress(files.length, (progress) =>
      this.set({ current: { phase: 'running', progress, skipped } }),
    );
    try {
      await this.#before();
      const whole = await client.import(files, {
        ...options,
        ...(found.legacy && { encoding: found.legacy.encoding }),
        mapping: keptMappings(),
        signal: abort.signal,
        onProgress: shown.take,
      });
      const { found: report, left } = withFewForeign(whole);
      shown.end();
      this.#tooLarge = options.split ? [] : tooLargeOf(files, report);
      this.set({ current: { phase: 'done', report, skipped: skipped + left, splittable: this.#tooLarge.length } });
    } catch (error) {
      shown.end();
      if (isHybridSearchError(error, 'aborted') || abort.signal.aborted) {
        const report = { added: 0, updated: 0, unchanged: 0, contents: [], problems: [], cancelled: true };
        this.set({ current: { phase: 'done', report, skipped, splittable: 0 } });
      } else {
        this.set({ current: { phase: 'failed', error: error as Error } });
      }
    }
  }

  /** Starts the stopped import again. Memories that it added already aren't added twice. */
  async resume(client: HybridSearchClient): Promise<void> {
    if (this.#started) await this.start(client, this.#started.found, this.#started.options);
  }

  /** Looks at the files again, and reads those that aren't UTF-8 in this encoding. */
  decode(client: HybridSearchClient, encoding: string): Promise<void> {
    const { current } = this.state;
    const legacy = { files: legacyFilesOf(current), encoding };
    return this.look(client, { ...(this.#started?.found ?? this.#found), legacy });
  }

  splitTooLarge(client: HybridSearchClient): Promise<void> {
    return this.start(client, { files: this.#tooLarge, skipped: 0 }, { split: true });
  }

  cancel(): void {
    this.#abort?.abort();
    if (this.state.current.phase === 'found') this.reset();
  }

  reset(): void {
    if (this.running) return;
    this.#found = { files: [], skipped: 0 };
    this.#started = null;
    this.set({ current: { phase: 'none' } });
  }
}

/** Counts the files that aren't UTF-8, those included that were read in a chosen encoding. */
export function legacyFilesOf(state: ImportState): number {
  if (state.phase === 'found' && state.legacy) return state.legacy.files;
  const problems =
    state.phase === 'found' ? state.preview.problems : state.phase === 'done' ? state.report.problems : [];
  return new Set(problems.filter(({ code }) => code === 'not-utf8').map(({ file }) => file)).size;
}

class ShownProgress {
  readonly #show: (progress: ImportProgress) => void;
  #latest: ImportProgress;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(filesTotal: number, show: (progress: ImportProgress) => void) {
    this.#show = show;
    this.#latest = { file: '', filesDone: 0, filesTotal, bytesDone: 0, bytesTotal: 0, rows: 0 };
    show(this.#latest);
  }

  readonly take = (progress: ImportProgress): void => {
    this.#latest = progress;
    const wait = this.#shownAt + SHOW_EVERY_MS - performance.now();
    if (wait <= 0) this.#now();
    else this.#timer ??= setTimeout(() => this.#now(), wait);
  };

  /** Call it before you show the result, because a pending update would replace it. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shownAt = performance.now();
    this.#show(this.#latest);
  }
}

function tooLargeOf(files: readonly ImportFile[], { problems }: ImportFindings): ImportFile[] {
  const refused = new Set(problems.filter(({ reason = '' }) => SPLITTABLE.has(reason)).map(({ file }) => file));
  return files.filter(({ path }) => refused.has(path));
}
