/** A record names the import that added it (`importId`), until anything but an import changes the content. */

import { toHex } from '../../core/bytes/hex.ts';
import { HybridSearchError } from '../../core/errors.ts';
import type { ImportRecord } from '../../core/import/report.ts';
import type { ImportEnd } from '../../protocol/transfer-api.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { isQuota } from '../store/storage-errors.ts';
import type { MemoryCommands } from '../write/memory-commands.ts';
import { type ImportList, idbImportList, memoryImportList } from './import-list.ts';

export interface ImportsEngine extends Pick<MemoryCommands, 'remove'> {
  readonly store: Pick<MemoryStore, 'scan' | 'durability'>;
  now(): number;
}

/** Undoing an import must not block other writes for long. */
const AT_ONCE = 1_000;
const ID_BYTES = 6;

export class Imports {
  readonly #engine: ImportsEngine;
  readonly #list: ImportList;
  /** Imports that are running in this engine. The value is true for those that continue an earlier run. */
  readonly #running = new Map<string, boolean>();

  constructor(engine: ImportsEngine, name: string) {
    this.#engine = engine;
    const { durability } = engine.store;
    const lasts = durability === 'durable' || durability === 'best-effort';
    this.#list = lasts ? idbImportList(name) : memoryImportList();
  }

  async all(): Promise<ImportRecord[]> {
    return (await this.#list.all()).sort((one, other) => other.startedAt - one.startedAt);
  }

  /** Continues an unfinished import with this name and number of files. */
  async begin(name: string, files: number): Promise<string> {
    const open = (await this.all()).find(
      (record) =>
        record.endedAt === undefined && record.name === name && record.files === files && !this.#running.has(record.id),
    );
    const id = open?.id ?? toHex(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
    this.#running.set(id, open !== undefined);
    if (!open) {
      const startedAt = this.#engine.now();
      await this.#list.put({ id, name, files, startedAt, contents: [], added: 0, updated: 0, unchanged: 0 });
    }
    return id;
  }

  /** @throws HybridSearchError `aborted` if the import was removed while it was running */
  async check(id: string): Promise<void> {
    if (!(await this.#list.get(id))) throw new HybridSearchError('aborted', 'the import was removed');
  }

  async end(id: string, { whole, contents, added, updated, unchanged }: ImportEnd): Promise<boolean> {
    const isContinued = this.#running.get(id);
    this.#running.delete(id);
    const record = await this.#list.get(id);
    if (!record) return false;
    // The count of an interrupted run is lost.
    const inAll = isContinued ? ((await this.#marked()).get(id) ?? 0) : added;
    if (inAll === 0) {
      await this.#list.delete(id);
      return false;
    }
    const ended = whole ? { endedAt: this.#engine.now() } : {};
    await this.#list
      .put({ ...record, contents, added: inAll, updated, unchanged, ...ended })
      .catch((error: unknown) => {
        // The memories are already written, and what `begin` stored is enough to undo or continue this import.
        if (!isQuota(error)) throw error;
      });
    return true;
  }

  async remove(id: string): Promise<number> {
    if (!(await this.#list.get(id))) throw new HybridSearchError('not-found', id, { path: 'id' });
    await this.#list.delete(id);
    const ids: string[] = [];
    await this.#engine.store.scan((page) => {
      for (const { memory } of page) if (memory.importId === id) ids.push(memory.id);
    });
    let removed = 0;
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      // The memory may have changed since the scan.
      removed += await this.#engine.remove(ids.slice(at, at + AT_ONCE), (memory) => memory.importId === id);
    }
    return removed;
  }

  /** Removes imports without memories from the list, along with the names of their files. */
  async prune(): Promise<void> {
    const records = await this.#list.all();
    if (records.length === 0) return;
    const marked = await this.#marked();
    for (const { id } of records) {
      if (!marked.has(id) && !this.#running.has(id)) await this.#list.delete(id);
    }
  }

  async #marked(): Promise<ReadonlyMap<string, number>> {
    const marked = new Map<string, number>();
    await this.#engine.store.scan((page) => {
      for (const { memory } of page) {
        const id = memory.importId;
        if (id !== undefined) marked.set(id, (marked.get(id) ?? 0) + 1);
      }
    });
    return marked;
  }
}
