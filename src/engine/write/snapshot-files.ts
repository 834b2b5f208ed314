/**
 * Keeps snapshots in files: 14 MB are read in 15 ms, before the database is open. In the database, as values of 56 KB,
 * they take 190 ms. The previous file is deleted only when the new one is complete, so a kill always leaves one of
 * them.
 */
import { crc32c } from '../../core/bytes/checksum.ts';
import { xxHash32 } from '../../core/bytes/xxhash32.ts';
import { canLog, detectContext } from '../store/context.ts';
import type { DerivedStore, Snapshot } from '../store/memory-store.ts';
import { checkStoreName, fileNameOf } from '../store/store-name.ts';
import { LogFiles, readFully, writeFully } from '../wal/log-files.ts';

export type SnapshotStore = Pick<DerivedStore, 'readSnapshot' | 'writeSnapshot' | 'deleteSnapshot'>;

const FOLDER = 'hybrid-search-snapshots';
/** `HSS2`. */
const MAGIC = 0x32535348;
/** `HSS1`, whose checksum is CRC-32C. */
const CRC_MAGIC = 0x31535348;
const HEADER_BYTES = 16;
/** Typed arrays read the content in place, so it has to be aligned. */
const ALIGNMENT = 8;

/**
 * Returns undefined if the context has no such files.
 * @throws HybridSearchError `invalid-option` if no store may have this name
 */
export function openSnapshotFiles(store: string): SnapshotStore | undefined {
  checkStoreName(store);
  return canLog(detectContext()) ? new SnapshotFiles([FOLDER, fileNameOf(store)]) : undefined;
}

class SnapshotFiles implements SnapshotStore {
  readonly #path: readonly string[];
  #opening: Promise<LogFiles> | undefined;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  async readSnapshot(name: string): Promise<Snapshot | undefined> {
    const files = await this.#files();
    const found: Snapshot[] = [];
    for (const file of await this.#namesOf(name)) {
      const snapshot = decode(await readFile(files, file));
      if (snapshot) found.push(snapshot);
    }
    return found.sort((a, b) => Number(b.meta.seq) - Number(a.meta.seq))[0];
  }

  async writeSnapshot(name: string, bytes: Uint8Array, meta: Snapshot['meta']): Promise<void> {
    const files = await this.#files();
    const before = await this.#namesOf(name);
    const random = crypto.getRandomValues(new Uint32Array(2));
    const file = `${name}-${Array.from(random, (part) => part.toString(16).padStart(8, '0')).join('')}`;
    const handle = await files.lock(file, true);
    if (!handle) throw new DOMException('A new file is in use', 'NoModificationAllowedError');
    try {
      const head = encodeHead(bytes, meta);
      writeFully(handle, head, 0);
      // Not flushed, because that blocks this thread for 30 to 90 ms. If a power failure tears the file, its checksum
      // is wrong and the indexes are rebuilt.
      writeFully(handle, bytes as Uint8Array<ArrayBuffer>, head.length);
    } catch (error) {
      handle.close();
      await files.remove(file);
      throw error;
    }
    handle.close();
    for (const old of before) await files.remove(old);
  }

  async deleteSnapshot(name: string): Promise<void> {
    const files = await this.#files();
    for (const file of await this.#namesOf(name)) await files.remove(file);
  }

  async #namesOf(name: string): Promise<string[]> {
    return (await (await this.#files()).list()).filter((file) => file.startsWith(`${name}-`));
  }

  #files(): Promise<LogFiles> {
    this.#opening ??= LogFiles.open(this.#path).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

/** Reads through a handle, which copies the bytes only once. While another tab has the handle, reads a blob. */
async function readFile(files: LogFiles, file: string): Promise<Uint8Array | undefined> {
  const handle = await files.lock(file);
  if (!handle) return await files.read(file);
  try {
    return readFully(handle);
  } finally {
    handle.close();
  }
}

function encodeHead(content: Uint8Array, meta: Snapshot['meta']): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(meta));
  const head = new Uint8Array(align(HEADER_BYTES + json.length));
  head.set(json, HEADER_BYTES);
  const words = new DataView(head.buffer);
  words.setUint32(0, MAGIC, true);
  words.setUint32(4, json.length, true);
  words.setUint32(8, content.length, true);
  words.setUint32(12, xxHash32(content, xxHash32(json)), true);
  return head;
}

/** Returns undefined unless the file is complete and undamaged. */
function decode(bytes: Uint8Array | undefined): Snapshot | undefined {
  if (!bytes || bytes.length < HEADER_BYTES) return undefined;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [magic, jsonLength, length, expected] = [0, 4, 8, 12].map((at) => words.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (magic !== MAGIC && magic !== CRC_MAGIC) return undefined;
  const json = bytes.subarray(HEADER_BYTES, HEADER_BYTES + jsonLength);
  const content = bytes.subarray(align(HEADER_BYTES + jsonLength));
  if (content.length !== length) return undefined;
  const checksum = magic === MAGIC ? xxHash32(content, xxHash32(json)) : crc32c(content, crc32c(json));
  if (checksum !== expected) return undefined;
  return { bytes: content, meta: JSON.parse(new TextDecoder().decode(json)) as Snapshot['meta'] };
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
