/** One import at a time: start, progress, cancel, report. The panel shows it; the host knows the client. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isHybridSearchError } from '../../core/errors.ts';
import type { HybridSearchClient, ImportProgress, ImportReport } from '../engine-access.ts';
import type { FoundFiles } from './import-files.ts';

/** Progress is shown this often: each update renders the element anew, and files come in by the hundred a second. */
const SHOW_EVERY_MS = 100;

export type ImportState =
  | { phase: 'none' }
  | { phase: 'running'; progress: ImportProgress; skipped: number }
  | { phase: 'done'; report: ImportReport; skipped: number }
  | { phase: 'failed'; message: string }
  | { phase: 'nothing'; skipped: number };

export class ImportController implements ReactiveController {
  state: ImportState = { phase: 'none' };
  readonly #host: ReactiveControllerHost;
  #abort: AbortController | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  get running(): boolean {
    return this.state.phase === 'running';
  }

  /** Resolves when the import ends, however it ends. */
  async start(client: HybridSearchClient, found: FoundFiles): Promise<void> {
    if (this.running) return;
    const { files, skipped } = found;
    if (files.length === 0) {
      this.#set({ phase: 'nothing', skipped });
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    const progress = { file: '', filesDone: 0, filesTotal: files.length, bytesDone: 0, bytesTotal: 0, rows: 0 };
    this.#set({ phase: 'running', progress, skipped });
    let latest = progress;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shownAt = Number.NEGATIVE_INFINITY;
    const show = (): void => {
      timer = undefined;
      shownAt = performance.now();
      this.#set({ phase: 'running', progress: latest, skipped });
    };
    try {
      const report = await client.import(files, {
        signal: abort.signal,
        onProgress: (next) => {
          latest = next;
          const wait = shownAt + SHOW_EVERY_MS - performance.now();
          if (wait <= 0) show();
          else timer ??= setTimeout(show, wait);
        },
      });
      clearTimeout(timer);
      this.#set({ phase: 'done', report, skipped });
    } catch (error) {
      clearTimeout(timer);
      if (isHybridSearchError(error, 'aborted') || abort.signal.aborted) {
        const report = { added: 0, updated: 0, unchanged: 0, problems: [], cancelled: true };
        this.#set({ phase: 'done', report, skipped });
      } else {
        this.#set({ phase: 'failed', message: (error as Error).message });
      }
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }

  reset(): void {
    if (!this.running) this.#set({ phase: 'none' });
  }

  #set(state: ImportState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
