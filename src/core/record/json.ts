import { type ErrorCode, HybridSearchError } from '../errors.ts';
import type { JsonObject, JsonValue } from './memory.ts';
import { replaceLoneSurrogates } from './well-formed.ts';

/** Assigning to the key `__proto__` would set the prototype. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Returns true for `{…}` and `Object.create(null)`; false for arrays, dates, buffers, maps and class instances. */
export function isPlainObject(value: unknown): value is { [key: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm has a prototype without a prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export interface JsonLimits {
  /** The outermost container counts as 1. */
  maxDepth: number;
  /** Characters of JSON. */
  maxLength: number;
  code: ErrorCode;
}

/**
 * Copies a JSON value. −0 becomes 0, lone surrogates are replaced, and `undefined` members are left out.
 * @throws `limits.code` with the value's path
 */
export function copyJson(value: unknown, path: string, limits: JsonLimits): JsonValue {
  let budget = limits.maxLength;
  const fail = (detail: string, at: string): never => {
    throw new HybridSearchError(limits.code, detail, { path: at });
  };
  const spend = (characters: number): void => {
    budget -= characters;
    if (budget < 0) fail(`is larger than ${limits.maxLength} characters of JSON`, path);
  };
  const copy = (source: unknown, at: string, depth: number): JsonValue => {
    if (source === null || typeof source === 'boolean') {
      spend(4);
      return source;
    }
    if (typeof source === 'string') {
      spend(source.length + 2);
      return replaceLoneSurrogates(source);
    }
    if (typeof source === 'number') {
      if (!Number.isFinite(source)) fail('must be a finite number', at);
      spend(1);
      return source === 0 ? 0 : source;
    }
    if (depth > limits.maxDepth) fail(`is nested deeper than ${limits.maxDepth}`, at);
    if (Array.isArray(source)) {
      spend(2 + source.length);
      return Array.from(source, (item, index) => copy(item, `${at}[${index}]`, depth + 1));
    }
    if (!isPlainObject(source)) return fail('must be JSON: a string, number, boolean, null, array or plain object', at);
    spend(2);
    const result: JsonObject = {};
    for (const key of Object.keys(source)) {
      const item = source[key];
      if (item === undefined) continue;
      spend(key.length + 4);
      setOwn(result, replaceLoneSurrogates(key), copy(item, `${at}.${key}`, depth + 1));
    }
    return result;
  };
  return copy(value, path, 1);
}

export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((item) => isDeeperThan(item, limit - 1));
}

/** Keys are in code-unit order. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

export function jsonEquals(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEquals(item, right[index]!));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key]!, right[key]!));
}
