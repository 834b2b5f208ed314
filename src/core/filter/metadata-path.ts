import type { JsonObject, JsonValue } from '../record/memory.ts';

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/**
 * Numbers are indexes into arrays (`a.0` or `a[0]`). The longest matching key wins: `a.b` in
 * `{"a.b": 1, "a": {"b": 2}}` is 1.
 */
export function valueAt(metadata: JsonObject, path: string): JsonValue | undefined {
  const value = walk(metadata, path);
  if (value !== undefined || !path.includes('[')) return value;
  return walk(metadata, path.replace(/\[(\d+)\]/g, '.$1'));
}

/** Visits each value at most once, because only one way to split the path leads to it. */
function walk(container: JsonValue, path: string): JsonValue | undefined {
  if (typeof container !== 'object' || container === null) return undefined;
  const whole = member(container, path);
  if (whole !== undefined) return whole;
  for (let dot = path.lastIndexOf('.'); dot >= 0; dot = dot > 0 ? path.lastIndexOf('.', dot - 1) : -1) {
    const inner = member(container, path.slice(0, dot));
    const found = inner === undefined ? undefined : walk(inner, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function member(container: JsonObject | JsonValue[], key: string): JsonValue | undefined {
  if (Array.isArray(container)) return INDEX.test(key) ? container[Number(key)] : undefined;
  return Object.hasOwn(container, key) ? container[key] : undefined;
}
