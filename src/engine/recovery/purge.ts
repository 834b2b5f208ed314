/**
 * Removes what deleted and replaced memories left in the files of the log and the database. LevelDB keeps deleted bytes
 * until a compaction. Deleting a database triggers one, so a purge deletes the database and rebuilds it from the log.
 * It does so only if the log is complete and no other tab has the store open. The background purge also skips a rebuild
 * that would take long. Without a rebuild, the old bytes stay until LevelDB compacts on its own.
 */

import { HEAD_KEY, putHead, readHead } from '../store/change-log.ts';
import { Connection } from '../store/connection.ts';
import { isIntact } from '../store/memory-codec.ts';
import type { Presence } from '../store/presence.ts';
import type { Head } from '../store/schema.ts';
import type { StoreStates } from '../store/states.ts';
import type { HeldLog, ReplayedLog } from '../wal/write-ahead-log.ts';
import type { Durability } from './durability.ts';
import { toRecord } from './log-entries.ts';
import { digestOf, matchesHead } from './records-digest.ts';
import { rebuild } from './restore.ts';
import { dropDeletedFiles, flushLevelDbLog, rotateLevelDb } from './rotate-leveldb.ts';
import { dropStaging, stageDerived, unstageDerived } from './staging.ts';

export const PURGE_DELAY_MS = 60_000;
/** Delay of a purge that's overdue when the store opens, so that opening finishes first. */
const START_PAUSE_MS = 2_000;
/**
 * With a larger checkpoint (compressed bytes), a background purge doesn't rebuild the database, because calls wait
 * meanwhile: 1.8 MB took 2.8 s on a machine with a load of seven per core.
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

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** If the purge fails, the head still says that one is due, so the next write or start tries again. */
  async #inBackground(): Promise<void> {
    const run = this.#running.then(async () => {
      try {
        // Another tab, or `purge()`, may have done it already.
        if (!this.#closed && (await readHead(this.#connection))?.purge) await this.#purge(QUICK_BYTES);
      } finally {
        this.#timer = undefined;
      }
      this.note(await readHead(this.#connection));
    });
    this.#running = run.catch(() => {});
    await this.#running;
  }

  /** @param largest the database is rebuilt only if the log's checkpoint has at most this many bytes */
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
      // Content that was removed during this purge is purged after the usual delay.
      await putHead(tx, purge.seq > covered ? { ...rest, purge: { since: begun, seq: purge.seq } } : rest);
    });
  }

  /** A kill loses nothing: the log was verified to have all memories, and the staging database has the derived data. */
  async #rebuildDatabase(largest: number): Promise<boolean> {
    const rebuilt = await this.#durability.withLog(async (wal) => {
      if (wal.checkpointBytes > largest) return false;
      await flushLevelDbLog();
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
      // All writes of the paused connection have finished, so this is the latest head.
      const head = await readHead(connection);
      const contents = await wal.replay();
      if (!head || head.restoring || head.destroyed || !logMatchesHead(contents, head)) return false;
      await stageDerived(this.#store, connection);
      await connection.recreate();
      // The derived data is copied back before the head is written, because a start that finds a complete database
      // deletes the staging database.
      await unstageDerived(this.#store, connection);
      await rebuild(connection, [...contents.entries.values()].map(toRecord), head);
      await dropStaging(this.#store);
      return true;
    } finally {
      await connection.close();
    }
  }
}

/** Call it when the store opens, in case a purge was interrupted. */
export async function settleStaging(store: string, connection: Connection, restored: boolean): Promise<void> {
  if (restored) await unstageDerived(store, connection).catch(() => {});
  await dropStaging(store);
}

function logMatchesHead({ storeId, entries }: ReplayedLog, head: Head): boolean {
  if (storeId !== head.epoch || ![...entries.values()].every((entry) => isIntact(toRecord(entry)))) return false;
  return matchesHead(head, digestOf(new Map([...entries].map(([id, { seq }]) => [id, seq]))));
}
