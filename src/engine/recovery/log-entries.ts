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
 * Returns the log entry for a change. If the record is damaged, or was replaced by a later change, a put becomes a
 * removal, so that no position is missing in the log.
 */
export function entryOf(change: Change, record: MemoryRecord | undefined): WalEntry {
  if (change.kind === 'put' && record?.seq === change.seq && isIntact(record)) return toEntry(record);
  return { kind: change.kind === 'clear' ? 'clear' : 'remove', id: change.id, seq: change.seq, crc: 0, body: NOTHING };
}
