/** What the log's errors mean. */
import { isHybridSearchError } from '../../core/errors.ts';

/** Another tab, perhaps a frozen one, holds the lock for too long, or the file system doesn't answer. */
export const isLogTimeout = (error: unknown): boolean =>
  isHybridSearchError(error, 'timeout') || (error instanceof DOMException && error.name === 'TimeoutError');

/** The fault is with the log's files or its lock, not with the work to do. */
export const isLogError = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || isLogTimeout(error);
