/** `code` identifies an error, even after it has crossed threads (`protocol/error-codec.ts`). */
import type { Memory } from './record/memory.ts';

/** Advice on what to do follows a semicolon. */
export const ERROR_MESSAGES = {
  'invalid-memory': 'The memory isn’t valid',
  'invalid-option': 'An option isn’t valid',
  'invalid-argument': 'An argument isn’t valid',
  'invalid-filter': 'A filter isn’t valid',
  'invalid-import': 'The file could not be read',
  conflict: 'The stored memory isn’t what this write expects',
  'not-found': 'There is no memory with this id',
  'no-search-modes': 'No search mode is available',
  'mode-unavailable': 'A requested search mode is unavailable',
  'search-failed': 'All search modes failed',
  aborted: 'The operation was aborted',
  closed: 'The client is closed; create a new one',
  'options-differ': 'The store is already open with other options, which stay in effect',
  timeout: 'The operation took too long and was given up',
  'worker-died': 'A worker stopped unexpectedly',
  quota: 'The storage is full; free some space',
  storage: 'The storage failed',
  'storage-lost': 'Stored memories were lost; import a backup',
  'storage-version': 'A newer version wrote the store; update the package',
  'model-unavailable': 'The model is unavailable',
  'model-corrupt': 'A model file doesn’t match its checksum; copy the files again',
  'missing-file': 'A file of the package is missing',
  'wrong-mime-type': 'The server sends a script with the wrong type',
  'cross-origin': 'Workers start only from the origin of the page; serve the scripts there',
  sandboxed: 'The page is in a sandboxed frame; give it allow-same-origin',
  'blocked-by-policy': 'The page’s content security policy forbids it',
  'missing-simd': 'This browser’s WebAssembly has no SIMD, which the model needs; keyword search works',
  'sync-refused': 'Sync has stopped',
  unsupported: 'This browser or context lacks a required feature',
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

/** `path` names the invalid field or option, such as `metadata.a.b` or `alpha`. */
export class HybridSearchError extends Error {
  /** A minifier would shorten the class name. */
  static override readonly name = 'HybridSearchError';
  override readonly name = 'HybridSearchError';
  /** Identifies the class across copies of the package on a page, for which `instanceof` fails. */
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly path: string | undefined;
  /** The URL that was tried, if the error is about a file. */
  readonly url: string | undefined;
  /** For `conflict`: the stored memory, if the caller may see it. */
  readonly current: Memory | undefined;

  constructor(code: ErrorCode, detail?: string, options: ErrorDetails = {}) {
    const place = options.path ?? options.url;
    const at = place ? ` (${place})` : '';
    const [what, advice] = ERROR_MESSAGES[code].split('; ');
    super(`${what}${at}${detail ? `: ${detail}` : ''}${advice ? `; ${advice}` : ''}`, { cause: options.cause });
    this.code = code;
    this.path = options.path;
    this.url = options.url;
    this.current = options.current;
  }
}

/**
 * Returns whether `error` comes from this package, or from another copy of it. If `code` is given, it must match too.
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
