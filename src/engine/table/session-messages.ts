import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryRow } from '../../core/record/memory.ts';
import { CONVERSATION_TYPE } from '../../core/record/memory-limits.ts';

const WINDOW = 50;

export function messagesOf(rows: readonly MemoryRow[], session: string, now: number): MemoryRow[] {
  return rows
    .filter((row) => row.type === CONVERSATION_TYPE && row.session === session && (row.expiresAt ?? Infinity) > now)
    .sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq);
}

/** @throws HybridSearchError `invalid-option` */
export function lastMessages(rows: readonly MemoryRow[], session: string, now: number, window = WINDOW): MemoryRow[] {
  if (!Number.isInteger(window) || window < 1) {
    throw new HybridSearchError('invalid-option', 'must be a whole number of at least 1', { path: 'window' });
  }
  return messagesOf(rows, session, now).slice(-window);
}
