/**
 * Small writes store single rows, which are later moved into blocks of 1,024. A block never changes in place: a sweep
 * deletes it and writes the remaining rows as a new block.
 */
import type { Connection } from './connection.ts';
import type { VectorRows } from './memory-store.ts';
import type { VectorBlock, WriteTx } from './schema.ts';
import { BLOCK_ROWS, isIntactBlock, isIntactRow, makeRow, packBlock, unpackBlock } from './vector-block.ts';
import { ReadRows } from './vector-rows.ts';

type Pair = readonly [hash: string, row: Int8Array];

const STORES: ['vectorRows', 'vectorBlocks'] = ['vectorRows', 'vectorBlocks'];
/** At most this many bytes of vectors are read ahead, because Firefox's IPC refuses large messages. */
const PAGE_BYTES = 16 * 1024 * 1024;
/** An array sorts after every string and number, so this covers all keys that begin with the fingerprint. */
const keysOf = (fingerprint: string) => IDBKeyRange.bound([fingerprint], [fingerprint, []]);

export class VectorStore {
  readonly #connection: Connection;
  readonly #directory = new Map<string, Map<number, ReadonlySet<string>>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>> {
    const found = new Map<string, Int8Array>();
    const staged = await this.#connection.transact(['vectorRows'], 'readonly', (tx) =>
      Promise.all(hashes.map((hash) => tx.objectStore('vectorRows').get([fingerprint, hash]))),
    );
    for (const record of staged) if (record && isIntactRow(record)) found.set(record.hash, record.row);
    const wanted = new Set(hashes.filter((hash) => !found.has(hash)));
    if (wanted.size === 0) return found;
    for (const block of await this.#blocksWith(fingerprint, wanted)) {
      for (const [hash, row] of await this.#block(fingerprint, block)) if (wanted.has(hash)) found.set(hash, row);
    }
    return found;
  }

  async readAll(fingerprint: string, dims: number): Promise<VectorRows> {
    const found = new ReadRows(dims);
    const blocks = await this.#blockNumbers(fingerprint);
    const ahead = Math.max(1, Math.floor(PAGE_BYTES / (BLOCK_ROWS * dims)));
    const reading: Promise<VectorBlock | undefined>[] = [];
    // Requests the next block as soon as one arrives. With one page at a time, disk and thread waited for each other.
    for (let at = 0; at < blocks.length; at++) {
      for (let next = reading.length; next < Math.min(at + ahead, blocks.length); next++) {
        reading.push(this.#record(fingerprint, blocks[next]!));
      }
      const block = await reading[at];
      delete reading[at];
      if (block?.dims === dims && isIntactBlock(block)) found.add(block.hashes, block.data);
    }
    const staged = await this.#connection.transact(['vectorRows'], 'readonly', (tx) =>
      tx.objectStore('vectorRows').getAll(keysOf(fingerprint)),
    );
    for (const record of staged) {
      if (record.row.length === dims && isIntactRow(record)) found.add([record.hash], record.row);
    }
    return found;
  }

  /** Errors: RangeError if the rows differ in length. */
  async write(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
    const pairs = [...vectors];
    const dims = pairs[0]?.[1].length ?? 0;
    if (pairs.some(([, row]) => row.length !== dims))
      throw new RangeError('vectors of one fingerprint differ in length');
    await this.#connection.transact(STORES, 'readwrite', async (tx) => {
      const whole = pairs.length - (pairs.length % BLOCK_ROWS);
      await putBlocks(tx, fingerprint, pairs.slice(0, whole));
      const rows = tx.objectStore('vectorRows');
      await Promise.all(pairs.slice(whole).map(([hash, row]) => rows.put(makeRow(fingerprint, hash, row))));
      await fold(tx, fingerprint);
    });
  }

  async sweep(fingerprint: string, keep: ReadonlySet<string>, onlyThis: boolean): Promise<void> {
    // If the last block is deleted, its number is used again.
    this.#directory.delete(fingerprint);
    await this.#connection.transact(STORES, 'readwrite', async (tx) => {
      const rows = tx.objectStore('vectorRows');
      const blocks = tx.objectStore('vectorBlocks');
      const next = await nextBlock(tx, fingerprint);
      if (onlyThis) {
        const others = [IDBKeyRange.upperBound([fingerprint], true), IDBKeyRange.lowerBound([fingerprint, []], true)];
        await Promise.all(others.flatMap((range) => [rows.delete(range), blocks.delete(range)]));
      }
      const staged = await rows.getAllKeys(keysOf(fingerprint));
      await Promise.all(staged.filter(([, hash]) => !keep.has(hash)).map((key) => rows.delete(key)));
      const survivors: Pair[] = [];
      for (const key of await blocks.getAllKeys(keysOf(fingerprint))) {
        const block = await blocks.get(key);
        if (!block) continue;
        const content = unpackBlock(block);
        const kept = content.filter(([hash]) => keep.has(hash));
        if (content.length > 0 && kept.length === content.length) continue;
        survivors.push(...kept);
        await blocks.delete(key);
      }
      await putBlocks(tx, fingerprint, survivors, next);
    });
  }

  async #blockNumbers(fingerprint: string): Promise<number[]> {
    const keys = await this.#connection.transact(['vectorBlocks'], 'readonly', (tx) =>
      tx.objectStore('vectorBlocks').getAllKeys(keysOf(fingerprint)),
    );
    return keys.map(([, block]) => block);
  }

  async #block(fingerprint: string, block: number): Promise<[hash: string, row: Int8Array][]> {
    const record = await this.#record(fingerprint, block);
    return record ? unpackBlock(record) : [];
  }

  /** Returns undefined if the record is gone or can't be read, for example because its blob file is gone. */
  async #record(fingerprint: string, block: number): Promise<VectorBlock | undefined> {
    return await this.#connection
      .transact(['vectorBlocks'], 'readonly', (tx) => tx.objectStore('vectorBlocks').get([fingerprint, block]))
      .catch(() => undefined);
  }

  async #blocksWith(fingerprint: string, wanted: ReadonlySet<string>): Promise<number[]> {
    const known = this.#directory.get(fingerprint) ?? new Map<number, ReadonlySet<string>>();
    const present = await this.#blockNumbers(fingerprint);
    const current = new Map<number, ReadonlySet<string>>();
    for (const block of present) {
      const hashes = known.get(block) ?? new Set((await this.#block(fingerprint, block)).map(([hash]) => hash));
      current.set(block, hashes);
    }
    this.#directory.set(fingerprint, current);
    return present.filter((block) => [...wanted].some((hash) => current.get(block)?.has(hash)));
  }
}

