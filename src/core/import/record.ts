/** Turns any JSON object into a `MemoryInput`. Unknown fields become metadata. Validation checks values later. */
import { fromBase64 } from '../bytes/base64.ts';
import { canonicalJson, isPlainObject, setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue, MemoryInput } from '../record/memory.ts';
import { parseIsoTime } from '../record/time.ts';
import { MEMORY_FIELDS } from '../record/validate-memory.ts';
import { fileId } from './file-id.ts';
import { IMPORT_SOURCE } from './import-source.ts';
import type { ImportOrigin } from './report.ts';

export const ALIASES: readonly [keyof MemoryInput, readonly string[]][] = [
  ['id', ['_id', 'uuid']],
  ['text', ['content', 'contents', 'body', 'note', 'notes', 'description']],
  ['title', ['name', 'subject']],
  ['tags', ['labels', 'keywords']],
  ['url', ['href', 'link']],
  ['lang', ['language']],
  ['createdAt', ['created_at', 'created', 'date']],
  ['updatedAt', ['updated_at', 'updated', 'modified']],
  ['expiresAt', ['expires_at']],
];

/** Larger numbers are milliseconds. As seconds, this is the year 5138; as milliseconds, March 1973. */
const LARGEST_SECONDS = 1e11;

export function recordToInput(record: JsonObject, origin: ImportOrigin): MemoryInput {
  const input: { [field: string]: unknown } = {};
  const extra: JsonObject = {};
  for (const key of Object.keys(record)) {
    if (MEMORY_FIELDS.has(key) && key !== 'metadata' && !isForeignPin(key, record[key])) input[key] = record[key];
    else if (key !== 'metadata' && key !== 'contentHash') setOwn(extra, key, record[key]!);
  }
  adoptAliases(input, extra);
  if (typeof input.id === 'number') input.id = String(input.id);
  if (typeof input.tags === 'string') input.tags = splitTags(input.tags);
  if (Array.isArray(input.images)) input.images = input.images.map(readImage);
  input.metadata = joinMetadata(record.metadata, extra);
  // Importing the record again doesn't duplicate it, even if it's in another row by then.
  input.id ??= fileId(origin.hash, IMPORT_SOURCE, origin.path, canonicalJson(record));
  return input as unknown as MemoryInput;
}

/** In another program's record, "pinned" may be a number, a date or a word. That's no reason to refuse the record. */
function isForeignPin(key: string, value: JsonValue | undefined): boolean {
  return key === 'pinned' && value !== null && typeof value !== 'boolean';
}

function adoptAliases(input: { [field: string]: unknown }, extra: JsonObject): void {
  const names = new Map(Object.keys(extra).map((key) => [key.toLowerCase(), key]));
  for (const [field, aliases] of ALIASES) {
    if (input[field] !== undefined && input[field] !== null) continue;
    const alias = aliases.find((candidate) => isFilled(extra[names.get(candidate) ?? '']));
    if (alias === undefined) continue;
    const key = names.get(alias)!;
    const value = extra[key]!;
    if (!fits(field, value)) continue;
    input[field] = field.endsWith('At') ? timeOf(value) : value;
    delete extra[key];
  }
}

function isFilled(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** `name: {…}` isn't a title, for example. */
function fits(field: keyof MemoryInput, value: JsonValue): boolean {
  if (field === 'tags') return typeof value === 'string' || Array.isArray(value);
  if (field === 'id') return typeof value === 'string' || typeof value === 'number';
  if (field.endsWith('At')) return timeOf(value) !== null;
  return typeof value === 'string';
}

/** Returns null unless the value is a number, an ISO 8601 date, or a number in text, as in tables. */
export function timeOf(value: JsonValue): string | number | null {
  if (typeof value === 'number') return toMilliseconds(value);
  if (typeof value !== 'string') return null;
  if (/^-?\d{9,13}(?:\.\d+)?$/.test(value.trim())) return toMilliseconds(Number(value));
  return parseIsoTime(value) === null ? null : value;
}

function toMilliseconds(time: number): number {
  return Math.abs(time) < LARGEST_SECONDS ? time * 1000 : time;
}

/** @param bySpaces at spaces, if there's no other separator */
export function splitTags(text: string, bySpaces = true): string[] {
  const parts = text.split(/[,;]/.test(text) ? /[,;]/ : text.includes('|') || !bySpaces ? '|' : /\s+/);
  return parts.map((part) => part.trim().replace(/^#/, '')).filter((part) => part !== '');
}

export function joinMetadata(own: JsonValue | undefined, extra: JsonObject): JsonValue {
  if (own === undefined || own === null) return extra;
  const metadata: JsonObject = {};
  if (isPlainObject(own)) for (const key of Object.keys(own)) setOwn(metadata, key, own[key] as JsonValue);
  else metadata.metadata = own;
  for (const key of Object.keys(extra)) setOwn(metadata, freeKey(metadata, key), extra[key]!);
  return metadata;
}

function freeKey(object: JsonObject, key: string): string {
  let free = key;
  for (let number = 2; Object.hasOwn(object, free); number++) free = `${key}_${number}`;
  return free;
}

/** Decodes base64. Anything else is left for validation to refuse. */
function readImage(image: unknown): unknown {
  if (!isPlainObject(image) || typeof image.data !== 'string') return image;
  return { ...image, data: fromBase64(image.data)?.buffer ?? image.data };
}
