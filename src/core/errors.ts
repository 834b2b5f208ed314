/**
 * Every error that a caller can see: one class, one table of codes. Errors cross threads by code
 * (`protocol/error-codec.ts`), so `code` is the stable part.
 */
import type { Memory } from './record/memory.ts';

export const ERROR_MESSAGES = {
  'invalid-memory': 'The memory is not valid',
  'invalid-option': 'An option is out of range',
  'invalid-argument': 'An argument is not valid',
  'invalid-filter': 'A filter is not valid',
  'invalid-import': 'The file could not be read',
  conflict: 'A memory with this id and other content exists',
  'not-found': 'No memory with this id',
  'no-search-modes': 'No search modes available',
  'mode-unavailable': 'A requested search mode is unavailable',
  'search-failed': 'All search modes failed',
  aborted: 'The operation was aborted',
  closed: 'The client is closed',
  'options-differ': 'The store is open with other options, which hold',
  timeout: 'The operation took too long',
  'worker-died': 'A worker stopped unexpectedly',
  quota: 'The storage is full',
  storage: 'The storage failed',
  'storage-lost': 'Stored memories were lost and could not be restored',
  'storage-version': 'The store was written by a newer version',
  'model-unavailable': 'The embedding model is unavailable',
  'model-corrupt': 'A model file does not match its checksum',
  'missing-file': 'A file of the package is not where it was looked for',
  'wrong-mime-type': 'The server sends a script as another type of file',
  'cross-origin': 'Workers start only from the origin of the page: serve the scripts there',
  sandboxed: 'The page stands in a sandboxed frame: give the frame allow-same-origin',
  'blocked-by-policy': 'The content security policy of the page forbids it',
  'missing-simd': 'This browser’s WebAssembly has no SIMD, which the model needs; keywords work without',
  'sync-refused': 'Sync cannot go on',
  unsupported: 'This browser or context lacks a needed feature',
  internal: 'Internal error',
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;

export interface ErrorDetails {
  path?: string;
  url?: string;
  current?: Memory;
  cause?: unknown;
}

const BRAND: unique symbol = Symbol.for('hybrid-search.error');

/** `path` names the field or option at fault, such as `metadata.a.b` or `alpha`. */
export class HybridSearchError extends Error {
  /** Set here, because a minifier would shorten the name of the class. */
  static override readonly name = 'HybridSearchError';
  override readonly name = 'HybridSearchError';
  /** Identifies the class across copies of the package on a page; `instanceof` only knows its own. */
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly path: string | undefined;
  /** The address that was tried, if the error is about a file. */
  readonly url: string | undefined;
  /** For `conflict`: the stored memory, if the caller may see it. */
  readonly current: Memory | undefined;

  constructor(code: ErrorCode, detail?: string, options: ErrorDetails = {}) {
    const place = options.path ?? options.url;
    const at = place ? ` (${place})` : '';
    super(`${ERROR_MESSAGES[code]}${at}${detail ? `: ${detail}` : ''}`, { cause: options.cause });
    this.code = code;
    this.path = options.path;
    this.url = options.url;
    this.current = options.current;
  }
}

/**
 * Whether it is an error of this package, and of this code; also where another copy of the package made the error.
 *
 * @example
 * ```js
 * const error = await client.add({ text: '' }).catch((caught) => caught);
 * [isHybridSearchError(error), isHybridSearchError(error, 'quota'), error.path]; // → [true, false, 'text']
 * ```
 */
export function isHybridSearchError(error: unknown, code?: ErrorCode): error is HybridSearchError {
  if (typeof error !== 'object' || error === null || !(BRAND in error)) return false;
  return code === undefined || (error as HybridSearchError).code === code;
}
