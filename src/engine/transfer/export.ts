/** All memories of a store as JSON Lines (DESIGN M5), with their vectors on wish. The lines are `core/import/backup.ts`'s. */
import { HybridSearchError } from '../../core/errors.ts';
import { backupHeaderLine, memoryLine, vectorsLine } from '../../core/import/backup.ts';
import { fingerprintOf } from '../../core/options/model-profiles.ts';
import type { Memory } from '../../core/record/memory.ts';
import { CHUNKER_VERSION } from '../../core/text/chunk.ts';
import type { ModelProfile } from '../../protocol/embedder-api.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';

/** UTF-16 units gathered before they are handed on: a blob of blobs can leave memory, a string cannot. */
const PIECE_LENGTH = 1_048_576;
/** Vectors a line: about 130 KB at 384 dimensions. */
const VECTORS_A_LINE = 256;

type ExportedStore = Pick<MemoryStore, 'scan' | 'readChunks' | 'readVectors'>;

export interface ExportOptions {
  /** Include vectors and the model's fingerprint. */
  vectors: boolean;
  signal: AbortSignal;
}

/** @throws HybridSearchError `aborted`. */
export async function exportMemories(
  target: { store: ExportedStore; profile: ModelProfile },
  options: ExportOptions,
): Promise<Blob> {
  const { profile, store } = target;
  const pieces: Blob[] = [];
  const vectors = { fingerprint: fingerprintOf(profile, CHUNKER_VERSION), dims: profile.dims };
  await exportLines(store, (text) => void pieces.push(new Blob([text])), {
    ...(options.vectors && { vectors }),
    signal: options.signal,
    now: Date.now(),
  });
  return new Blob(pieces, { type: 'application/jsonl' });
}

export interface ExportLinesOptions {
  vectors?: { fingerprint: string; dims: number };
  signal: AbortSignal;
  /** Memories that have expired by then are left out, as everywhere. */
  now: number;
}

/** Hands whole lines to `write`, some at a time. */
export async function exportLines(
  store: ExportedStore,
  write: (text: string) => void,
  options: ExportLinesOptions,
): Promise<void> {
  const { vectors, signal, now } = options;
  const chunks: ReadonlyMap<string, StoredChunks> = vectors ? await store.readChunks(vectors.fingerprint) : new Map();
  /** Content-addressed vectors are shared by memories and written once. */
  const written = new Set<string>();
  let pending = backupHeaderLine(vectors);
  const append = (line: string): void => {
    pending += line;
    if (pending.length < PIECE_LENGTH) return;
    write(pending);
    pending = '';
  };
  await store.scan(async (page) => {
    if (signal.aborted) throw new HybridSearchError('aborted');
    const memories = page
      .map(({ memory }) => memory)
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
    if (vectors) {
      for (const line of await vectorLines(store, vectors.fingerprint, chunkHashes(memories, chunks, written)))
        append(line);
    }
    for (const memory of memories) append(memoryLine(memory));
  });
  if (signal.aborted) throw new HybridSearchError('aborted');
  write(pending);
}

/** Of chunks that are still those of the memory's content, and were not written yet; marks them as written. */
function chunkHashes(memories: Memory[], chunks: ReadonlyMap<string, StoredChunks>, written: Set<string>): string[] {
  const hashes: string[] = [];
  for (const memory of memories) {
    const stored = chunks.get(memory.id);
    if (stored?.contentHash !== memory.contentHash) continue;
    for (const { hash } of stored.chunks) {
      if (written.has(hash)) continue;
      written.add(hash);
      hashes.push(hash);
    }
  }
  return hashes;
}

async function vectorLines(store: ExportedStore, fingerprint: string, hashes: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (let at = 0; at < hashes.length; at += VECTORS_A_LINE) {
    const vectors = await store.readVectors(fingerprint, hashes.slice(at, at + VECTORS_A_LINE));
    if (vectors.size > 0) lines.push(vectorsLine(vectors));
  }
  return lines;
}
