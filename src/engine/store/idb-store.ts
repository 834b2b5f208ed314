/**
 * The store of record: IndexedDB behind the `MemoryStore` contract. This facade joins the parts (connection, memory
 * records, change log, derived data, hints to other tabs); each part's own rules are in its own file.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { MODEL_CACHE } from '../../protocol/embedder-api.ts';
import { dropCarry } from '../recovery/carry.ts';
import { Durability } from '../recovery/durability.ts';
import { Purger, settleCarry } from '../recovery/purge.ts';
import { rotateLog } from '../recovery/rotate-log.ts';
import { readChanges } from './changes.ts';
import { Connection } from './connection.ts';
import { detectContext, navigatorOf } from './context.ts';
import { generationOf, headOf, readHead } from './head.ts';
import { IdbDerived } from './idb-derived.ts';
import { applyDecisions, isIntact, readRecord } from './memories.ts';
import { decodeMemory, setHashOf } from './memory-codec.ts';
import type {
  Change,
  Decide,
  DurabilityMode,
  MemoryStore,
  MutateOptions,
  Mutation,
  OpenReport,
  StoreState,
} from './memory-store.ts';
import { Presence } from './presence.ts';
import { recordPages } from './scan-pages.ts';
import type { Head, MemoryRecord } from './schema.ts';
import { databaseName, HEAD_KEY } from './schema.ts';
import { TabChannel } from './tab-channel.ts';
import { currentRecords, Writer } from './writer.ts';

/** A scan during which the store was restored begins again. */
const SCANS = 4;

export interface IdbStoreOptions {
  /** Milliseconds until the background purge, default 60,000. */
  purgeDelay?: number;
  /** Milliseconds before a journal that failed is tried again; the last one repeats. Default 1, 5 and 30 s. */
  retryMs?: readonly number[];
}

export function createIdbStore(name: string, options: IdbStoreOptions = {}): MemoryStore {
  return new IdbStore(name, options);
}

/** File by file: a cache that someone holds open keeps its room when it is deleted as a whole. */
async function dropModelFiles(): Promise<void> {
  const cache = await globalThis.caches?.open(MODEL_CACHE);
  for (const request of (await cache?.keys()) ?? []) await cache?.delete(request);
}

class IdbStore extends IdbDerived implements MemoryStore {
  readonly #name: string;
  readonly #connection: Connection;
  readonly #channel: TabChannel;
  readonly #durability: Durability;
  readonly #presence: Presence;
  readonly #writer: Writer;
  readonly #purger: Purger;

