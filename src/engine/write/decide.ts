/**
 * Decides what add, upsert, clear and imports write. The functions are pure, and run inside the store's transaction.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import { CONVERSATION_TYPE } from '../../core/record/memory-limits.ts';
import type { Decided, StoredAt } from '../store/memory-store.ts';
import type { Position } from '../store/position.ts';

/** Returns the memory to write, or undefined to leave the current one as it is. */
export type DecideOne = (current: Memory | undefined, next: Memory, at: number) => Memory | undefined;

export interface InputOutcome {
  stored: Memory;
  before: Memory | undefined;
  changed: boolean;
}

export const isLive = (memory: Memory | undefined, now: number): memory is Memory =>
  memory !== undefined && memory.trashedAt === undefined && (memory.expiresAt === undefined || memory.expiresAt > now);

/** Without `since`, always true. Positions of another generation can't be compared. */
export const unchangedAt = ({ generation, seqs }: StoredAt, at: number, since: Position | undefined): boolean =>
  since === undefined || (generation === since.generation && seqs[at]! <= since.seq);

/**
 * Removes the memories that weren't written after `since`. Removes none if an import or sync wrote after `since`, or if
 * a memory was restored from the trash. The outcome is the number of live memories that are removed.
 */
export function decideClear(
  current: readonly (Memory | undefined)[],
  stored: StoredAt,
  since: Position | undefined,
  now: number,
): Decided<number> {
  const ended = since !== undefined && stored.imported > since.seq;
  const goes = current.map((memory, at) => !ended && memory !== undefined && unchangedAt(stored, at, since));
  return {
    decisions: goes.map((gone) => (gone ? null : undefined)),
    outcome: current.filter((memory, at) => goes[at] && isLive(memory, now)).length,
  };
}

/**
 * If an import changes nothing, one memory is written again. That write's position in the log keeps `decideClear` from
 * removing what the import wanted.
 */
export function decidedByImport<Outcome>(
  { decisions, outcome }: Decided<Outcome>,
  current: readonly (Memory | undefined)[],
): Decided<Outcome> {
  const first = decisions.some((decision) => decision !== undefined) ? -1 : current.findIndex(Boolean);
  return {
    decisions: decisions.map((decision, at) => (at === first ? current[at] : decision)),
    outcome,
    imports: true,
  };
}

/**
 * If several inputs have the same id, each is decided on the result of the previous one. Expired and trashed memories
 * count as missing.
 */
export function decideInOrder(
  ids: readonly string[],
  current: readonly (Memory | undefined)[],
  next: readonly Memory[],
  decide: DecideOne,
  now: number,
): Decided<InputOutcome[]> {
  const state = new Map(ids.map((id, at) => [id, isLive(current[at], now) ? current[at] : undefined]));
  const touched = new Set<string>();
  const outcome = next.map((memory, at): InputOutcome => {
    const before = state.get(memory.id);
    const decided = decide(before, memory, at);
    if (decided) {
      state.set(memory.id, decided);
      touched.add(memory.id);
    }
    return { stored: decided ?? before ?? memory, before, changed: decided !== undefined };
  });
  return { decisions: ids.map((id) => (touched.has(id) ? state.get(id) : undefined)), outcome };
}

export function decideAdd(current: Memory | undefined, next: Memory): Memory | undefined {
  if (!current) return next;
  if (current.contentHash === next.contentHash) return undefined;
  throw new HybridSearchError('conflict', next.id, { path: 'id' });
}

/**
 * Replaces the whole record, but keeps `createdAt`, `lastAccessedAt` and `accessCount` if the input leaves them out.
 * Without a given `updatedAt`, it changes only with the content.
 */
export function decideUpsert(
  current: Memory | undefined,
  next: Memory,
  input: MemoryInput,
  now: number,
): Memory | undefined {
  if (!current) return next;
  const sameContent = current.contentHash === next.contentHash;
  const merged: Memory = {
    ...next,
    createdAt: isGiven(input.createdAt) ? next.createdAt : current.createdAt,
    updatedAt: isGiven(input.updatedAt) ? next.updatedAt : sameContent ? current.updatedAt : now,
    lastAccessedAt: isGiven(input.lastAccessedAt) ? next.lastAccessedAt : current.lastAccessedAt,
    accessCount: isGiven(input.accessCount) ? next.accessCount : current.accessCount,
  };
  const sameTimes =
    merged.createdAt === current.createdAt &&
    merged.updatedAt === current.updatedAt &&
    merged.lastAccessedAt === current.lastAccessedAt &&
    merged.accessCount === current.accessCount &&
    // A conversation's message gets a new default expiry with every write, which isn't a change.
    (merged.expiresAt === current.expiresAt || (input.expiresAt === undefined && merged.type === CONVERSATION_TYPE));
  return sameContent && sameTimes ? undefined : merged;
}

/** As in validation, `null` means "not given". */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
