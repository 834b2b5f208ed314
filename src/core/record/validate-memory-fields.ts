/**
 * Checks and copies a memory's fields. An optional field that isn't given is undefined, except for metadata. Errors:
 * HybridSearchError `invalid-memory` with the field's path.
 */
import { HybridSearchError } from '../errors.ts';
import { copyJson, isPlainObject } from './json.ts';
import type { JsonObject, MemoryImage } from './memory.ts';
import {
  MAX_ALT_LENGTH,
  MAX_ID_LENGTH,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_METADATA_BYTES,
  MAX_METADATA_DEPTH,
  MAX_TEXT_BYTES,
} from './memory-limits.ts';
import { readTime } from './time.ts';
import { exceedsUtf8Bytes, replaceLoneSurrogates } from './well-formed.ts';

const MIME_TYPE = /^image\/[a-z0-9.+-]{1,100}$/i;

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-memory', detail, { path });
}

function absent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function readText(value: unknown, path: string): string {
  if (absent(value)) refuse(path, 'is missing');
  if (typeof value !== 'string') refuse(path, 'must be a string');
  if (exceedsUtf8Bytes(value, MAX_TEXT_BYTES)) refuse(path, `is longer than ${MAX_TEXT_BYTES} bytes (1 MB)`);
  if (value.trim() === '') refuse(path, 'is empty');
  return replaceLoneSurrogates(value);
}

/** Replacing a lone surrogate would make another id. */
export function readId(value: unknown, path: string): string | undefined {
  if (absent(value)) return undefined;
  if (typeof value !== 'string') refuse(path, 'must be a string');
  if (value === '' || value.length > MAX_ID_LENGTH) refuse(path, `must have 1 to ${MAX_ID_LENGTH} characters`);
  if (replaceLoneSurrogates(value) !== value) refuse(path, 'contains a lone surrogate');
  return value;
}

export function readString(value: unknown, path: string, maxLength: number): string | undefined {
  if (absent(value)) return undefined;
  if (typeof value !== 'string') refuse(path, 'must be a string');
  if (value.length > maxLength) refuse(path, `is longer than ${maxLength} characters`);
  return value === '' ? undefined : replaceLoneSurrogates(value);
}

export function readStrings(value: unknown, path: string, maxItems: number, maxLength: number): string[] | undefined {
  if (absent(value)) return undefined;
  if (!Array.isArray(value)) refuse(path, 'must be a list of strings');
  if (value.length > maxItems) refuse(path, `has more than ${maxItems} entries`);
  const items = new Set<string>();
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') refuse(`${path}[${index}]`, 'must be a string');
    const trimmed = readString(item.trim(), `${path}[${index}]`, maxLength);
    if (trimmed !== undefined) items.add(trimmed);
  }
  return items.size > 0 ? [...items] : undefined;
}

export function readChoice<Choice extends string>(
  value: unknown,
  path: string,
  choices: readonly Choice[],
): Choice | undefined {
  if (absent(value) || value === '') return undefined;
  const choice = choices.find((candidate) => candidate === value);
  return choice ?? refuse(path, `must be one of ${choices.join(', ')}`);
}

export function readBoolean(value: unknown, path: string): boolean | undefined {
  if (absent(value)) return undefined;
  return typeof value === 'boolean' ? value : refuse(path, 'must be true or false');
}

export function readNumber(value: unknown, path: string, min: number, max: number): number | undefined {
  if (absent(value)) return undefined;
  // Written so that NaN fails too.
  if (typeof value !== 'number' || !(value >= min && value <= max))
    refuse(path, `must be a number from ${min} to ${max}`);
  return value + 0;
}

export function readCount(value: unknown, path: string): number | undefined {
  if (absent(value)) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    refuse(path, 'must be a whole number ≥ 0');
  return value + 0;
}

export function readOptionalTime(value: unknown, path: string): number | undefined {
  return absent(value) ? undefined : readTime(value, { code: 'invalid-memory', path });
}

export function readMetadata(value: unknown, path: string): JsonObject {
  if (absent(value)) return {};
  if (!isPlainObject(value)) refuse(path, 'must be an object');
  const limits = { maxDepth: MAX_METADATA_DEPTH, maxLength: MAX_METADATA_BYTES, code: 'invalid-memory' } as const;
  const metadata = copyJson(value, path, limits) as JsonObject;
  if (exceedsUtf8Bytes(JSON.stringify(metadata), MAX_METADATA_BYTES)) {
    refuse(path, `is larger than ${MAX_METADATA_BYTES} bytes of JSON (64 KB)`);
  }
  return metadata;
}

export function readImages(value: unknown, path: string): MemoryImage[] | undefined {
  if (absent(value)) return undefined;
  if (!Array.isArray(value)) refuse(path, 'must be a list of images');
  if (value.length > MAX_IMAGES) refuse(path, `has more than ${MAX_IMAGES} entries`);
  const images = value.map((image: unknown, index) => readImage(image, `${path}[${index}]`));
  return images.length > 0 ? images : undefined;
}

const IMAGE_FIELDS: ReadonlySet<string> = new Set(['data', 'mimeType', 'alt', 'words']);

function readImage(value: unknown, path: string): MemoryImage {
  if (!isPlainObject(value)) refuse(path, 'must be an object with data, mimeType and alt');
  for (const field of Object.keys(value)) {
    // This device already knows the `words` of a stored memory, or will read them again.
    if (!IMAGE_FIELDS.has(field)) refuse(`${path}.${field}`, 'unknown field');
  }
  const { data, mimeType, alt } = value;
  if (!isArrayBuffer(data)) refuse(`${path}.data`, 'must be an ArrayBuffer');
  if (data.byteLength === 0) refuse(`${path}.data`, 'is empty');
  if (data.byteLength > MAX_IMAGE_BYTES) refuse(`${path}.data`, `is larger than ${MAX_IMAGE_BYTES} bytes (5 MB)`);
  if (typeof mimeType !== 'string' || !MIME_TYPE.test(mimeType)) {
    refuse(`${path}.mimeType`, 'must be a mime type such as image/png');
  }
  return { data, mimeType, alt: readString(alt, `${path}.alt`, MAX_ALT_LENGTH) ?? '' };
}

/** `instanceof` fails for buffers of other realms. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
