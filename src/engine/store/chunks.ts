/**
 * Stores into which chunks each memory is split: hashes and ranges, but no text. A list with another fingerprint counts
 * as missing and gets overwritten.
 */
import { crc32c } from '../../core/bytes/checksum.ts';
import type { Connection } from './connection.ts';
import type { StoredChunks } from './memory-store.ts';
import type { ValuePage } from './scan-pages.ts';
import type { ChunkRecord } from './schema.ts';

const encoder = new TextEncoder();

function checksum(id: string, fingerprint: string, list: StoredChunks): number {
  const chunks = list.chunks.map(({ hash, start, end }) => [hash, start, end]);
  return crc32c(encoder.encode(JSON.stringify([id, fingerprint, list.contentHash, chunks])));
}

export function makeChunkRecord(id: string, fingerprint: string, list: StoredChunks): ChunkRecord {
  return { id, fingerprint, crc: checksum(id, fingerprint, list), contentHash: list.contentHash, chunks: list.chunks };
}

export function readChunkRecord(record: ChunkRecord, fingerprint: string): StoredChunks | undefined {
  if (record.fingerprint !== fingerprint || !Array.isArray(record.chunks)) return undefined;
  if (checksum(record.id, fingerprint, record) !== record.crc) return undefined;
  return { contentHash: record.contentHash, chunks: record.chunks };
}

export const chunkRecordSize = ({ id, chunks }: ChunkRecord): number | undefined =>
  Array.isArray(chunks) ? 200 + id.length * 2 + chunks.length * 80 : undefined;

type OnList = (id: string, list: StoredChunks) => void;

/** @param pages pages of all records: reading 100,000 at once exceeded Firefox's IPC limit and doubled the heap */
export async function readAllChunks(
  pages: AsyncIterable<ValuePage<ChunkRecord>>,
  fingerprint: string,
  onList: OnList,
): Promise<void> {
  for await (const { values } of pages) for (const record of values) hand(record, fingerprint, onList);
}

export async function readChunksOf(
  connection: Connection,
  ids: readonly string[],
  fingerprint: string,
  onList: OnList,
): Promise<void> {
  const records = await connection.transact(['chunks'], 'readonly', (tx) =>
    Promise.all(ids.map((id) => tx.objectStore('chunks').get(id))),
  );
  for (const record of records) if (record) hand(record, fingerprint, onList);
}

function hand(record: ChunkRecord, fingerprint: string, onList: OnList): void {
  const list = readChunkRecord(record, fingerprint);
  if (list) onList(record.id, list);
}

export async function writeChunks(
  connection: Connection,
  fingerprint: string,
  lists: ReadonlyMap<string, StoredChunks>,
): Promise<void> {
  await connection.transact(['chunks'], 'readwrite', async (tx) => {
    const store = tx.objectStore('chunks');
    await Promise.all([...lists].map(([id, list]) => store.put(makeChunkRecord(id, fingerprint, list))));
  });
}

export async function deleteChunks(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.transact(['chunks'], 'readwrite', async (tx) => {
    const store = tx.objectStore('chunks');
    await Promise.all(ids.map((id) => store.delete(id)));
  });
}
