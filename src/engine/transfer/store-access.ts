/** What the engine offers the transfer room: whole batches in, pages of records and vectors out. */
import { fingerprintOf } from '../../core/options/model-profiles.ts';
import type { MemoryInput } from '../../core/record/memory.ts';
import { CHUNKER_VERSION } from '../../core/text/chunk.ts';
import type { ImportCounts, TransferStore } from '../../protocol/transfer-api.ts';
import type { Engine } from '../engine-contract.ts';

export interface TransferParts {
  engine(): Promise<Pick<Engine, 'store' | 'table' | 'profile'>>;
  upsertMany(inputs: MemoryInput[]): Promise<ImportCounts>;
  onExported(): void;
}

export function transferStore({ engine, upsertMany, onExported }: TransferParts): TransferStore {
  return {
    upsertMany: (_, inputs) => upsertMany(inputs),
    writeVectors: async (_, fingerprint, vectors) => (await engine()).store.writeVectors(fingerprint, vectors),
    ids: async () => [...(await engine()).table.rows()].map(([, { id }]) => id),
    read: async (_, ids) => (await (await engine()).store.get(ids)).filter((memory) => memory !== undefined),
    async fingerprint() {
      const { profile } = await engine();
      return { fingerprint: fingerprintOf(profile, CHUNKER_VERSION), dims: profile.dims };
    },
    readChunks: async (_, fingerprint) => (await engine()).store.readChunks(fingerprint),
    readVectors: async (_, fingerprint, hashes) => (await engine()).store.readVectors(fingerprint, hashes),
    exported: async () => onExported(),
  };
}
