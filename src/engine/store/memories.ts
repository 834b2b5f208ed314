/**
 * Memory records within a transaction: verified reading, and the application of decisions together with their change
 * log entries and the store's head. Transactions themselves, journal and healing are the facade's (`idb-store.ts`).
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { decodeMemory, encodeMemory, recordChecksum, setHashOf } from './memory-codec.ts';
import type { Change, Decision } from './memory-store.ts';
import type { Head, MemoryRecord } from './schema.ts';

/** What one decision made of one record. `record` is what to put, null what to delete. */
export interface Write {
  change: Change;
  record: MemoryRecord | null;
  /** True where earlier content is gone with it. */
  replaces: boolean;
}

export interface Outcome {
  head: Head;
  writes: Write[];
}

export function isIntact(record: MemoryRecord): boolean {
  return (
    record.body instanceof Uint8Array &&
    Number.isInteger(record.seq) &&
    recordChecksum(record.id, record.seq, record.body) === record.crc
  );
}

/** The memory of a record, or undefined where its checksum does not match. */
export function readRecord(record: MemoryRecord): Memory | undefined {
  return isIntact(record) ? decodeMemory(record.body) : undefined;
}

export function makeRecord(memory: Memory, seq: number): MemoryRecord {
  const body = encodeMemory(memory);
  return { id: memory.id, seq, crc: recordChecksum(memory.id, seq, body), body };
}

/**
 * The writes that follow from `decisions` on the records as they are, and the head afterwards. Pure.
 * Errors: `internal` when a decision does not belong to its id.
 */
export function applyDecisions(
  head: Head,
  ids: readonly string[],
  current: readonly (MemoryRecord | undefined)[],
  decisions: readonly Decision[],
): Outcome {
  if (decisions.length !== ids.length) throw new HybridSearchError('internal', 'one decision per id is needed');
  const known = new Map(ids.map((id, i) => [id, current[i]]));
  const next = { ...head };
  const writes: Write[] = [];
  decisions.forEach((decision, i) => {
    const id = ids[i]!;
    const old = known.get(id);
    if (decision === undefined || (decision === null && !old)) return;
    if (decision !== null && decision.id !== id) throw new HybridSearchError('internal', 'a decision of another id');
    next.seq++;
    if (old) next.hash = (next.hash - setHashOf(id, old.seq)) >>> 0;
    if (decision === null) {
      next.count--;
      writes.push({ change: { seq: next.seq, id, kind: 'remove' }, record: null, replaces: true });
      known.set(id, undefined);
    } else {
      const record = makeRecord(decision, next.seq);
      if (!old) next.count++;
      next.hash = (next.hash + setHashOf(id, next.seq)) >>> 0;
      writes.push({ change: { seq: next.seq, id, kind: 'put' }, record, replaces: old !== undefined });
      known.set(id, record);
    }
  });
  return { head: next, writes };
}

/**
 * The records that follow from decisions which change no content (P5): they keep their positions, so that neither change
 * log nor journal has to know of them. Pure. Errors: `internal` for a removal or a new memory.
 */
export function applyTouches(
  ids: readonly string[],
  current: readonly (MemoryRecord | undefined)[],
  decisions: readonly Decision[],
): MemoryRecord[] {
  if (decisions.length !== ids.length) throw new HybridSearchError('internal', 'one decision per id is needed');
  return decisions.flatMap((decision, i) => {
    if (decision === undefined) return [];
    const old = current[i];
    if (decision === null || !old || decision.id !== old.id)
      throw new HybridSearchError('internal', 'a write without a journal entry may only touch what is there');
    return [makeRecord(decision, old.seq)];
  });
}
