/**
 * Delete means delete (M2): what removed and replaced memories left behind in the files of write-ahead log and database goes at
 * once by `purge()`, otherwise in the background. The log is rewritten. LevelDB keeps deleted bytes until it
 * compacts, and it compacts what a deleted database held: so the database is deleted and built again from the log.
 *
 * Bounds. In the background: begun `PURGE_DELAY_MS` after the write, or at the next start if the tab was closed before;
 * the database is built again only where that is quick and no other tab has the store open, else its old bytes go with
 * LevelDB's own compaction. By `purge()`: always, unless another tab has the store open or there is no log.
 */

import { Connection } from '../store/connection.ts';
import { HEAD_KEY, putHead, readHead } from '../store/head.ts';
import { isIntact } from '../store/memory-codec.ts';
import type { Presence } from '../store/presence.ts';
import type { Head } from '../store/schema.ts';
import type { HeldLog, ReplayedLog } from '../wal/write-ahead-log.ts';
import type { Durability } from './durability.ts';
import { toRecord } from './log-entries.ts';
import { isMeasureOf, measure } from './measure.ts';
import { rebuild } from './restore.ts';
import { dropDeletedFiles, rotateLevelDb } from './rotate-leveldb.ts';
import { dropStaging, stageDerived, unstageDerived } from './staging.ts';
import type { StoreStates } from './states.ts';

/** Deleted and replaced content begins to leave the files this long after the write. */
export const PURGE_DELAY_MS = 60_000;
/** What is overdue at a start waits until the start is through. */
const START_PAUSE_MS = 2_000;
/**
 * Bytes of the log's checkpoint (compressed) up to which the database is built again in the background. Calls wait for it:
 * 2.8 s for 1.8 MB on a machine with seven times as much to do as it has cores, so under a second here.
 */
const QUICK_BYTES = 512 * 1024;

export class Purger {
  readonly #store: string;
  readonly #connection: Connection;
  readonly #durability: Durability;
  readonly #presence: Presence;
  readonly #states: StoreStates;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    store: string,
    connection: Connection,
    durability: Durability,
    presence: Presence,
    states: StoreStates,
    delay = PURGE_DELAY_MS,
  ) {
    this.#store = store;
    this.#connection = connection;
    this.#durability = durability;
    this.#presence = presence;
    this.#states = states;
    this.#delay = delay;
  }

  /** Plans the background purge where `head`, as just read or written, says that one is due. */
  note(head: Head | undefined): void {
    if (!head?.purge || this.#timer || this.#closed) return;
    const due = head.purge.since + this.#delay - Date.now();
    this.#timer = setTimeout(() => void this.#inBackground(), Math.max(due, Math.min(START_PAUSE_MS, this.#delay)));
  }

  async purge(): Promise<void> {
    const run = this.#running.then(() => this.#purge(Number.POSITIVE_INFINITY));
    this.#running = run.catch(() => {});
    await run;
  }

  /** No purge begins after this; resolves when a running one is through. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** What fails stays marked in the head, and the next start tries again. */
  async #inBackground(): Promise<void> {
    const run = this.#running.then(async () => {
      // Another tab, or `purge()`, may have done it.
      if (!this.#closed && (await readHead(this.#connection))?.purge) await this.#purge(QUICK_BYTES);
      this.#timer = undefined;
      this.note(await readHead(this.#connection));
    });
    this.#running = run.catch(() => {});
    await this.#running;
  }

  /** `largest`: bytes of the log's checkpoint up to which the database is built again. */
  async #purge(largest: number): Promise<void> {
    const begun = Date.now();
    const covered = (await readHead(this.#connection))?.seq ?? 0;
    await this.#durability.purge(await this.#presence.others());
    const rebuilt = await this.#presence.whileAlone(() => this.#rebuildDatabase(largest));
    if (rebuilt) await dropDeletedFiles();
    else await rotateLevelDb();
    await this.#connection.transact(['memories', 'changes', 'meta'], 'readwrite', async (tx) => {
      const head = await tx.objectStore('meta').get(HEAD_KEY);
      if (!head?.purge) return;
      const { purge, ...rest } = head;
      // What went while the purge ran waits for the next one, and no longer than anything else.
      await putHead(tx, purge.seq > covered ? { ...rest, purge: { since: begun, seq: purge.seq } } : rest);
    });
  }

  /**
   * A kill in between loses nothing: memories come back from the log, which is proved to hold all of them before the
   * database goes, and derived data from the staging database.
   */
  async #rebuildDatabase(largest: number): Promise<boolean> {
    const rebuilt = await this.#durability.withLog(async (wal) => {
      if (wal.checkpointBytes > largest) return false;
      return await this.#states.replacing(async () => {
        await this.#connection.disconnect();
        return await this.#replace(wal);
      });
    });
    return rebuilt ?? false;
  }

  async #replace(wal: HeldLog): Promise<boolean> {
    const connection = new Connection(this.#store);
    try {
      // Read after every write of the connection that was paused, so it is the last word.
      const head = await readHead(connection);
      const contents = await wal.replay();
      if (!head || head.restoring || head.destroyed || !holdsAll(contents, head)) return false;
      await stageDerived(this.#store, connection);
      await connection.recreate();
      // Before the head: a database that has one counts as whole, and the staging database is then dropped.
      await unstageDerived(this.#store, connection);
      await rebuild(connection, [...contents.entries.values()].map(toRecord), head);
      await dropStaging(this.#store);
      return true;
    } finally {
      await connection.close();
    }
  }
}

/** At a start: derived data that an interrupted purge left is given back to a database that was lost, or dropped. */
export async function settleStaging(store: string, connection: Connection, restored: boolean): Promise<void> {
  if (restored) await unstageDerived(store, connection).catch(() => {});
  await dropStaging(store);
}

/** True where the log alone could give back exactly what the head describes. */
function holdsAll({ storeId, entries }: ReplayedLog, head: Head): boolean {
  if (storeId !== head.epoch || ![...entries.values()].every((entry) => isIntact(toRecord(entry)))) return false;
  return isMeasureOf(head, measure(new Map([...entries].map(([id, { seq }]) => [id, seq]))));
}
