/** What goes in the background: memories past their time (DESIGN M4), and chunk lists and vectors that nobody owns (M2). */

import type { EmbeddingQueue } from '../embed/embedding-queue.ts';
import type { Engine } from '../engine-contract.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import type { IndexWriter } from './index-writer.ts';

const SWEEP_EVERY_MS = 60_000;

export interface SweeperParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly writer: IndexWriter;
  readonly queue: EmbeddingQueue;
  readonly fingerprint: string;
  readonly vectorsLoaded: Engine['vectorsLoaded'];
  readonly write: Engine['write'];
  onFailure(error: unknown): void;
}

export interface Sweeper {
  collectGarbage(): Promise<void>;
  stop(): void;
}

export function createSweeper(parts: SweeperParts): Sweeper {
  const { store, table, writer } = parts;

  const collectGarbage = async (): Promise<void> => {
    // As long as the queue knows of no chunk, every vector would be garbage.
    if (!(await parts.vectorsLoaded)) return;
    writer.garbage = false;
    await store.sweepVectors(parts.fingerprint, parts.queue.chunkHashes(), true);
    const live = new Set(Array.from(table.rows(), ([, row]) => row.id));
    const orphans = [...(await store.readChunks(parts.fingerprint)).keys()].filter((id) => !live.has(id));
    if (orphans.length > 0) await store.deleteChunks(orphans);
  };
  const sweep = async (): Promise<void> => {
    const now = Date.now();
    const hasExpired = (memory: { expiresAt?: number }): boolean => (memory.expiresAt ?? Infinity) <= now;
    const expired = Array.from(table.rows(), ([, row]) => row).filter(hasExpired);
    if (expired.length > 0) {
      await parts.write(
        expired.map(({ id }) => id),
        (current) => current.map((memory) => (memory && hasExpired(memory) ? null : undefined)),
      );
    }
    if (writer.garbage && parts.queue.progress.queued === 0) await collectGarbage();
  };
  const timer = setInterval(() => void sweep().catch(parts.onFailure), SWEEP_EVERY_MS);

  return { collectGarbage, stop: () => clearInterval(timer) };
}
