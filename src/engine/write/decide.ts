/** What add, upsert and update mean (M2): pure decisions, run inside the store's transaction. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import { CONVERSATION_TYPE } from '../../core/record/memory-limits.ts';
import type { Decided, StoredAt } from '../store/memory-store.ts';
import type { Position } from '../store/position.ts';

/** Decides upon one memory: `undefined` leaves what is there. */
export type DecideOne = (current: Memory | undefined, next: Memory, at: number) => Memory | undefined;

/** What became of one input. */
export interface InputOutcome {
  /** As stored when its turn was over. */
  stored: Memory;
  before: Memory | undefined;
  changed: boolean;
}

export const isLive = (memory: Memory | undefined, now: number): memory is Memory =>
  memory !== undefined && memory.trashedAt === undefined && (memory.expiresAt === undefined || memory.expiresAt > now);

/** Whether the memory at `at` was last written at `since` or before it; without `since` any memory was. */
export const unchangedAt = ({ generation, seqs }: StoredAt, at: number, since: Position | undefined): boolean =>
  since === undefined || (generation === since.generation && seqs[at]! <= since.seq);

/** Removes what wasn't written after `since`; nothing if an import ran after it. The outcome: live memories removed. */
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
 * The decisions of an import. If all memories are here and the same, one of them is written again: its position says that
 * somebody wants them here, for the price of one record a batch.
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
 * One decision for each of `ids` and one outcome for each of `next`. Where several name one id, each is decided upon what
 * the one before it left; a memory past its time, or in the trash, counts as none.
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

/** Same content is a no-op, other content a conflict. */
export function decideAdd(current: Memory | undefined, next: Memory): Memory | undefined {
  if (!current) return next;
  if (current.contentHash === next.contentHash) return undefined;
  throw new HybridSearchError('conflict', next.id, { path: 'id' });
}

/** The whole record is replaced; what the input leaves open of the record's history is kept. */
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
    // The default end of a conversation's message is another one at every write.
    (merged.expiresAt === current.expiresAt || (input.expiresAt === undefined && merged.type === CONVERSATION_TYPE));
  return sameContent && sameTimes ? undefined : merged;
}

/** As validation reads it: `null` is "not given". */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
