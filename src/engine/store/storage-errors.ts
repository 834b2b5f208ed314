/** What IndexedDB's exceptions mean: which are worth a retry on a new connection, and the typed error of each. */
import { HybridSearchError } from '../../core/errors.ts';

export function errorName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** True where the connection, not the request, failed: closing, terminated, or the storage process is gone. */
export function isConnectionLoss(error: unknown): boolean {
  const name = errorName(error);
  return name === 'InvalidStateError' || name === 'UnknownError';
}

export function isQuota(error: unknown): boolean {
  if (error instanceof HybridSearchError) return error.code === 'quota';
  return errorName(error) === 'QuotaExceededError';
}

/**
 * True where a value is lost for good: Chromium keeps one of more than 64 KB in a file of its own, and names this error
 * where that is gone. Every reading that comes by it fails.
 */
export function isValueLost(error: unknown): boolean {
  return errorName(error instanceof HybridSearchError ? error.cause : error) === 'NotReadableError';
}

/**
 * True where the database answers and this question fails, also on other connections: as SQLite's with a page that leads
 * nowhere ("Seek failure, unable to continue"), at every start anew.
 */
export function isUnreadable(error: unknown): boolean {
  return error instanceof HybridSearchError && error.code === 'storage' && errorName(error.cause) === 'UnknownError';
}

/** A `HybridSearchError` for anything that storage throws; other errors that a transaction's work throws pass unchanged. */
export function toStorageError(error: unknown): Error {
  if (error instanceof Error && !(error instanceof DOMException)) return error;
  if (isQuota(error)) return new HybridSearchError('quota', undefined, { cause: error });
  const name = errorName(error);
  if (name === 'VersionError') return new HybridSearchError('storage-version', undefined, { cause: error });
  const detail = error instanceof Error || error instanceof DOMException ? `${name}: ${error.message}` : String(error);
  return new HybridSearchError('storage', detail, { cause: error });
}