async function fold(tx: WriteTx<typeof STORES>, fingerprint: string): Promise<void> {
  const rows = tx.objectStore('vectorRows');
  let staged = await rows.count(keysOf(fingerprint));
  for (; staged >= BLOCK_ROWS; staged -= BLOCK_ROWS) {
    const records = await rows.getAll(keysOf(fingerprint), BLOCK_ROWS);
    await putBlocks(
      tx,
      fingerprint,
      records.filter(isIntactRow).map((record): Pair => [record.hash, record.row]),
    );
    await Promise.all(records.map((record) => rows.delete([fingerprint, record.hash])));
  }
}

async function nextBlock(tx: WriteTx<typeof STORES>, fingerprint: string): Promise<number> {
  const last = await tx.objectStore('vectorBlocks').openKeyCursor(keysOf(fingerprint), 'prev');
  return last ? last.key[1] + 1 : 0;
}

async function putBlocks(
  tx: WriteTx<typeof STORES>,
  fingerprint: string,
  pairs: readonly Pair[],
  first?: number,
): Promise<void> {
  const blocks = tx.objectStore('vectorBlocks');
  let next = first ?? (await nextBlock(tx, fingerprint));
  // A fingerprint has one row length. Rows of another length come from an earlier fault and are dropped.
  const dims = pairs[0]?.[1].length ?? 0;
  const fitting = pairs.filter(([, row]) => row.length === dims);
  for (let at = 0; at < fitting.length; at += BLOCK_ROWS) {
    await blocks.put(packBlock(fingerprint, next++, dims, fitting.slice(at, at + BLOCK_ROWS)));
  }
}
