import { isHybridSearchError } from '../../core/errors.ts';

/** True if the file system doesn't answer, or if the tab that holds the lock is frozen. */
export const isLogTimeout = (error: unknown): boolean =>
  isHybridSearchError(error, 'timeout') || (error instanceof DOMException && error.name === 'TimeoutError');

export const isFileError = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || isLogTimeout(error);
