/** What add, upsert and update mean for one memory (DESIGN M2): pure decisions, run inside the store's transaction. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import type { Decision } from '../store/memory-store.ts';

/** Same content is a no-op, other content a conflict. */
export function decideAdd(current: Memory | undefined, next: Memory): Decision {
  if (!current) return next;
  if (current.contentHash === next.contentHash) return undefined;
  throw new HybridSearchError('conflict', next.id, { path: 'id' });
}

/** The whole record is replaced; what the input leaves open of the record's history is kept. */
export function decideUpsert(current: Memory | undefined, next: Memory, input: MemoryInput, now: number): Decision {
  if (!current) return next;
  const sameContent = current.contentHash === next.contentHash;
  const merged: Memory = {
    ...next,
    createdAt: input.createdAt === undefined ? current.createdAt : next.createdAt,
    updatedAt: input.updatedAt !== undefined ? next.updatedAt : sameContent ? current.updatedAt : now,
    lastAccessedAt: input.lastAccessedAt === undefined ? current.lastAccessedAt : next.lastAccessedAt,
    accessCount: input.accessCount === undefined ? current.accessCount : next.accessCount,
  };
  const sameTimes =
    merged.createdAt === current.createdAt &&
    merged.updatedAt === current.updatedAt &&
    merged.lastAccessedAt === current.lastAccessedAt &&
    merged.accessCount === current.accessCount &&
    (input.expiresAt === undefined || merged.expiresAt === current.expiresAt);
  return sameContent && sameTimes ? undefined : merged;
}
