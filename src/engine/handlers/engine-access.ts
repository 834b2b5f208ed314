import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryRow } from '../../core/record/memory.ts';
import type { SelectOptions } from '../../protocol/engine-values.ts';
import type { Engine } from '../engine-contract.ts';
import { selector } from '../table/listing.ts';
import { Imports } from '../transfer/imports.ts';

/** The engine without its rows. Only `reading` returns those, because it first catches up with other tabs. */
export type WithoutRows = Omit<Engine, 'table' | 'searcher'>;

export class EngineAccess {
  #opening: Promise<Engine> | null = null;
  #imports: Imports | null = null;

  open(start: () => Promise<Engine>): Promise<Engine> {
    this.#opening ??= start();
    return this.#opening;
  }

  /** Errors: `closed` before `open`, or once another tab has deleted the store. */
  opened(): Promise<WithoutRows> {
    return this.#opened();
  }

  /** Resolves when the rows include what other tabs wrote. Errors: those of `opened`. */
  async reading(): Promise<Engine> {
    const engine = await this.#opened();
    await engine.current();
    return engine;
  }

  async readingVectors(): Promise<Engine> {
    await (await this.#opened()).semantic.whenLoaded();
    return this.reading();
  }

  async matchingRows(options: SelectOptions): Promise<MemoryRow[]> {
    const engine = await this.reading();
    return rowsOf(engine).filter(selector(options, engine.now()));
  }

  async imports(): Promise<Imports> {
    const engine = await this.#opened();
    this.#imports ??= new Imports(engine, engine.init.name);
    return this.#imports;
  }

  /** Removes imports without memories from the list. Ignores a failure, which only leaves a name there for longer. */
  async forgetImports(): Promise<void> {
    return (await this.imports()).prune().catch(() => {});
  }

  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }

  async #opened(): Promise<Engine> {
    if (!this.#opening) throw new HybridSearchError('closed');
    const engine = await this.#opening;
    // Another tab has deleted the store, but its content is still in this tab's memory.
    if (engine.store.deleted) throw new HybridSearchError('closed', 'the store was deleted');
    return engine;
  }
}

export const rowsOf = ({ table }: Engine): MemoryRow[] => Array.from(table.rows(), ([, row]) => row);
