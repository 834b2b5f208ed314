/** Explains errors of the store, of workers and of checks. Where there's a message, it says more than the sentence. */
import { type HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { DOCUMENTS_PACKAGE } from '../core/import/document-formats.ts';
import type { ImportProblemReason } from '../core/import/problem-sentences.ts';
import type { ReportedProblem } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';

type Refusal = Pick<ReportedProblem, 'code' | 'message' | 'reason' | 'values'>;

/** A string in one of these fields is refused only if it's too long. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(
  'title text type source url thread session owner group channel lang tags links aliases'.split(' '),
);

export function refusalOfMemory({ code, path = '', message }: HybridSearchError, input: MemoryInput): Refusal {
  const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  const field: unknown = input[name as keyof MemoryInput];
  const value: unknown = index !== undefined && Array.isArray(field) ? field[Number(index)] : field;
  const isString = typeof value === 'string';
  if (name === 'text' && (isString ? value.trim() === '' : (value ?? null) === null))
    return { code, reason: 'no-text', message };
  const reason = isString && TEXT_FIELDS.has(name) ? 'long-field' : 'invalid-field';
  return { code, reason, values: { field: path }, message };
}

/** Nothing is stored after such an error. */
export function refusalOfStore(error: Error): Refusal {
  const code = isHybridSearchError(error) ? error.code : 'internal';
  const reason: ImportProblemReason =
    code === 'quota' ? 'storage-full' : code === 'aborted' ? 'import-removed' : 'not-stored';
  return { code, reason, message: error.message };
}

export function refusalOfReader(error: Error): Refusal {
  if (isHybridSearchError(error, 'missing-file')) {
    const values = { package: DOCUMENTS_PACKAGE, ...(error.url !== undefined && { url: error.url }) };
    return { code: 'missing-reader', reason: 'missing-package', values };
  }
  return { code: 'bad-document', reason: 'unreadable-document', values: { detail: error.message } };
}

export function refusalOfKeeper(error: Error): Refusal {
  const isFull = isHybridSearchError(error, 'quota') || error.name === 'QuotaExceededError';
  if (isFull) return { code: 'file-not-kept', reason: 'no-room-for-file' };
  return { code: 'file-not-kept', reason: 'file-not-kept', values: { detail: error.message } };
}
