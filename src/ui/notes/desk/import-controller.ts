/** One import at a time: start, progress, cancel, report. The panel shows it; the host knows the client. */
import { isHybridSearchError } from '../../../core/errors.ts';
import type { HybridSearchClient, ImportFile, ImportProgress, ImportReport } from '../../shared/engine-access.ts';
import { State } from '../../shared/state.ts';
import type { FoundFiles } from './import-files.ts';

/** Each update renders the element again, and hundreds of files arrive in a second. */
const SHOW_EVERY_MS = 100;

export type ImportState =
  | { phase: 'none' }
  | { phase: 'running'; progress: ImportProgress; skipped: number }
  /** `splittable`: files too large for one note that can be split at their headings. */
  | { phase: 'done'; report: ImportReport; skipped: number; splittable: number }
  | { phase: 'failed'; message: string }
  | { phase: 'nothing'; skipped: number };

export class ImportController extends State<{ current: ImportState }> {
  #abort: AbortController | null = null;
  #tooLarge: ImportFile[] = [];

  readonly #before: () => Promise<void>;

  /** @param before awaited before any note is imported */
  constructor(before: () => Promise<void> = async () => {}) {
    super({ current: { phase: 'none' } });
    this.#before = before;
  }

  get running(): boolean {
    return this.state.current.phase === 'running';
  }

  /** Resolves when the import ends, however it ends. */
  async start(client: HybridSearchClient, found: FoundFiles, split = false): Promise<void> {
    if (this.running) return;
    const { files, skipped } = found;
    if (files.length === 0) {
      this.set({ current: { phase: 'nothing', skipped } });
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    const progress = { file: '', filesDone: 0, filesTotal: files.length, bytesDone: 0, bytesTotal: 0, rows: 0 };
    this.set({ current: { phase: 'running', progress, skipped } });
    let latest = progress;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shownAt = Number.NEGATIVE_INFINITY;
    const show = (): void => {
      // Progress may come before a timer that is due: left to fire after the report, it would put the report back to "running".
      clearTimeout(timer);
      timer = undefined;
      shownAt = performance.now();
      this.set({ current: { phase: 'running', progress: latest, skipped } });
    };
    try {
      await this.#before();
      const report = await client.import(files, {
        split,
        signal: abort.signal,
        onProgress: (next) => {
          latest = next;
          const wait = shownAt + SHOW_EVERY_MS - performance.now();
          if (wait <= 0) show();
          else timer ??= setTimeout(show, wait);
        },
      });
      clearTimeout(timer);
      this.#tooLarge = split ? [] : tooLargeOf(files, report);
      this.set({ current: { phase: 'done', report, skipped, splittable: this.#tooLarge.length } });
    } catch (error) {
      clearTimeout(timer);
      if (isHybridSearchError(error, 'aborted') || abort.signal.aborted) {
        const report = { added: 0, updated: 0, unchanged: 0, contents: [], problems: [], cancelled: true };
        this.set({ current: { phase: 'done', report, skipped, splittable: 0 } });
      } else {
        this.set({ current: { phase: 'failed', message: (error as Error).message } });
      }
    }
  }

  /** Reads the files that were too large for one note again, with one note per heading. */
  splitTooLarge(client: HybridSearchClient): Promise<void> {
    return this.start(client, { files: this.#tooLarge, skipped: 0 }, true);
  }

  cancel(): void {
    this.#abort?.abort();
  }

  reset(): void {
    if (!this.running) this.set({ current: { phase: 'none' } });
  }
}

/** Only Markdown has headings to split at. */
function tooLargeOf(files: readonly ImportFile[], { problems }: ImportReport): ImportFile[] {
  const refused = new Set(problems.filter(({ code }) => code === 'too-large').map(({ file }) => file));
  return files.filter(({ path }) => refused.has(path) && /\.(md|markdown|mdown)$/i.test(path));
}
