/**
 * The store of record: IndexedDB behind the `MemoryStore` contract. This facade joins the parts (connection, memory
 * records, change log, derived data, hints to other tabs); each part's own rules are in its own file.
 */
import type { Memory } from '../../core/record/memory.ts';
import { dropCarry } from '../recovery/carry.ts';
import { Purger, settleCarry } from '../recovery/purge.ts';
import { Repair } from '../recovery/repair.ts';
import { rotateLog } from '../recovery/rotate-log.ts';
import { Shadow } from '../recovery/shadow.ts';
import { readChanges } from './changes.ts';
import { Connection } from './connection.ts';
import { detectContext, navigatorOf } from './context.ts';
import { headOf, readHead } from './head.ts';
import { IdbDerived } from './idb-derived.ts';
import { applyDecisions, isIntact, readRecord } from './memories.ts';
import { setHashOf } from './memory-codec.ts';
import type {
  Change,
  Decide,
  DurabilityMode,
  MemoryStore,
  MutateOptions,
  Mutation,
  OpenReport,
} from './memory-store.ts';
import { Presence } from './presence.ts';
import { recordPages } from './scan-pages.ts';
import type { Head, MemoryRecord } from './schema.ts';
import { TabChannel } from './tab-channel.ts';
import { currentRecords, Writer } from './writer.ts';

/** `purgeDelay`: milliseconds until the background purge, default 60,000. */
export function createIdbStore(name: string, purgeDelay?: number): MemoryStore {
  return new IdbStore(name, purgeDelay);
}

class IdbStore extends IdbDerived implements MemoryStore {
  readonly #name: string;
  readonly #connection: Connection;
  readonly #channel: TabChannel;
  readonly #shadow: Shadow;
  readonly #presence: Presence;
  readonly #repair: Repair;
  readonly #writer: Writer;
  readonly #purger: Purger;
  readonly #modeListeners = new Set<(mode: DurabilityMode) => void>();

  constructor(name: string, purgeDelay?: number) {
    const connection = new Connection(name);
    super(connection);
    const context = detectContext();
    this.#name = name;
    this.#connection = connection;
    this.#channel = new TabChannel(name, context.broadcast);
    this.#presence = new Presence(name, context.locks);
    this.#shadow = new Shadow(name, this.#connection, this.#channel, context, (mode) => {
      for (const listener of this.#modeListeners) listener(mode);
    });
    this.#repair = new Repair(this.#shadow);
    this.#purger = new Purger(name, this.#connection, this.#shadow, this.#presence, purgeDelay);
    this.#writer = new Writer({
      connection,
      shadow: this.#shadow,
      repair: this.#repair,
      dropDerived: () => this.clearDerived(),
      onWritten: (head) => {
        this.#channel.post({ kind: 'changed' });
        this.#shadow.written(head);
        this.#purger.note(head);
      },
    });
    this.#channel.listen((message) => {
      if (message.kind === 'destroyed') void this.close();
    });
  }

  get durability(): DurabilityMode {
    return this.#shadow.mode;
  }

  async open(onConnected?: () => void): Promise<OpenReport> {
    await this.#connection.open();
    onConnected?.();
    await this.#presence.enter();
    const { event, restored } = await this.#shadow.recover();
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
    const records = await this.#repair.withHead(() =>
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
    const healed = new Map((await this.#repair.heal(damaged)).map((record) => [record.id, record]));
    return memories.map((memory, i) => {
      const record = healed.get(ids[i]!);
      return memory ?? (record && readRecord(record));
    });
  }

  async scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void> {
    const before = await this.#head();
    let hash = 0;
    for await (const records of recordPages(this.#connection)) {
      const damaged = records.filter((record) => !isIntact(record));
      const healed = damaged.length > 0 ? await this.#repair.heal(damaged) : [];
      const sound = [...records.filter(isIntact), ...healed];
      for (const { id, seq } of sound) hash = (hash + setHashOf(id, seq)) >>> 0;
      await onPage(sound.map((record) => ({ memory: readRecord(record)!, seq: record.seq })));
    }
    const after = await this.#head();
    if (before.seq !== after.seq || before.epoch !== after.epoch || hash === after.hash) return;
    // Nothing was written meanwhile, so records are missing although their number may agree.
    const restored = await this.#repair.recover(true);
    const memories = await this.get(restored);
    await onPage(memories.flatMap((memory) => (memory ? [{ memory, seq: after.seq }] : [])));
  }

  async changesSince(after: number): Promise<Change[] | null> {
    return await this.#repair.withHead(() =>
      this.#connection.transact(['changes', 'meta'], 'readonly', async (tx) =>
        readChanges(tx, await headOf(tx.objectStore('meta')), after),
      ),
    );
  }

  async lastSeq(): Promise<number> {
    return (await this.#head()).seq;
  }

  async count(): Promise<number> {
    return (await this.#head()).count;
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
      if (message.kind === 'changed') listener();
    });
  }

  onDurabilityChange(listener: (mode: DurabilityMode) => void): () => void {
    this.#modeListeners.add(listener);
    return () => this.#modeListeners.delete(listener);
  }

  onRecovery(listener: (report: OpenReport) => void): () => void {
    return this.#repair.listen(listener);
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    const estimate = await navigatorOf().storage?.estimate?.();
    return { bytes: estimate?.usage ?? 0, quota: estimate?.quota ?? 0 };
  }

  async close(): Promise<void> {
    await this.#purger.close();
    await this.#shadow.close();
    this.#presence.leave();
    this.#channel.close();
    await this.#connection.close();
  }

  async destroy(): Promise<void> {
    await this.#purger.close();
    await dropCarry(this.#name);
    // The journal first: what is left of it would bring the memories back.
    await this.#shadow.destroy(await this.#presence.others());
    this.#presence.leave();
    this.#channel.close();
    await this.#connection.delete();
  }

  #head(): Promise<Head> {
    return this.#repair.withHead(() =>
      this.#connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta'))),
    );
  }
}
