import { ERROR_MESSAGES, type ErrorCode, HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { EncodedError } from './messages.ts';

/** Maximum length of a chain of causes. Only people read it, so a few are enough. */
const MAX_CAUSE_DEPTH = 4;

export function encodeError(error: unknown, depth = 0): EncodedError {
  if (!(error instanceof Error)) {
    return {
      name: 'Error',
      code: null,
      message: String(error),
      path: null,
      url: null,
      current: null,
      stack: null,
      cause: null,
    };
  }
  const typed = isHybridSearchError(error) ? error : null;
  return {
    name: error.name,
    code: typed?.code ?? null,
    message: error.message,
    path: typed?.path ?? null,
    url: typed?.url ?? null,
    current: typed?.current ?? null,
    stack: error.stack ?? null,
    cause: error.cause === undefined || depth >= MAX_CAUSE_DEPTH ? null : encodeError(error.cause, depth + 1),
  };
}

export function decodeError(encoded: EncodedError): HybridSearchError {
  const known = encoded.code !== null && Object.hasOwn(ERROR_MESSAGES, encoded.code);
  const code = known ? (encoded.code as ErrorCode) : encoded.name === 'AbortError' ? 'aborted' : 'internal';
  const error = new HybridSearchError(code, known ? undefined : encoded.message, {
    ...(encoded.path === null ? {} : { path: encoded.path }),
    ...(encoded.url === null ? {} : { url: encoded.url }),
    ...(encoded.current ? { current: encoded.current } : {}),
    ...(encoded.cause === null ? {} : { cause: decodeError(encoded.cause) }),
  });
  if (known) error.message = encoded.message;
  if (encoded.stack) error.stack = encoded.stack;
  return error;
}
