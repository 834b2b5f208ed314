/**
 * Memory records within a transaction: verified reading, and the application of decisions together with their change
 * log entries and the store's head. Transactions themselves are the writer's (`writer.ts`).
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { generationOf } from './head.ts';
import { decodeMemory, encodeMemory, isIntact, recordChecksum, setHashOf } from './memory-codec.ts';
import type { Change, Decide, Decision, Mutation, StoredAt } from './memory-store.ts';
import type { Head, MemoryRecord } from './schema.ts';

/** What one decision made of one record. `record` is what to put, null what to delete. */
export interface Write {
  change: Change;
  record: MemoryRecord | null;
  /** True where earlier content is gone with it. */
  replaces: boolean;
}

/** What decisions made of the store. */
export interface Outcome {
  head: Head;
  writes: Write[];
  before: readonly (Memory | undefined)[];
  after: readonly (Memory | undefined)[];
}

/** A verified record with its memory. */
export interface Stored {
  record: MemoryRecord;
  memory: Memory;
}

/** The memory of a record, or undefined where its checksum does not match. */
export function readRecord(record: MemoryRecord): Memory | undefined {
  return isIntact(record) ? decodeMemory(record.body) : undefined;
}

/** A record with its memory, or undefined where its checksum does not match. */
export function readStored(record: MemoryRecord): Stored | undefined {
  const memory = readRecord(record);
  return memory && { record, memory };
}

export function makeRecord(memory: Memory, seq: number): MemoryRecord {
  const body = encodeMemory(memory);
  return { id: memory.id, seq, crc: recordChecksum(memory.id, seq, body), body };
}

/**
 * What follows from `decide` on the records as they are. Pure, apart from `decide`.
 * Errors: those of `decide`; `internal` when a decision does not belong to its id.
 */
export function applyDecisions(
  head: Head,
  ids: readonly string[],
  current: readonly (Stored | undefined)[],
  decide: Decide,
): Outcome {
  const before = current.map((stored) => stored?.memory);
  const decisions = decisionsOf(ids, decide(before, storedAt(generationOf(head), current)));
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
  return { head: next, writes, before, after: afterOf(before, decisions) };
}

/**
 * The records that follow from decisions which change no content (P5): they keep their positions, so that neither change
 * log nor write-ahead log has to know of them. Pure, apart from `decide`. Errors: `internal` for a removal or a new memory.
 */
export function applyTouches(
  ids: readonly string[],
  current: readonly (Stored | undefined)[],
  decide: Decide,
): { records: MemoryRecord[]; mutation: Mutation } {
  const before = current.map((stored) => stored?.memory);
  // Not logged, so it belongs to no position.
  const decisions = decisionsOf(ids, decide(before, storedAt('', current)));
  const records = decisions.flatMap((decision, i) => {
    if (decision === undefined) return [];
    const old = current[i]?.record;
    if (decision === null || !old)
      throw new HybridSearchError('internal', 'a write that is not logged may only touch what is there');
    return [makeRecord(decision, old.seq)];
  });
  return { records, mutation: { changes: [], before, after: afterOf(before, decisions) } };
}

function storedAt(generation: string, current: readonly (Stored | undefined)[]): StoredAt {
  return { generation, seqs: current.map((stored) => stored?.record.seq) };
}

function decisionsOf(ids: readonly string[], decisions: readonly Decision[]): readonly Decision[] {
  if (decisions.length !== ids.length) throw new HybridSearchError('internal', 'one decision per id is needed');
  if (decisions.some((decision, i) => decision && decision.id !== ids[i]))
    throw new HybridSearchError('internal', 'a decision of another id');
  return decisions;
}

function afterOf(before: readonly (Memory | undefined)[], decisions: readonly Decision[]): (Memory | undefined)[] {
  return decisions.map((decision, i) => (decision === undefined ? before[i] : (decision ?? undefined)));
}
