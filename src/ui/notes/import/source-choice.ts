/** Each change makes a new object, because only a new object renders the list again. */
import type { ImportContent, ImportSource } from '../../shared/engine-access.ts';

export class SourceChoice {
  readonly sources: readonly ImportSource[];
  readonly #leftOut: ReadonlySet<ImportSource>;

  constructor(sources: readonly ImportSource[], leftOut: ReadonlySet<ImportSource> = new Set()) {
    this.sources = sources;
    this.#leftOut = leftOut;
  }

  isChosen(source: ImportSource): boolean {
    return !this.#leftOut.has(source);
  }

  of(format: ImportContent['format']): ImportSource[] {
    return this.sources.filter((source) => source.format === format);
  }

  with(sources: readonly ImportSource[], chosen: boolean): SourceChoice {
    const leftOut = new Set(this.#leftOut);
    for (const source of sources) {
      if (chosen) leftOut.delete(source);
      else leftOut.add(source);
    }
    return new SourceChoice(this.sources, leftOut);
  }

  get memories(): number {
    return this.sources.reduce((sum, source) => sum + (this.isChosen(source) ? source.memories : 0), 0);
  }

  get documentBytes(): number {
    return this.sources.reduce((sum, source) => sum + (this.isChosen(source) ? (source.bytes ?? 0) : 0), 0);
  }

  get leftOut(): ImportSource[] {
    return [...this.#leftOut];
  }
}
