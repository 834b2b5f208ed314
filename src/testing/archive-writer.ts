/** Writes zip (stored or deflated) and tar files by hand, so that they can also be invalid. */
import { crc32, deflateRawSync } from 'node:zlib';
import { createBudget, openArchive } from '../transfer/archive/archive.ts';

export interface EntryToWrite {
  path: string;
  data: Uint8Array | string;
  stored?: boolean;
  encrypted?: boolean;
  size?: number;
  crc?: number;
}

const bytesOf = (data: Uint8Array | string): Uint8Array =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data;

function header(length: number, fields: readonly [at: number, size: 2 | 4, value: number][]): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (const [at, size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return bytes;
}

export function writeZip(entries: readonly EntryToWrite[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = bytesOf(entry.data);
    const packed = entry.stored ? data : new Uint8Array(deflateRawSync(data));
    const name = bytesOf(entry.path);
    const flags = 0x800 | (entry.encrypted ? 1 : 0);
    const method = entry.stored ? 0 : 8;
    const size = entry.size ?? data.length;
    const crc = entry.crc ?? crc32(data);
    const day = ((2024 - 1980) << 9) | (3 << 5) | 5;
    const time = (6 << 11) | (7 << 5) | 4;
    const local = header(30, [
      [0, 4, 0x04034b50],
      [6, 2, flags],
      [8, 2, method],
      [10, 2, time],
      [12, 2, day],
      [14, 4, crc],
      [18, 4, packed.length],
      [22, 4, size],
      [26, 2, name.length],
    ]);
    central.push(
      header(46, [
        [0, 4, 0x02014b50],
        [8, 2, flags],
        [10, 2, method],
        [12, 2, time],
        [14, 2, day],
        [16, 4, crc],
        [20, 4, packed.length],
        [24, 4, size],
        [28, 2, name.length],
        [42, 4, offset],
      ]),
      name,
    );
    parts.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const count = Math.min(entries.length, 0xffff);
  const end = header(22, [
    [0, 4, 0x06054b50],
    [8, 2, count],
    [10, 2, count],
    [12, 4, length],
    [16, 4, offset],
  ]);
  return joined([...parts, ...central, end]);
}

export function writeTar(entries: readonly Pick<EntryToWrite, 'path' | 'data'>[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (const { path, data } of entries) {
    const bytes = bytesOf(data);
    const block = new Uint8Array(512);
    const put = (at: number, text: string): void => block.set(bytesOf(text), at);
    put(0, path);
    put(100, '0000644\0');
    put(124, `${bytes.length.toString(8).padStart(11, '0')}\0`);
    put(136, `${(1_650_000_000).toString(8)}\0`);
    put(148, '        ');
    put(156, '0');
    put(257, 'ustar\u000000');
    put(
      148,
      `${block
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
    );
    parts.push(block, bytes, new Uint8Array((512 - (bytes.length % 512)) % 512));
  }
  return joined([...parts, new Uint8Array(1024)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function readZip(archive: Uint8Array<ArrayBuffer>) {
  const entries = await openArchive(new Blob([archive]), 'zip', createBudget());
  return Promise.all(
    entries.map(async ({ path, open }) => ({ path, data: new Uint8Array(await (await open()).arrayBuffer()) })),
  );
}
