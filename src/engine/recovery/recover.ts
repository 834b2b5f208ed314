/**
 * Compares the store with its log and makes them agree, in either direction. Other tabs may write at any moment, so the
 * log is read before the head. Reading the head waits for running transactions. By then, the transaction of each batch
 * in the log has committed or aborted.
 */

import { HEAD_KEY, headOf, newStoreId, putHead, readHead, readState } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import type { OpenReport } from '../store/memory-store.ts';
import { type Head, type MemoryRecord, RECORD_STORES } from '../store/schema.ts';
import type { HeldLog, Survey } from '../wal/write-ahead-log.ts';
import { heal, imageOf, missingEntries } from './log-image.ts';
import { isComplete } from './records-digest.ts';
import { planRecovery, type RecoveryPlan } from './recovery-plan.ts';
import { EMPTY_HEAD, restore } from './restore.ts';

export interface RecoveryResult {
  event: OpenReport['event'];
  restored: string[];
  /** Counts memories, or changes to them. */
  lost: number;
}

/** Call methods with a `HeldLog` only while the log's lock is held. */
export interface Recovery {
  recover(wal: HeldLog, depth: Depth): Promise<RecoveryResult & { needs: LogNeeds }>;
  /**
   * Makes the log agree with the store, and opens it. Errors: `IncompleteImage`; `OutdatedImage`; the file
   * system's; the signal's reason.
   */
  openLog(wal: HeldLog, needs: LogNeeds, signal: AbortSignal): Promise<void>;
  /** Includes what was written without a log. Errors: as `openLog`. */
  checkpoint(wal: HeldLog, signal?: AbortSignal): Promise<void>;
  heal(wal: HeldLog, damaged: readonly MemoryRecord[]): Promise<MemoryRecord[]>;
  /** Removes damaged records and corrects the head, which is all that's possible without a log. */
  recoverWithoutLog(): Promise<RecoveryResult>;
}

/** What's compared: `positions` the head's position, `count` also the number of records, `records` every record. */
export type Depth = 'positions' | 'count' | 'records';

export type LogNeeds = { after: number } | 'checkpoint' | undefined;

/** Meanwhile, another tab can mark the batch of an aborted transaction as undone. */
const ABORT_PAUSE_MS = 50;
const ABORT_ATTEMPTS = 20;

export function createRecovery(connection: Connection): Recovery {
  const storeId = async (): Promise<string> => (await readHead(connection))?.epoch ?? newStoreId();
  const checkpoint = async (wal: HeldLog, signal?: AbortSignal): Promise<void> => {
    const seq = await wal.checkpoint(() => imageOf(connection, wal), await storeId(), signal);
    await connection.transact(RECORD_STORES, 'readwrite', async (tx) => {
      const { unlogged, ...head } = await headOf(tx.objectStore('meta'));
      if (unlogged !== undefined && unlogged <= seq) await putHead(tx, head);
    });
  };

  return {
    checkpoint,
    heal: (wal, damaged) => heal(connection, wal, damaged),
    async recover(wal, depth) {
      const force = depth === 'records';
      const { survey, head, plan } = await compare(connection, wal, depth);
      if (force || plan === 'restore') {
        const { restored, lost } = await restore(connection, survey, force, wal);
        const event = lost > 0 ? 'storage-lost' : restored.length > 0 ? 'restored' : head ? 'ok' : 'created';
        return { event, restored, lost, needs: 'checkpoint' };
      }
      if (plan === 'fresh') await createHead(connection, survey.storeId ?? newStoreId());
      const needs = plan === 'append' ? { after: survey.lastSeq } : plan === 'checkpoint' ? plan : undefined;
      return { event: plan === 'fresh' ? 'created' : 'ok', restored: [], lost: 0, needs };
    },
    async openLog(wal, needs, signal) {
      if (needs === 'checkpoint') return await checkpoint(wal, signal);
      await wal.openSegment(await storeId(), signal);
      if (!needs) return;
      const missing = await missingEntries(connection, needs.after);
      if (!missing) await checkpoint(wal, signal);
      else if (missing.length > 0) wal.append(missing);
    },
    async recoverWithoutLog() {
      const { head, records } = await readState(connection);
      if (head && isComplete(head, records)) return { event: 'ok', restored: [], lost: 0 };
      if (!head && records === 0) {
        await createHead(connection, newStoreId());
        return { event: 'created', restored: [], lost: 0 };
      }
      const { lost } = await restore(connection, { storeId: head?.epoch, lastSeq: 0, hasKnownDamage: false }, false);
      return { event: lost > 0 ? 'storage-lost' : 'ok', restored: [], lost };
    },
  };
}

/** Compares again if the log is ahead of a complete store, because another tab may be about to undo a batch. */
async function compare(
  connection: Connection,
  wal: HeldLog,
  depth: Depth,
): Promise<{ survey: Survey; head: Head | undefined; plan: RecoveryPlan }> {
  for (let attempt = 1; ; attempt++) {
    const { survey, head, records } = await look(connection, wal, depth);
    const plan = planRecovery(head && { ...head, records }, survey);
    const ahead = plan === 'restore' && head && head.epoch === survey.storeId && isComplete(head, records);
    if (!ahead || attempt > ABORT_ATTEMPTS || !(await wal.hasOtherWriters())) return { survey, head, plan };
    await new Promise((resolve) => setTimeout(resolve, ABORT_PAUSE_MS));
  }
}

/**
 * Counting takes 20 ms for 10,000 records and ten times as long for 100,000, so it runs in parallel with the survey.
 * The count is valid if the head doesn't change meanwhile.
 */
async function look(
  connection: Connection,
  wal: HeldLog,
  depth: Depth,
): Promise<{ survey: Survey; head: Head | undefined; records: number }> {
  if (depth === 'positions') {
    const survey = await wal.survey();
    const head = await readHead(connection);
    return { survey, head, records: head?.count ?? 0 };
  }
  const [survey, early] = await Promise.all([wal.survey(), readState(connection)]);
  const head = await readHead(connection);
  const same = JSON.stringify(head) === JSON.stringify(early.head);
  return { survey, ...(same ? early : await readState(connection)) };
}

async function createHead(connection: Connection, epoch: string): Promise<void> {
  await connection.transact(RECORD_STORES, 'readwrite', async (tx) => {
    if (!(await tx.objectStore('meta').get(HEAD_KEY))) await putHead(tx, { epoch, ...EMPTY_HEAD });
  });
}
