import { isHybridSearchError } from '../../core/errors.ts';

/** Whether the file system doesn't answer, or another tab, perhaps a frozen one, holds the lock for too long. */
export const isLogTimeout = (error: unknown): boolean =>
  isHybridSearchError(error, 'timeout') || (error instanceof DOMException && error.name === 'TimeoutError');

/** Whether the log's files or its lock failed, rather than the work itself. */
export const isLogError = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || isLogTimeout(error);
