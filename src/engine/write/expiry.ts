/** Removes expired memories, also from the trash, and then derived data that's no longer used. */
import type { EngineTable } from '../table/memory-table.ts';
import type { ChangeApplier } from './change-applier.ts';

const EVERY_MS = 60_000;

export interface ExpiryParts {
  readonly table: EngineTable;
  readonly write: ChangeApplier['write'];
  sweepTrash(): Promise<void>;
  collectGarbage(): Promise<void>;
  now(): number;
  onFailure(error: unknown): void;
}

/** Returns a function that stops it. */
export function startExpiry({ table, write, sweepTrash, collectGarbage, now, onFailure }: ExpiryParts): () => void {
  const expire = async (): Promise<void> => {
    const time = now();
    const hasExpired = (memory: { expiresAt?: number }): boolean => (memory.expiresAt ?? Infinity) <= time;
    const expired = Array.from(table.rows(), ([, row]) => row).filter(hasExpired);
    if (expired.length > 0) {
      await write({
        ids: expired.map(({ id }) => id),
        decide: (current) => ({
          decisions: current.map((memory) => (memory && hasExpired(memory) ? null : undefined)),
          outcome: undefined,
        }),
      });
    }
    await sweepTrash();
    await collectGarbage();
  };
  const timer: unknown = setInterval(() => void expire().catch(onFailure), EVERY_MS);
  // In Node, the timer must not keep the process alive.
  (timer as { unref?(): void }).unref?.();
  return () => clearInterval(timer as number);
}
