/** What the log's errors mean. */
import { isHybridSearchError } from '../../core/errors.ts';

/** Another tab, perhaps a frozen one, holds the lock for too long; or the file system does not answer. */
export const isLogTimeout = (error: unknown): boolean =>
  isHybridSearchError(error, 'timeout') || (error instanceof DOMException && error.name === 'TimeoutError');

/** The log's files or its lock are at fault, not what was to be done with them. */
export const isLogError = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || isLogTimeout(error);
