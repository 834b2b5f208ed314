import type { SourceReference } from '../core/import/report.ts';

export class LeftOut {
  readonly #files = new Set<string>();
  readonly #sessions = new Map<string, Set<string>>();

  constructor(sources: readonly SourceReference[] = []) {
    for (const { file, session } of sources) {
      if (session === undefined) {
        this.#files.add(file);
        continue;
      }
      const sessions = this.#sessions.get(file) ?? new Set();
      this.#sessions.set(file, sessions.add(session));
    }
  }

  get any(): boolean {
    return this.#files.size + this.#sessions.size > 0;
  }

  hasFile(file: string): boolean {
    return this.#files.has(file);
  }

  hasSession(file: string, session: string | undefined): boolean {
    return session !== undefined && this.#sessions.get(file)?.has(session) === true;
  }
}
