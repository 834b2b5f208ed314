import { HybridSearchError } from '../core/errors.ts';
import { backupHeaderLine, memoryLine, vectorsLine } from '../core/import/backup.ts';
import type { Memory } from '../core/record/memory.ts';
import type { StoredChunks } from '../protocol/transfer-api.ts';

/** UTF-16 units per piece. A blob of blobs can be moved out of memory, a string can't. */
const PIECE_LENGTH = 1_048_576;
/** Vectors per line. At 384 dimensions, that's about 130 KB of base64. */
const VECTORS_A_LINE = 256;
/** Target size of one read: UTF-16 units of text plus bytes of images. */
const PAGE_UNITS = 4 * 1_048_576;
const FIRST_PAGE = 32;
const MAX_PAGE = 512;

export interface ExportSource {
  ids(): Promise<string[]>;
  /** Leaves out memories that no longer exist. */
  read(ids: readonly string[]): Promise<Memory[]>;
  readChunks(fingerprint: string): Promise<ReadonlyMap<string, StoredChunks>>;
  readVectors(fingerprint: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Int8Array>>;
}

export interface ExportSettings {
  vectors?: { fingerprint: string; dims: number };
  signal: AbortSignal;
  /** Memories that have expired by this time are left out. */
  now: number;
}

/** @throws HybridSearchError `aborted`. */
export async function exportBlob(source: ExportSource, options: ExportSettings): Promise<Blob> {
  const pieces: Blob[] = [];
  await exportLines(source, (text) => void pieces.push(new Blob([text])), options);
  return new Blob(pieces, { type: 'application/jsonl' });
}

/** `write` gets whole lines, several at a time. */
export async function exportLines(
  source: ExportSource,
  write: (text: string) => void,
  options: ExportSettings,
): Promise<void> {
  const { vectors, signal, now } = options;
  const chunks: ReadonlyMap<string, StoredChunks> = vectors ? await source.readChunks(vectors.fingerprint) : new Map();
  /** Memories with equal chunks share a vector. */
  const written = new Set<string>();
  let pending = backupHeaderLine(vectors);
  const append = (line: string): void => {
    pending += line;
    if (pending.length < PIECE_LENGTH) return;
    write(pending);
    pending = '';
  };
  for await (const page of pages(source)) {
    if (signal.aborted) throw new HybridSearchError('aborted');
    const memories = page.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
    if (vectors) {
      const hashes = chunkHashes(memories, chunks, written);
      for (const line of await vectorLines(source, vectors.fingerprint, hashes)) append(line);
    }
    for (const memory of memories) append(memoryLine(memory));
  }
  if (signal.aborted) throw new HybridSearchError('aborted');
  write(pending);
}

/** Yields pages of about equal size, whether the memories are short messages or have many pictures. */
export async function* pages(source: Pick<ExportSource, 'ids' | 'read'>): AsyncIterable<Memory[]> {
  const ids = await source.ids();
  let size = FIRST_PAGE;
  for (let at = 0; at < ids.length; ) {
    const requestedIds = ids.slice(at, at + size);
    at += requestedIds.length;
    const page = await source.read(requestedIds);
    const units = page.reduce((sum, memory) => sum + unitsOf(memory), 0);
    const fitting = Math.floor((requestedIds.length * PAGE_UNITS) / Math.max(1, units));
    size = Math.max(1, Math.min(MAX_PAGE, size * 2, fitting));
    yield page;
  }
}

function unitsOf({ text, images = [] }: Memory): number {
  return images.reduce((sum, { data }) => sum + data.byteLength, text.length);
}

/** Returns the hashes of chunks that match their memory's content and aren't written yet, and marks them as written. */
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

async function vectorLines(source: ExportSource, fingerprint: string, hashes: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (let at = 0; at < hashes.length; at += VECTORS_A_LINE) {
    const vectors = await source.readVectors(fingerprint, hashes.slice(at, at + VECTORS_A_LINE));
    if (vectors.size > 0) lines.push(vectorsLine(vectors));
  }
  return lines;
}
