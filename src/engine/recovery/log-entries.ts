/** Converts memory records and changes to entries of the write-ahead log, and back. Pure. */

import { isIntact } from '../store/memory-codec.ts';
import type { Change } from '../store/memory-store.ts';
import type { MemoryRecord } from '../store/schema.ts';
import type { WalEntry } from '../wal/write-ahead-log.ts';

const NOTHING = new Uint8Array();

export const toEntry = ({ id, seq, crc, body }: MemoryRecord): WalEntry => ({ kind: 'put', id, seq, crc, body });

export const toRecord = ({ id, seq, crc, body }: WalEntry): MemoryRecord => {
  return { id, seq, crc, body: new Uint8Array(body) };
};

/**
 * Returns the log entry of a change, with the record's current state. If a later change superseded a put, the entry is
 * a removal: a later entry of the same batch has the memory, and no position is left out.
 */
export function entryOf(change: Change, record: MemoryRecord | undefined): WalEntry {
  if (change.kind === 'put' && record?.seq === change.seq && isIntact(record)) return toEntry(record);
  return { kind: change.kind === 'clear' ? 'clear' : 'remove', id: change.id, seq: change.seq, crc: 0, body: NOTHING };
}
