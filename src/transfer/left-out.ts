/** The files and conversations that a person doesn't want imported. */
import type { SourceReference } from '../core/import/report.ts';

export class LeftOut {
  readonly #files = new Set<string>();
  readonly #threads = new Map<string, Set<string>>();

  constructor(sources: readonly SourceReference[] = []) {
    for (const { file, thread } of sources) {
      if (thread === undefined) {
        this.#files.add(file);
        continue;
      }
      const threads = this.#threads.get(file) ?? new Set();
      this.#threads.set(file, threads.add(thread));
    }
  }

  get any(): boolean {
    return this.#files.size + this.#threads.size > 0;
  }

  hasFile(file: string): boolean {
    return this.#files.has(file);
  }

  hasThread(file: string, thread: string | undefined): boolean {
    return thread !== undefined && this.#threads.get(file)?.has(thread) === true;
  }
}
