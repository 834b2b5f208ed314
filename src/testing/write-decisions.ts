import type { Memory } from '../core/record/memory.ts';
import type { Committed, Decision, MemoryStore, StoredAt } from '../engine/store/memory-store.ts';

export function writeDecisions(
  store: Pick<MemoryStore, 'commit'>,
  ids: readonly string[],
  decide: (current: readonly (Memory | undefined)[], stored: StoredAt) => readonly Decision[],
): Promise<Committed<undefined>> {
  return store.commit({
    ids,
    decide: (current, stored) => ({ decisions: decide(current, stored), outcome: undefined }),
  });
}