  constructor(name: string, { purgeDelay, retryMs }: IdbStoreOptions) {
    const connection = new Connection(name);
    super(connection);
    const context = detectContext();
    this.#name = name;
    this.#connection = connection;
    this.#channel = new TabChannel(name, context.broadcast);
    this.#presence = new Presence(name, context.locks);
    this.#durability = new Durability({
      name,
      connection,
      channel: this.#channel,
      context,
      ...(retryMs && { retryMs }),
    });
    this.#purger = new Purger(name, connection, this.#durability, this.#presence, purgeDelay);
    this.#writer = new Writer({
      connection,
      durability: this.#durability,
      dropDerived: async () => {
        await dropModelFiles().catch(() => {});
        await this.clearDerived();
      },
      onWritten: (head) => {
        this.#channel.post('changed');
        this.#durability.written(head);
        this.#purger.note(head);
      },
    });
    this.#channel.listen((message) => {
      if (message === 'destroyed') void this.#letGo();
    });
  }

  get durability(): DurabilityMode {
    return this.#durability.mode;
  }

  async open(onConnected?: () => void): Promise<OpenReport> {
    // First: whoever replaces the database waits for those that count, and they for it.
    await this.#presence.enter();
    await this.#connection.open();
    if ((await readHead(this.#connection))?.destroyed) {
      // The tab that deletes the store was killed before it was through, or is about to be.
      await this.#durability.erase();
      await this.#connection.recreate();
    }
    onConnected?.();
    const { event, restored } = await this.#durability.recover();
    const restoring = event === 'restored' || event === 'storage-lost';
    const settled = settleCarry(this.#name, this.#connection, restoring);
    if (restoring) await settled;
    // With a journal a loss until then is repaired; without one the next kill must not find a torn log.
    const healed = rotateLog();
    if (this.durability !== 'durable') await healed;
    this.#purger.note(await readHead(this.#connection));
    return { durability: this.durability, event, restored: restored.length };
  }

  async mutate(
    ids: readonly string[],
    decide: Decide,
    { journal = true, seen }: MutateOptions = {},
  ): Promise<Mutation> {
    if (!journal) return await this.#writer.touch(ids, decide);
    const { writes, before, after } = await this.#writer.write(async (tx, head) =>
      applyDecisions(head, ids, await currentRecords(tx, ids, head, seen), decide),
    );
    return { changes: writes.map((write) => write.change), before, after };
  }

  async get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    const records = await this.#durability.whole(() =>
      this.#connection.transact(['memories', 'meta'], 'readonly', async (tx) => {
        const memories = tx.objectStore('memories');
        const [found] = await Promise.all([
          Promise.all(ids.map((id) => memories.get(id))),
          headOf(tx.objectStore('meta')),
        ]);
        return found;
      }),
    );
    const memories = records.map((record) => record && readRecord(record));
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
      const hash = await this.#durability.whole(() => this.#scanOnce(given, onPage));
      const after = await this.#head();
      // After a write the sum cannot be compared; whoever scans reads on from the position before.
      const same = generationOf(before) === generationOf(after);
      if (same && (before.seq !== after.seq || hash === after.hash)) return;
      // Nothing was written meanwhile, so records are missing although their number may agree.
      if (same) await this.#durability.repair(true);
    }
    throw new HybridSearchError('storage', 'the store changes under every reading');
  }

  /** Hands on what was not given before; resolves with the set hash of what was found. */
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
    return await this.#durability.whole(() =>
      this.#connection.transact(['changes', 'meta'], 'readonly', async (tx) =>
        readChanges(tx, await headOf(tx.objectStore('meta')), after, generation),
      ),
    );
  }

  async state(): Promise<StoreState> {
    const head = await this.#head();
    return { seq: head.seq, count: head.count, generation: generationOf(head) };
  }

  async clear(): Promise<Change[]> {
    const { writes } = await this.#writer.write(async (tx, head) => {
      await tx.objectStore('memories').clear();
      const seq = head.seq + 1;
      return {
        head: { ...head, seq, count: 0, hash: 0 },
        writes: [{ change: { seq, id: '', kind: 'clear' }, record: null, replaces: true }],
        before: [],
        after: [],
      };
    });
    await this.clearDerived();
    return writes.map((write) => write.change);
  }

  purge(): Promise<void> {
    return this.#purger.purge();
  }

  onForeignChange(listener: () => void): () => void {
    return this.#channel.listen((message) => {
      if (message === 'changed') listener();
    });
  }

  onDurabilityChange(listener: (mode: DurabilityMode) => void): () => void {
    return this.#durability.onMode(listener);
  }

  onRecovery(listener: (report: OpenReport) => void): () => void {
    return this.#durability.onRecovery(listener);
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    const estimate = await navigatorOf().storage?.estimate?.();
    return { bytes: estimate?.usage ?? 0, quota: estimate?.quota ?? 0 };
  }

  async close(): Promise<void> {
    await this.#purger.close();
    await this.#durability.close();
    this.#channel.close();
    await this.#connection.close();
    await this.#presence.leave();
  }

  async destroy(): Promise<void> {
    await this.#purger.close();
    await dropCarry(this.#name);
    // From here on every tab's calls find it closed. A full disk refuses the mark: the deletion itself does the same.
    await this.#connection
      .transact(['meta'], 'readwrite', async (tx) => {
        const meta = tx.objectStore('meta');
        const head = await meta.get(HEAD_KEY);
        if (head) await meta.put({ ...head, destroyed: true }, HEAD_KEY);
      })
      .catch(() => {});
    // The journal before the database: what is left of it would bring the memories back.
    await this.#durability.destroy(await this.#presence.others());
    this.#channel.close();
    await this.#connection.delete();
    await this.#presence.leave();
  }

  /** Another tab says that it deletes the store; any page of the origin could, so the store itself is asked. */
  async #letGo(): Promise<void> {
    const databases = await indexedDB.databases?.();
    const listed = databases?.some(({ name }) => name === databaseName(this.#name)) ?? true;
    const head = listed ? await readHead(this.#connection).catch(() => undefined) : undefined;
    if (head && !head.destroyed) return;
    this.#durability.letGo();
    await this.#connection.close();
    await this.close();
  }

  #head(): Promise<Head> {
    return this.#durability.whole(() =>
      this.#connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta'))),
    );
  }
}
