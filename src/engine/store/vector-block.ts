import { crc32c } from '../../core/bytes/checksum.ts';
import type { VectorBlock, VectorRow } from './schema.ts';

/** Rows of a full block: 384 KB at 384 dimensions. At this size, the time to read depends on bytes, not on records. */
export const BLOCK_ROWS = 1_024;

const encoder = new TextEncoder();
const asBytes = (row: Int8Array): Uint8Array => new Uint8Array(row.buffer, row.byteOffset, row.byteLength);
const label = (parts: readonly unknown[]): number => crc32c(encoder.encode(JSON.stringify(parts)));

const blockChecksum = (block: Omit<VectorBlock, 'crc'>): number =>
  crc32c(asBytes(block.data), label([block.fingerprint, block.dims, block.hashes]));

export function makeRow(fingerprint: string, hash: string, row: Int8Array): VectorRow {
  const copy = new Int8Array(row);
  return { fingerprint, hash, crc: crc32c(asBytes(copy), label([fingerprint, hash])), row: copy };
}

export function isIntactRow({ fingerprint, hash, row, crc }: VectorRow): boolean {
  return row instanceof Int8Array && crc32c(asBytes(row), label([fingerprint, hash])) === crc;
}

/** Errors: RangeError for more than 1,024 rows or a row of another length than `dims`. */
export function packBlock(
  fingerprint: string,
  block: number,
  dims: number,
  rows: readonly (readonly [hash: string, row: Int8Array])[],
): VectorBlock {
  if (rows.length > BLOCK_ROWS) throw new RangeError(`a block holds at most ${BLOCK_ROWS} rows`);
  const data = new Int8Array(rows.length * dims);
  rows.forEach(([, row], i) => {
    if (row.length !== dims) throw new RangeError(`a row has ${row.length} dimensions, not ${dims}`);
    data.set(row, i * dims);
  });
  const content = { fingerprint, block, dims, hashes: rows.map(([hash]) => hash), data };
  return { ...content, crc: blockChecksum(content) };
}

export function isIntactBlock(block: VectorBlock): boolean {
  const { data, dims, hashes } = block;
  const sound =
    data instanceof Int8Array &&
    Array.isArray(hashes) &&
    hashes.every((hash) => typeof hash === 'string') &&
    typeof block.fingerprint === 'string' &&
    Number.isInteger(dims) &&
    dims > 0 &&
    data.length === hashes.length * dims;
  return sound && blockChecksum(block) === block.crc;
}

/** Returns the rows of a block as views into its buffer. Empty if it's damaged. */
export function unpackBlock(block: VectorBlock): [hash: string, row: Int8Array][] {
  const { data, dims, hashes } = block;
  if (!isIntactBlock(block)) return [];
  return hashes.map((hash, i) => [hash, data.subarray(i * dims, (i + 1) * dims)]);
}
