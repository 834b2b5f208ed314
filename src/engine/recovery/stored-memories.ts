/** Reads and verifies memories. Damaged or missing ones are restored from the write-ahead log. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { generationOf, headOf, readChanges } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { decodeMemory, isIntact, setHashOf } from '../store/memory-codec.ts';
import type { Change, MemoryStore, StoreState } from '../store/memory-store.ts';
import { readRecord } from '../store/planned-writes.ts';
import { readable, recordPages } from '../store/scan-pages.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import { isUnreadable } from '../store/storage-errors.ts';
import type { Durability } from './durability.ts';

const SCANS = 4;

export class StoredMemories implements Pick<MemoryStore, 'get' | 'scan' | 'changesSince' | 'state'> {
  readonly #connection: Connection;
  readonly #durability: Durability;

  constructor(connection: Connection, durability: Durability) {
    this.#connection = connection;
    this.#durability = durability;
  }

  async get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    const read = (): Promise<(MemoryRecord | undefined)[]> =>
      this.#durability.withRecovery(() =>
        readable(ids, (some) =>
          this.#connection.transact(['memories', 'meta'], 'readonly', async (tx) => {
            const memories = tx.objectStore('memories');
            const [found] = await Promise.all([
              Promise.all(some.map((id) => memories.get(id))),
              headOf(tx.objectStore('meta')),
            ]);
            return found;
          }),
        ),
      );
    const records = await read().catch(async (error: unknown) => {
      if (!isUnreadable(error)) throw error;
      await this.#durability.repair(true);
      return await read();
    });
    // A damaged database may return null for a record.
    const memories = records.map((record) => (record ? readRecord(record) : undefined));
    const damaged = records.filter((record, i) => record && !memories[i]) as MemoryRecord[];
    if (damaged.length === 0) return memories;
    const healed = new Map((await this.#durability.heal(damaged)).map((record) => [record.id, record]));
    return memories.map((memory, i) => {
      const record = healed.get(ids[i]!);
      return memory ?? (record && readRecord(record));
    });
  }

  async scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void> {
    const given = new Map<string, number>();
    for (let attempt = 1; attempt <= SCANS; attempt++) {
      const before = await this.#head();
      const hash = await this.#durability
        .withRecovery(() => this.#scanOnce(given, onPage))
        .catch(async (error: unknown) => {
          if (!isUnreadable(error) || attempt === SCANS) throw error;
          await this.#durability.repair(true);
        });
      if (hash === undefined) continue;
      const after = await this.#head();
      // If something was written meanwhile, the hashes can't be compared. That's fine, because the caller reads the
      // changes since the scan began.
      const same = generationOf(before) === generationOf(after);
      if (same && (before.seq !== after.seq || hash === after.hash)) return;
      // Nothing was written meanwhile, so a different hash means that records are missing, even if their number agrees.
      if (same) await this.#durability.repair(true);
    }
    throw new HybridSearchError('storage', 'the store changed during every attempt to read it');
  }

  /** Resolves with the set hash of all records found, but passes on only those that no earlier attempt passed on. */
  async #scanOnce(given: Map<string, number>, onPage: Parameters<MemoryStore['scan']>[0]): Promise<number> {
    let hash = 0;
    for await (const records of recordPages(this.#connection)) {
      const damaged = records.filter((record) => !isIntact(record));
      const healed = damaged.length > 0 ? await this.#durability.heal(damaged) : [];
      const sound = [...records.filter(isIntact), ...healed];
      for (const { id, seq } of sound) hash = (hash + setHashOf(id, seq)) >>> 0;
      const fresh = sound.filter(({ id, seq }) => given.get(id) !== seq);
      for (const { id, seq } of fresh) given.set(id, seq);
      await onPage(fresh.map((record) => ({ memory: decodeMemory(record.body), seq: record.seq })));
    }
    return hash;
  }

  async changesSince(after: number, generation?: string): Promise<Change[] | null> {
    return await this.#durability.withRecovery(() =>
      this.#connection.transact(['changes', 'meta'], 'readonly', async (tx) => {
        const head = await headOf(tx.objectStore('meta'));
        return generation === undefined || generation === generationOf(head) ? readChanges(tx, head, after) : null;
      }),
    );
  }

  async state(): Promise<StoreState> {
    const head = await this.#head();
    return { seq: head.seq, count: head.count, generation: generationOf(head) };
  }

  #head(): Promise<Head> {
    return this.#durability.withRecovery(() =>
      this.#connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta'))),
    );
  }
}
