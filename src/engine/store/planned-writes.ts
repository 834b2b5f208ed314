/**
 * What decisions make of the store: records, change-log entries and the next head. Pure; the transaction that carries it out
 * is in `recovery/transactions.ts`.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { generationOf, isAt } from './head.ts';
import { decodeMemory, encodeMemory, isIntact, recordChecksum, setHashOf } from './memory-codec.ts';
import type { Change, Decision, Plan, StoredAt, StoreState } from './memory-store.ts';
import type { Head, MemoryRecord } from './schema.ts';

/** The effect of one decision on one record. `record` is what to put, null means delete. */
export interface Write {
  change: Change;
  record: MemoryRecord | null;
  /** True if earlier content is lost with it. */
  replaces: boolean;
}

/** `before` and `after`: the memories of the plan's ids, in order. */
export interface PlannedWrites {
  head: Head;
  readonly writes: readonly Write[];
  readonly before: readonly (Memory | undefined)[];
  readonly after: readonly (Memory | undefined)[];
}

export const changesOf = ({ writes }: PlannedWrites): Change[] => writes.map(({ change }) => change);

/** A verified record with its memory. */
export interface Stored {
  record: MemoryRecord;
  memory: Memory;
}

/** The memory of a record. Undefined if its checksum doesn't match. */
export function readRecord(record: MemoryRecord): Memory | undefined {
  return isIntact(record) ? decodeMemory(record.body) : undefined;
}

/** A record with its memory. Undefined if its checksum doesn't match. */
export function readStored(record: MemoryRecord): Stored | undefined {
  const memory = readRecord(record);
  return memory && { record, memory };
}

export function makeRecord(memory: Memory, seq: number): MemoryRecord {
  const body = encodeMemory(memory);
  return { id: memory.id, seq, crc: recordChecksum(memory.id, seq, body), body };
}

/**
 * Applies a plan's decisions to the current records.
 * Errors: those of `decide`; `internal` if a decision doesn't belong to its id.
 */
export function planWrites<Outcome>(
  head: Head,
  { ids, decide }: Plan<Outcome>,
  current: readonly (Stored | undefined)[],
): PlannedWrites & { outcome: Outcome } {
  const before = current.map((stored) => stored?.memory);
  const { decisions, outcome, imports } = decide(before, storedAt(head, current));
  check(ids, decisions);
  const known = new Map(ids.map((id, i) => [id, current[i]?.record.seq]));
  const next = { ...head };
  const writes: Write[] = [];
  decisions.forEach((decision, i) => {
    const id = ids[i]!;
    const old = known.get(id);
    if (decision === undefined || (decision === null && old === undefined)) return;
    next.seq++;
    if (old !== undefined) next.hash = (next.hash - setHashOf(id, old)) >>> 0;
    if (decision === null) {
      next.count--;
      writes.push({ change: { seq: next.seq, id, kind: 'remove' }, record: null, replaces: true });
      known.set(id, undefined);
    } else {
      if (old === undefined) next.count++;
      next.hash = (next.hash + setHashOf(id, next.seq)) >>> 0;
      const record = makeRecord(decision, next.seq);
      writes.push({ change: { seq: next.seq, id, kind: 'put' }, record, replaces: old !== undefined });
      known.set(id, next.seq);
    }
  });
  if (imports && writes.length > 0) next.imported = next.seq;
  return { head: next, writes, before, after: afterOf(before, decisions), outcome };
}

/** Removes everything. Writes nothing if `at` is given and the store is no longer there. */
export function planClearing(head: Head, at: Pick<StoreState, 'seq' | 'generation'> | undefined): PlannedWrites {
  if (at && !isAt(head, at)) return { head, writes: [], before: [], after: [] };
  const seq = head.seq + 1;
  const write: Write = { change: { seq, id: '', kind: 'clear' }, record: null, replaces: true };
  return { head: { ...head, seq, count: 0, hash: 0 }, writes: [write], before: [], after: [] };
}

/** Whether it leaves no more bytes than there were. */
export function freesSpace({ writes, before, after }: PlannedWrites): boolean {
  if (writes.every(({ record }) => record === null)) return true;
  const size = (memories: readonly (Memory | undefined)[]): number =>
    memories.reduce((sum, memory) => sum + (memory ? encodeMemory(memory).length : 0), 0);
  return size(after) <= size(before);
}

export const bytesOf = ({ writes }: PlannedWrites): number =>
  writes.reduce((sum, { record }) => sum + (record?.body.length ?? 0), 0);

function storedAt(head: Head, current: readonly (Stored | undefined)[]): StoredAt {
  const seqs = current.map((stored) => stored?.record.seq);
  return { generation: generationOf(head), seqs, imported: head.imported ?? 0 };
}

function check(ids: readonly string[], decisions: readonly Decision[]): void {
  if (decisions.length !== ids.length) throw new HybridSearchError('internal', 'one decision per id is needed');
  if (decisions.some((decision, i) => decision && decision.id !== ids[i]))
    throw new HybridSearchError('internal', 'a decision of another id');
}

function afterOf(before: readonly (Memory | undefined)[], decisions: readonly Decision[]): (Memory | undefined)[] {
  return decisions.map((decision, i) => (decision === undefined ? before[i] : (decision ?? undefined)));
}
