import { HybridSearchError } from '../../core/errors.ts';

export function errorName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/**
 * Whether the error can mean that the connection is closing or terminated, or that the storage process is gone. Some
 * unreadable records cause the same error.
 */
export function isConnectionLoss(error: unknown): boolean {
  const name = errorName(error);
  return name === 'InvalidStateError' || name === 'UnknownError';
}

export function isQuota(error: unknown): boolean {
  if (error instanceof HybridSearchError) return error.code === 'quota';
  return errorName(error) === 'QuotaExceededError';
}

/**
 * Whether a large value's file is gone. Chromium keeps values above 64 KB in files; reads that reach a lost one fail.
 */
export function isValueLost(error: unknown): boolean {
  return errorName(error instanceof HybridSearchError ? error.cause : error) === 'NotReadableError';
}

/** Whether a request failed although it was retried on new connections, as with a broken page in SQLite. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof HybridSearchError && error.code === 'storage' && errorName(error.cause) === 'UnknownError';
}

/** Other errors of a transaction's work are returned unchanged. */
export function toStorageError(error: unknown): Error {
  if (error instanceof Error && !(error instanceof DOMException)) return error;
  if (isQuota(error)) return new HybridSearchError('quota', undefined, { cause: error });
  const name = errorName(error);
  if (name === 'VersionError') return new HybridSearchError('storage-version', undefined, { cause: error });
  const detail = error instanceof Error || error instanceof DOMException ? `${name}: ${error.message}` : String(error);
  return new HybridSearchError('storage', detail, { cause: error });
}

/** Thrown by a substitute's write if another tab has the database open. The caller then tries to open it right away. */
export class OpenElsewhere extends HybridSearchError {
  constructor() {
    super('storage', 'another tab has the database open, which cannot be opened here');
  }
}
