/** Each command makes one atomic write. New content is validated first. */
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import { contentHash } from '../../core/record/content-hash.ts';
import { uuidV7 } from '../../core/record/ids.ts';
import type { Memory, MemoryInput, MemoryPatch } from '../../core/record/memory.ts';
import { CONVERSATION_TYPE, MAX_IMAGES } from '../../core/record/memory-limits.ts';
import { sameBytes } from '../../core/record/picture-words.ts';
import { isInTrash } from '../../core/record/trashed-memory.ts';
import { type ValidationContext, validateMemory, validatePatch } from '../../core/record/validate-memory.ts';
import type { Decided, MemoryStore, StoredAt } from '../store/memory-store.ts';
import type { Position } from '../store/position.ts';
import type { ChangeApplier } from './change-applier.ts';

export interface MemoryCommandsParts {
  readonly store: Pick<MemoryStore, 'touch'>;
  readonly write: ChangeApplier['write'];
  readonly conversationTtlMs: number;
  now(): number;
}

/** Whether the caller may change or remove the memory in its current state. Default: yes. */
export type MayChange = (memory: Memory) => boolean;

export type SeenMemory = Pick<Memory, 'contentHash' | 'updatedAt'>;

export interface FromImport {
  /** Id to store with new memories. Existing ones keep their own `importId`, even if this import changes them. */
  readonly importId: string | undefined;
  /** Ids of inputs that lack pictures because their files weren't in the import. The stored pictures stay. */
  readonly lacking: ReadonlySet<string>;
}

export interface MemoryCommands {
  /** Adds all or none. Equal content changes nothing. Different content under an existing id is a `conflict`. */
  add(inputs: readonly MemoryInput[]): Promise<Memory[]>;
  upsert(inputs: readonly MemoryInput[], from?: FromImport): Promise<InputOutcome[]>;
  /** Errors: `not-found`, also if `may` returns false; `conflict` if the memory is no longer in the state `seen`. */
  update(id: string, patch: MemoryPatch, may?: MayChange, seen?: SeenMemory): Promise<Memory>;
  /**
   * Returns how many were removed, including those in the trash.
   * @param unchangedSince keeps what was written after it, and everything if the store was restored or created again
   * since
   */
  remove(ids: readonly string[], may?: MayChange, unchangedSince?: Position): Promise<number>;
  /**
   * Keeps what was written after `unchangedSince`. Keeps everything if an import or sync wrote since, a memory was
   * restored from the trash, or the store was restored.
   */
  removeAll(ids: readonly string[], unchangedSince: Position | undefined): Promise<number>;
  /** The content stays the same, so nothing is logged, indexed or announced. */
  touch(id: string): Promise<void>;
}

export function createMemoryCommands({ store, write, conversationTtlMs, now }: MemoryCommandsParts): MemoryCommands {
  const validation = (time: number) => ({
    now: time,
    newId: () => uuidV7(time, crypto.getRandomValues(new Uint8Array(10))),
    hash: contentHash,
    conversationTtlMs,
  });

  const writeAll = async (
    inputs: readonly MemoryInput[],
    time: number,
    decide: DecideOne,
    imports = false,
  ): Promise<InputOutcome[]> => {
    const context = validation(time);
    // `Array.from` turns holes into `undefined`, which validation rejects.
    const next = Array.from(inputs, (input, at) =>
      withInputIndex(inputs.length, at, () => validateMemory(input, context)),
    );
    const ids = [...new Set(next.map(({ id }) => id))];
    const { outcome } = await write({
      ids,
      decide(current) {
        const decided = decideInOrder(ids, current, next, decide, time);
        return imports ? decidedByImport(decided, current) : decided;
      },
    });
    return outcome;
  };

  return {
    async add(inputs) {
      return (await writeAll(inputs, now(), decideAdd)).map(({ stored }) => stored);
    },
    async upsert(inputs, from) {
      const time = now();
      const importId = from?.importId;
      const decide: DecideOne = (current, next, at) => {
        const kept = importId && current ? current.importId : importId;
        const whole = from?.lacking.has(next.id) ? withStoredPictures(next, current, validation(time)) : next;
        return decideUpsert(current, kept === undefined ? whole : { ...whole, importId: kept }, inputs[at]!, time);
      };
      return writeAll(inputs, time, decide, from !== undefined);
    },
    async update(id, patch, may = () => true, seen) {
      const time = now();
      const { outcome } = await write({
        ids: [id],
        decide([current]) {
          if (!isLive(current, time) || !may(current)) throw new HybridSearchError('not-found', id, { path: 'id' });
          requireSeen(current, seen);
          const updated = validatePatch(current, patch, validation(time));
          return { decisions: [updated], outcome: updated };
        },
      });
      return outcome;
    },
    async remove(ids, may = () => true, unchangedSince) {
      const time = now();
      const { outcome } = await write({
        ids: [...new Set(ids)],
        decide: (current, stored) => decideRemove(current, stored, unchangedSince, time, may),
      });
      return outcome;
    },
    async removeAll(ids, unchangedSince) {
      const time = now();
      const { outcome } = await write({
        ids,
        decide: (current, stored) => decideClear(current, stored, unchangedSince, time),
      });
      return outcome;
    },
    async touch(id) {
      const time = now();
      await store.touch(id, (memory) =>
        isLive(memory, time) ? { ...memory, lastAccessedAt: time, accessCount: memory.accessCount + 1 } : undefined,
      );
    },
  };
}

function requireSeen(current: Memory, seen: SeenMemory | undefined): void {
  if (!seen || (seen.contentHash === current.contentHash && seen.updatedAt === current.updatedAt)) return;
  throw new HybridSearchError('conflict', 'it was changed after it was read; read it again', { path: 'id', current });
}

function decideRemove(
  current: readonly (Memory | undefined)[],
  stored: StoredAt,
  since: Position | undefined,
  now: number,
  may: MayChange,
): Decided<number> {
  const isRemoved = current.map((memory, at) => memory && may(memory) && unchangedAt(stored, at, since));
  return {
    decisions: isRemoved.map((gone) => (gone ? null : undefined)),
    outcome: current.filter((memory, at) => isRemoved[at] && (isLive(memory, now) || isInTrash(memory, now))).length,
  };
}

function withStoredPictures(next: Memory, current: Memory | undefined, context: ValidationContext): Memory {
  const stored = current?.images ?? [];
  if (stored.length === 0) return next;
  const added = (next.images ?? []).filter(({ data }) => !stored.some((image) => sameBytes(image.data, data)));
  const images = [...stored, ...added].slice(0, MAX_IMAGES);
  return validateMemory({ ...next, expiresAt: next.expiresAt ?? null, images }, context);
}

function withInputIndex(count: number, at: number, validate: () => Memory): Memory {
  try {
    return validate();
  } catch (error) {
    if (count === 1 || !isHybridSearchError(error)) throw error;
    throw new HybridSearchError(error.code, `item ${at}: ${error.message}`, error.path ? { path: error.path } : {});
  }
}

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
  const isRemoved = current.map((memory, at) => !ended && memory !== undefined && unchangedAt(stored, at, since));
  return {
    decisions: isRemoved.map((gone) => (gone ? null : undefined)),
    outcome: current.filter((memory, at) => isRemoved[at] && isLive(memory, now)).length,
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

/** Inputs with the same id are decided on the previous one's result. Expired and trashed memories count as missing. */
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
