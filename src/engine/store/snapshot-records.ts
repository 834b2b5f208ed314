/** Stores snapshots in parts, with their head in one transaction. Verified as a whole; damaged counts as missing. */
import { crc32c } from '../../core/bytes/checksum.ts';
import type { Connection } from './connection.ts';
import type { SnapshotHead, SnapshotPart } from './schema.ts';

/** In bytes. Chromium puts a value above about 60 KB into its own blob file, which can get lost separately. */
export const PART_BYTES = 56 * 1024;

const STORES: ['snapshots', 'snapshotParts'] = ['snapshots', 'snapshotParts'];
const partsOf = (name: string) => IDBKeyRange.bound([name, 0], [name, Number.POSITIVE_INFINITY]);

export function splitSnapshot(
  name: string,
  bytes: Uint8Array,
  meta: { [key: string]: unknown },
): { head: SnapshotHead; parts: SnapshotPart[] } {
  const parts: SnapshotPart[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    parts.push({ name, part: parts.length, bytes: new Uint8Array(bytes.subarray(at, at + PART_BYTES)) });
  }
  return { head: { name, meta, parts: parts.length, length: bytes.length, crc: crc32c(bytes) }, parts };
}

export function joinSnapshot(head: SnapshotHead, parts: readonly SnapshotPart[]): Uint8Array | undefined {
  const length = parts.reduce((sum, part) => sum + part.bytes.length, 0);
  if (parts.length !== head.parts || length !== head.length) return undefined;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.bytes.length;
  }
  return crc32c(bytes) === head.crc ? bytes : undefined;
}

export async function readSnapshot(
  connection: Connection,
  name: string,
): Promise<{ bytes: Uint8Array; meta: { [key: string]: unknown } } | undefined> {
  const [head, parts] = await connection.transact(STORES, 'readonly', (tx) =>
    Promise.all([tx.objectStore('snapshots').get(name), tx.objectStore('snapshotParts').getAll(partsOf(name))]),
  );
  const bytes = head && joinSnapshot(head, parts);
  return head && bytes ? { bytes, meta: head.meta } : undefined;
}

export async function writeSnapshot(
  connection: Connection,
  name: string,
  bytes: Uint8Array,
  meta: { [key: string]: unknown },
): Promise<void> {
  const { head, parts } = splitSnapshot(name, bytes, meta);
  await connection.transact(STORES, 'readwrite', async (tx) => {
    const stored = tx.objectStore('snapshotParts');
    await Promise.all([
      stored.delete(partsOf(name)),
      ...parts.map((part) => stored.put(part)),
      tx.objectStore('snapshots').put(head),
    ]);
  });
}

export async function deleteSnapshot(connection: Connection, name: string): Promise<void> {
  await connection.transact(STORES, 'readwrite', async (tx) => {
    await Promise.all([
      tx.objectStore('snapshots').delete(name),
      tx.objectStore('snapshotParts').delete(partsOf(name)),
    ]);
  });
}
