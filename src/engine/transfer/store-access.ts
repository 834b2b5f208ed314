import { isHybridSearchError } from '../../core/errors.ts';
import type { MemoryInput } from '../../core/record/memory.ts';
import type { ImportCounts, TransferStore } from '../../protocol/transfer-api.ts';
import type { SemanticIndex } from '../embed/semantic-index.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';
import type { EngineTable } from '../table/memory-table.ts';
import type { KeptFiles } from '../write/kept-files.ts';
import type { FromImport, MemoryCommands } from '../write/memory-commands.ts';
import type { ReadMemories } from '../write/memory-reader.ts';
import type { Imports } from './imports.ts';

/** Milliseconds before a batch that timed out is written again. */
const AGAIN_AFTER_MS = [500, 2_000, 5_000, 10_000];

export interface TransferEngine extends Pick<MemoryCommands, 'upsert' | 'remove'> {
  readonly store: MemoryStore;
  readonly read: ReadMemories;
  readonly semantic: SemanticIndex;
  readonly files: Pick<KeptFiles, 'place' | 'sweep'>;
}

/** The rows include what other tabs wrote. */
export interface TransferRows extends TransferEngine {
  readonly table: EngineTable;
}

export async function chunkListsOf(
  store: Pick<MemoryStore, 'derived'>,
  fingerprint: string,
): Promise<Map<string, StoredChunks>> {
  const lists = new Map<string, StoredChunks>();
  await store.derived.readChunks(fingerprint, (id, list) => lists.set(id, list));
  return lists;
}

/** Repeating is safe: imports give every input an id, and an update that completed late counts as unchanged. */
async function writeBatch(
  engine: TransferEngine,
  reading: () => Promise<TransferRows>,
  inputs: MemoryInput[],
  from: FromImport,
  signal: AbortSignal,
  pauses: readonly number[],
): Promise<ImportCounts> {
  let there: ReadonlySet<string> | undefined;
  for (let tries = 0; ; tries++) {
    try {
      there ??= idsThere(await reading(), inputs);
      const outcomes = await engine.upsert(inputs, from);
      const changed = outcomes.filter((outcome) => outcome.changed);
      const late = tries === 0 ? [] : outcomes.filter(({ changed, stored }) => !changed && !there!.has(stored.id));
      const added = changed.filter(({ before }) => before === undefined).length + late.length;
      const updated = changed.length + late.length - added;
      return { added, updated, unchanged: inputs.length - added - updated };
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined || signal.aborted || !isHybridSearchError(error, 'timeout')) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const idsThere = ({ table }: TransferRows, inputs: readonly MemoryInput[]): ReadonlySet<string> =>
  new Set(inputs.flatMap(({ id }) => (id !== undefined && table.ordinalOf(id) !== undefined ? [id] : [])));

export function transferStore(
  engine: () => Promise<TransferEngine>,
  reading: () => Promise<TransferRows>,
  imports: () => Promise<Imports>,
  onExported: () => void,
  pauses = AGAIN_AFTER_MS,
): TransferStore {
  return {
    beginImport: async (_, name, files) => (await imports()).begin(name, files),
    endImport: async (_, id, end) => (await imports()).end(id, end),
    filesPlace: async () => (await engine()).files.place,
    sweepFiles: async () => (await engine()).files.sweep(),
    async upsertMany({ signal }, inputs, importId, lacking = []) {
      if (importId !== undefined) await (await imports()).check(importId);
      return writeBatch(await engine(), reading, inputs, { importId, lacking: new Set(lacking) }, signal, pauses);
    },
    async remove(_, ids) {
      const { table, remove } = await reading();
      // An import calls this for each file of a folder, mostly with ids that don't exist. Those need no write.
      const there = ids.filter((id) => table.ordinalOf(id) !== undefined);
      return there.length === 0 ? 0 : remove(there);
    },
    writeVectors: async (_, fingerprint, vectors) => (await engine()).store.derived.writeVectors(fingerprint, vectors),
    ids: async () => [...(await reading()).table.rows()].map(([, { id }]) => id),
    read: async (_, ids) => (await (await engine()).read(ids)).filter((memory) => memory !== undefined),
    async fingerprint() {
      const { fingerprint, profile } = (await engine()).semantic;
      return { fingerprint, dims: profile.dims };
    },
    readChunks: async (_, fingerprint) => chunkListsOf((await engine()).store, fingerprint),
    readVectors: async (_, fingerprint, hashes) => (await engine()).store.derived.readVectors(fingerprint, hashes),
    exported: async () => onExported(),
  };
}
