/** Reads other programs' JSON without trusting it. */
import { isDeeperThan, isPlainObject } from '../../record/json.ts';
import type { JsonObject, JsonValue } from '../../record/memory.ts';
import { MAX_METADATA_BYTES, MAX_TEXT_BYTES, MAX_TITLE_LENGTH } from '../../record/memory-limits.ts';
import { exceedsUtf8Bytes } from '../../record/well-formed.ts';
import { parseJson } from '../parse-json.ts';
import type { ImportProblemReason, ImportProblemValues } from '../problem-sentences.ts';
import type { ImportProblemCode, ImportRow } from '../report.ts';
import { splitText } from '../split.ts';

/** Records nested more deeply are refused before recursive code reads them. */
const MAX_DEPTH = 400;
/** Leaves space for the metadata that readers add. */
const MAX_EXTRA_BYTES = MAX_METADATA_BYTES - 8_192;
/** As seconds, this is the year 5138. Larger numbers are milliseconds or microseconds. */
const LARGEST_SECONDS = 1e11;

export type JsonFields = { readonly [key: string]: unknown };

export const objectOf = (value: unknown): JsonFields => (isPlainObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const idOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value));

/** Seconds, milliseconds or microseconds → milliseconds. */
export function timeOfNumber(value: unknown): number | undefined {
  const time = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0) return undefined;
  if (time < LARGEST_SECONDS) return Math.round(time * 1000);
  return time < LARGEST_SECONDS * 1000 ? Math.round(time) : Math.round(time / 1000);
}

export function timeOfText(value: unknown): number | undefined {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

export function times(createdAt: number | undefined, updatedAt: number | undefined) {
  const updated = updatedAt ?? createdAt;
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...(updated !== undefined && { updatedAt: updated }),
  };
}

export const titleOf = (value: unknown): { title?: string } => {
  const title = textOf(value).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
  return title === '' ? {} : { title };
};

export function extras(values: JsonFields): JsonObject {
  const kept: JsonObject = {};
  let room = MAX_EXTRA_BYTES;
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '' || value === false) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    if (isDeeperThan(value, 16)) continue;
    const length = 3 * JSON.stringify(value).length;
    if (length > room) continue;
    room -= length;
    kept[key] = value as JsonValue;
  }
  return kept;
}

export function parseRecord(text: string, line: number): { fields: JsonFields } | { row: ImportRow } {
  const parsed = parseJson(text, MAX_DEPTH);
  if ('error' in parsed) return { row: problem(line, 'invalid-json', ...parsed.error) };
  const { value } = parsed;
  if (!isPlainObject(value)) return { row: problem(line, 'invalid-json', 'not-an-object') };
  return { fields: value };
}

export const problem = (
  line: number,
  code: ImportProblemCode,
  reason: ImportProblemReason,
  values?: ImportProblemValues,
): ImportRow => ({ line, code, reason, ...(values && { values }) });

export function partsOf(text: string): string[] {
  return exceedsUtf8Bytes(text, MAX_TEXT_BYTES) ? splitText(text).map((part) => part.text) : [text];
}
