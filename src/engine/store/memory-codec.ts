/**
 * Encodes memories: u32 length of the JSON (little endian), the JSON in UTF-8, then the images' bytes in order. JSON
 * keeps an own `__proto__` key harmless and escapes lone surrogates, so every text is preserved exactly.
 */
import { crc32c } from '../../core/bytes/checksum.ts';
import { utf8Bytes } from '../../core/bytes/utf8.ts';
import type { Memory, MemoryImage } from '../../core/record/memory.ts';
import type { PictureWords } from '../../core/record/picture-words.ts';
import type { MemoryRecord } from './schema.ts';

const PREFIX = 4;
const decoder = new TextDecoder('utf-8', { fatal: true });

interface ImageHeader {
  mimeType: string;
  alt: string;
  words?: PictureWords;
  bytes: number;
}

export function encodeMemory(memory: Memory): Uint8Array<ArrayBuffer> {
  const { images, ...rest } = memory;
  const headers = images?.map(({ data, ...image }): ImageHeader => ({ ...image, bytes: data.byteLength }));
  const json = utf8Bytes(JSON.stringify(headers ? { ...rest, images: headers } : rest));
  const imageBytes = headers?.reduce((sum, header) => sum + header.bytes, 0) ?? 0;
  const bytes = new Uint8Array(PREFIX + json.length + imageBytes);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, PREFIX);
  let at = PREFIX + json.length;
  for (const image of images ?? []) {
    bytes.set(new Uint8Array(image.data), at);
    at += image.data.byteLength;
  }
  return bytes;
}

/** May throw on bytes that weren't verified. */
export function decodeMemory(bytes: Uint8Array): Memory {
  const jsonLength = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  const parsed = JSON.parse(decoder.decode(bytes.subarray(PREFIX, PREFIX + jsonLength))) as Omit<Memory, 'images'> & {
    images?: ImageHeader[];
  };
  const { images, ...rest } = parsed;
  if (!images) return rest;
  let at = PREFIX + jsonLength;
  const restored = images.map(({ bytes: length, ...image }): MemoryImage => {
    const data = bytes.slice(at, at + length).buffer as ArrayBuffer;
    at += length;
    return { ...image, data };
  });
  return { ...rest, images: restored };
}

/** Includes id and position, so that no record can pass for another. */
export function recordChecksum(id: string, seq: number, body: Uint8Array): number {
  return crc32c(body, crc32c(utf8Bytes(JSON.stringify([id, seq]))));
}

export function isIntact(record: MemoryRecord): boolean {
  return (
    record.body instanceof Uint8Array &&
    Number.isInteger(record.seq) &&
    recordChecksum(record.id, record.seq, record.body) === record.crc
  );
}

/** The store's hash is the sum of all parts modulo 2^32, so the order of the records doesn't matter. */
export function setHashOf(id: string, seq: number): number {
  return crc32c(utf8Bytes(JSON.stringify([seq, id])));
}
