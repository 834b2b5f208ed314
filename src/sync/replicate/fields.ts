/** Converts memories to synced fields and back. Pictures are sent as pieces, named by their content. */
import { toHex } from '../../core/bytes/hex.ts';
import { contentHash } from '../../core/record/content-hash.ts';
import { isPlainObject, setOwn } from '../../core/record/json.ts';
import type { JsonObject, JsonValue, Memory, MemoryImage, MemoryInput } from '../../core/record/memory.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../core/record/memory-limits.ts';
import { MEMORY_FIELDS, validateMemory } from '../../core/record/validate-memory.ts';
import type { Entry } from '../format/entry.ts';
import type { Fields } from '../merge/version.ts';
import { isMessage } from './messages.ts';

export const PIECE_BYTES = 256 * 1_024;
/** Each device has its own expiry times, access counters and imports. */
const OWN: ReadonlySet<string> = new Set([
  'id',
  'contentHash',
  'importId',
  'expiresAt',
  'lastAccessedAt',
  'accessCount',
  'images',
]);

export interface SyncedPicture {
  /** SHA-256 in hexadecimal. */
  hash: string;
  bytes: number;
  mimeType: string;
  alt: string;
}

/** Keeps fields of `former` that a newer program added. */
export async function toFields(memory: Memory, former: Fields | null): Promise<Fields> {
  const fields: JsonObject = {};
  for (const [name, value] of Object.entries(former ?? {})) if (!MEMORY_FIELDS.has(name)) setOwn(fields, name, value);
  for (const [name, value] of Object.entries(memory)) {
    if (!OWN.has(name) && value !== undefined) setOwn(fields, name, value as JsonValue);
  }
  // Each device applies its own expiry to such a message.
  if (isMessage(memory) && memory.expiresAt !== undefined) fields.expires = true;
  if (memory.images) fields.images = (await Promise.all(memory.images.map(referenceOf))) as unknown as JsonValue;
  return fields;
}

/** @throws HybridSearchError `invalid-memory` for a memory that an import would also refuse. */
export function toMemory(
  id: string,
  fields: Fields,
  images: readonly MemoryImage[],
): { memory: Memory; input: MemoryInput } {
  const given: { [name: string]: unknown } = { id };
  for (const [name, value] of Object.entries(fields))
    if (MEMORY_FIELDS.has(name) && !OWN.has(name)) given[name] = value;
  if (images.length > 0) given.images = images;
  // If it's missing, a message gets this device's default expiry.
  if (fields.expires !== true || !isMessage(fields)) given.expiresAt = null;
  const input = given as unknown as MemoryInput;
  return { memory: validateMemory(input, { now: 0, newId: () => id, hash: contentHash, conversationTtlMs: 0 }), input };
}

/** @throws RangeError if `toFields` didn't write the fields. */
export function picturesOf({ images = [] }: Fields): SyncedPicture[] {
  const isSound =
    Array.isArray(images) &&
    images.length <= MAX_IMAGES &&
    images.every(
      (image) =>
        isPlainObject(image) &&
        typeof image.hash === 'string' &&
        Number.isInteger(image.bytes) &&
        (image.bytes as number) > 0 &&
        (image.bytes as number) <= MAX_IMAGE_BYTES,
    );
  if (!isSound) throw new RangeError('these aren’t references of pictures');
  return images as unknown as SyncedPicture[];
}

export const pieceNames = ({ hash, bytes }: SyncedPicture): string[] =>
  Array.from({ length: Math.ceil(bytes / PIECE_BYTES) }, (_, at) => `${hash}/${at}`);

export async function piecesOf(image: MemoryImage): Promise<Entry[]> {
  const bytes = new Uint8Array(image.data);
  return pieceNames(await referenceOf(image)).map((name, at) =>
    pieceEntry(name, bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)),
  );
}

export const pieceEntry = (name: string, tail: Uint8Array): Entry => ({
  kind: 'piece',
  name,
  clock: '',
  json: {},
  tail,
});

async function referenceOf({ data, mimeType, alt }: MemoryImage): Promise<SyncedPicture> {
  return { hash: await hashOf(data), bytes: data.byteLength, mimeType, alt };
}

/** SHA-256 in hexadecimal. */
export const hashOf = async (data: ArrayBuffer): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
