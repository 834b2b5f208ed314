import { isIntact } from '../store/memory-codec.ts';
import type { Change } from '../store/memory-store.ts';
import type { MemoryRecord } from '../store/schema.ts';
import type { WalEntry } from '../wal/write-ahead-log.ts';
import { IncompleteImage } from './recovery-plan.ts';

const NOTHING = new Uint8Array();

export const toEntry = ({ id, seq, crc, body }: MemoryRecord): WalEntry => ({ kind: 'put', id, seq, crc, body });

export const toRecord = ({ id, seq, crc, body }: WalEntry): MemoryRecord => {
  return { id, seq, crc, body: new Uint8Array(body) };
};

/**
 * Returns the log entry for a change. A put whose record is missing, or was written again later, becomes a removal.
 * That way, the log has an entry at every position.
 * @throws IncompleteImage if the record is damaged, because a removal would delete an earlier version from the log
 */
export function entryOf(change: Change, record: MemoryRecord | undefined): WalEntry {
  if (change.kind === 'put' && record && !isIntact(record)) throw new IncompleteImage();
  if (change.kind === 'put' && record?.seq === change.seq) return toEntry(record);
  return { kind: change.kind === 'clear' ? 'clear' : 'remove', id: change.id, seq: change.seq, crc: 0, body: NOTHING };
}
