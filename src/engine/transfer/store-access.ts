/** What the engine offers the transfer room: whole batches in, pages of records and vectors out. */
import type { TransferStore } from '../../protocol/transfer-api.ts';
import type { SemanticIndex } from '../embed/semantic-index.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import type { MemoryCommands } from '../write/memory-commands.ts';
import type { ReadMemories } from '../write/memory-reader.ts';

/** The part of an engine that a transfer reads and writes. */
export interface TransferEngine extends Pick<MemoryCommands, 'upsert' | 'remove'> {
  readonly store: MemoryStore;
  readonly read: ReadMemories;
  readonly semantic: SemanticIndex;
}

/** The same with rows that hold what other tabs wrote. */
export interface TransferRows extends TransferEngine {
  readonly table: EngineTable;
}

/** All of them, by memory id. */
export async function chunkListsOf(
  store: Pick<MemoryStore, 'readChunks'>,
  fingerprint: string,
): Promise<Map<string, StoredChunks>> {
  const lists = new Map<string, StoredChunks>();
  await store.readChunks(fingerprint, (id, list) => lists.set(id, list));
  return lists;
}

export function transferStore(
  engine: () => Promise<TransferEngine>,
  reading: () => Promise<TransferRows>,
  onExported: () => void,
): TransferStore {
  return {
    async upsertMany(_, inputs) {
      const changed = (await (await engine()).upsert(inputs)).filter((outcome) => outcome.changed);
      const added = changed.filter(({ before }) => before === undefined).length;
      return { added, updated: changed.length - added, unchanged: inputs.length - changed.length };
    },
    async remove(_, ids) {
      const { table, remove } = await reading();
      // Asked for each file of a folder, and hardly ever there: then nothing is written.
      const there = ids.filter((id) => table.ordinalOf(id) !== undefined);
      return there.length === 0 ? 0 : remove(there);
    },
    writeVectors: async (_, fingerprint, vectors) => (await engine()).store.writeVectors(fingerprint, vectors),
    ids: async () => [...(await reading()).table.rows()].map(([, { id }]) => id),
    read: async (_, ids) => (await (await engine()).read(ids)).filter((memory) => memory !== undefined),
    async fingerprint() {
      const { fingerprint, profile } = (await engine()).semantic;
      return { fingerprint, dims: profile.dims };
    },
    readChunks: async (_, fingerprint) => chunkListsOf((await engine()).store, fingerprint),
    readVectors: async (_, fingerprint, hashes) => (await engine()).store.readVectors(fingerprint, hashes),
    exported: async () => onExported(),
  };
}
