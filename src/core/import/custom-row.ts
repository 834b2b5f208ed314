import { canonicalJson, isPlainObject } from '../record/json.ts';
import type { JsonValue, MemoryInput } from '../record/memory.ts';
import { fileId } from './file-id.ts';
import { IMPORT_SOURCE } from './import-source.ts';
import type { ImportOrigin, ImportRow } from './report.ts';

/** @param number from 1; used if the row has no line */
export function customRow(row: unknown, number: number, origin: Pick<ImportOrigin, 'path' | 'hash'>): ImportRow {
  if (!isPlainObject(row)) return { line: number, code: 'invalid-memory', reason: 'wrong-row' };
  const line = Number.isSafeInteger(row.line) && Number(row.line) > 0 ? Number(row.line) : number;
  const { problem, memory } = row;
  if (typeof problem === 'string') return { line, code: 'unreadable', message: problem };
  if (!isPlainObject(memory)) return { line, code: 'invalid-memory', reason: 'wrong-row' };
  const input = memory as unknown as MemoryInput;
  // An empty id counts as missing.
  const id = input.id || contentId(input, origin);
  return { line, input: { ...input, source: input.source ?? IMPORT_SOURCE, ...(id !== undefined && { id }) } };
}

function contentId(memory: MemoryInput, { hash, path }: Pick<ImportOrigin, 'path' | 'hash'>): string | undefined {
  try {
    // Dates become text. The bytes of pictures don't affect the id.
    const content = JSON.parse(JSON.stringify(memory)) as JsonValue;
    return fileId(hash, IMPORT_SOURCE, path, canonicalJson(content));
  } catch {
    return undefined;
  }
}
