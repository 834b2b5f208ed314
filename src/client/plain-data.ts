/** Copies plain data out of proxies (Vue's `reactive`, Svelte's `$state`), which can't be cloned to a worker. */
import { type ErrorCode, HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { isPlainObject, setOwn } from '../core/record/json.ts';

/** Deeper than any valid memory. Also stops at structures that contain themselves. */
const MAX_DEPTH = 64;

/** @throws HybridSearchError with `code` and the path of a function, a symbol, a class instance or a cycle */
export function toPlain<Value>(value: Value, code: ErrorCode, path = ''): Value {
  const refuse = (at: string, detail: string): never => {
    throw new HybridSearchError(code, detail, { path: at });
  };
  const copy = (source: unknown, at: string, depth: number): unknown => {
    try {
      return copyOf(source, at, depth);
    } catch (error) {
      if (isHybridSearchError(error)) throw error;
      return refuse(at, 'can’t be read');
    }
  };
  const copyOf = (source: unknown, at: string, depth: number): unknown => {
    if (source instanceof ArrayBuffer && (source as { detached?: boolean }).detached)
      return refuse(at, 'was transferred');
    if (typeof source === 'function' || typeof source === 'symbol') return refuse(at, `a ${typeof source} is no data`);
    if (typeof source !== 'object' || source === null || isSendable(source)) return source;
    if (depth === MAX_DEPTH) return refuse(at, 'is nested too deeply, or contains itself');
    if (Array.isArray(source)) return Array.from(source, (item, index) => copy(item, `${at}[${index}]`, depth + 1));
    if (!isPlainObject(source)) return refuse(at, 'must be plain data');
    const result: { [key: string]: unknown } = {};
    for (const key of Object.keys(source)) {
      setOwn(result, key, copy(source[key], at === '' ? key : `${at}.${key}`, depth + 1));
    }
    return result;
  };
  return copy(value, path, 0) as Value;
}

export function isUncloneable(error: unknown): boolean {
  // `call` turns any error of `postMessage` into this one: a DataCloneError, or what a getter threw.
  if (isHybridSearchError(error, 'internal')) return error.message.endsWith('arguments cannot be sent');
  return error instanceof DOMException && error.name === 'DataCloneError';
}

function isSendable(value: object): boolean {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof Blob || value instanceof Date;
}
