/**
 * The store of record: memories in IndexedDB behind the `MemoryStore` contract. Joins the parts (connection, memory
 * records, change log, derived data); each part's own rules are in its own file. How it is opened, guarded against loss and
 * closed is the `recovery` room's (`durable-store.ts`).
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { readChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import { navigatorOf } from './context.ts';
import type { Guard } from './guard.ts';
import { generationOf, headOf, isAt } from './head.ts';
import { IdbDerived } from './idb-derived.ts';
import { applyDecisions, readRecord } from './memories.ts';
import { decodeMemory, isIntact, setHashOf } from './memory-codec.ts';
import type { Change, ClearOptions, Decide, MemoryStore, MutateOptions, Mutation, StoreState } from './memory-store.ts';
import { readable, recordPages } from './scan-pages.ts';
import type { Head, MemoryRecord } from './schema.ts';
import { isUnreadable } from './storage-errors.ts';
import type { WriterParts } from './writer.ts';
import { currentRecords, Writer } from './writer.ts';

/** A scan during which the store was restored begins again. */
const SCANS = 4;

export interface IdbStoreParts {
  connection: Connection;
  guard: Guard;
  /** Called after each acknowledged write. */
  onWriting: WriterParts['onWriting'];
  onWritten: WriterParts['onWritten'];
  /** Frees what else of the origin's room can be had again. */
  dropFiles(): Promise<void>;
}

/** What of the contract reads and writes. */
type ReadWrite = Pick<MemoryStore, 'mutate' | 'get' | 'scan' | 'changesSince' | 'state' | 'clear' | 'usage'>;

export class IdbStore extends IdbDerived implements ReadWrite {
  readonly #connection: Connection;
  readonly #guard: Guard;
  readonly #writer: Writer;

  constructor({ connection, guard, onWriting, onWritten, dropFiles }: IdbStoreParts) {
    super(connection);
    this.#connection = connection;
    this.#guard = guard;
    this.#writer = new Writer({
      connection,
      guard,
      dropDerived: async () => {
        await dropFiles().catch(() => {});
        await this.clearDerived();
      },
      onWriting,
      onWritten,
    });
  }

  async mutate(
    ids: readonly string[],
    decide: Decide,
    { logged = true, seen, planned }: MutateOptions = {},
  ): Promise<Mutation> {
    if (!logged) return await this.#writer.touch(ids, decide);
    const { writes, before, after } = await this.#writer.write(async (tx, head) => {
      const outcome = applyDecisions(head, ids, await currentRecords(tx, ids, head, seen), decide);
      planned?.(outcome.writes.map((write) => write.change));
      return outcome;
    });
    return { changes: writes.map((write) => write.change), before, after };
  }

  async get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    const read = (): Promise<(MemoryRecord | undefined)[]> =>
      this.#guard.whole(() =>
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
      await this.#guard.repair(true);
      return await read();
    });
    // Of a damaged database null, which is no memory.
    const memories = records.map((record) => (record ? readRecord(record) : undefined));
    const damaged = records.filter((record, i) => record && !memories[i]) as MemoryRecord[];
    if (damaged.length === 0) return memories;
    const healed = new Map((await this.#guard.heal(damaged)).map((record) => [record.id, record]));
    return memories.map((memory, i) => {
      const record = healed.get(ids[i]!);
      return memory ?? (record && readRecord(record));
    });
  }

  async scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void> {
    const given = new Map<string, number>();
    for (let attempt = 1; attempt <= SCANS; attempt++) {
      const before = await this.#head();
      const hash = await this.#guard
        .whole(() => this.#scanOnce(given, onPage))
        .catch(async (error: unknown) => {
          if (!isUnreadable(error) || attempt === SCANS) throw error;
          await this.#guard.repair(true);
        });
      if (hash === undefined) continue;
      const after = await this.#head();
      // After a write the sum cannot be compared; whoever scans reads on from the position before.
      const same = generationOf(before) === generationOf(after);
      if (same && (before.seq !== after.seq || hash === after.hash)) return;
      // Nothing was written meanwhile, so records are missing although their number may agree.
      if (same) await this.#guard.repair(true);
    }
    throw new HybridSearchError('storage', 'the store changes under every reading');
  }

  /** Hands on what was not given before; resolves with the set hash of what was found. */
  async #scanOnce(given: Map<string, number>, onPage: Parameters<MemoryStore['scan']>[0]): Promise<number> {
    let hash = 0;
    for await (const records of recordPages(this.#connection)) {
      const damaged = records.filter((record) => !isIntact(record));
      const healed = damaged.length > 0 ? await this.#guard.heal(damaged) : [];
      const sound = [...records.filter(isIntact), ...healed];
      for (const { id, seq } of sound) hash = (hash + setHashOf(id, seq)) >>> 0;
      const fresh = sound.filter(({ id, seq }) => given.get(id) !== seq);
      for (const { id, seq } of fresh) given.set(id, seq);
      await onPage(fresh.map((record) => ({ memory: decodeMemory(record.body), seq: record.seq })));
    }
    return hash;
  }

  async changesSince(after: number, generation?: string): Promise<Change[] | null> {
    return await this.#guard.whole(() =>
      this.#connection.transact(['changes', 'meta'], 'readonly', async (tx) =>
        readChanges(tx, await headOf(tx.objectStore('meta')), after, generation),
      ),
    );
  }

  async state(): Promise<StoreState> {
    const head = await this.#head();
    return { seq: head.seq, count: head.count, generation: generationOf(head) };
  }

  async clear({ planned, at }: ClearOptions = {}): Promise<Change[]> {
    const { writes } = await this.#writer.write(async (tx, head) => {
      if (at && !isAt(head, at)) return { head, writes: [], before: [], after: [] };
      await tx.objectStore('memories').clear();
      const seq = head.seq + 1;
      planned?.([{ seq, id: '', kind: 'clear' }]);
      return {
        head: { ...head, seq, count: 0, hash: 0 },
        writes: [{ change: { seq, id: '', kind: 'clear' }, record: null, replaces: true }],
        before: [],
        after: [],
      };
    });
    if (writes.length > 0) await this.clearDerived();
    return writes.map((write) => write.change);
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    const estimate = await navigatorOf().storage?.estimate?.();
    return { bytes: estimate?.usage ?? 0, quota: estimate?.quota ?? 0 };
  }

  #head(): Promise<Head> {
    return this.#guard.whole(() =>
      this.#connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta'))),
    );
  }
}
