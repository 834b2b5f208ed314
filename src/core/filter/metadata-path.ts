/** Values inside `metadata` by a dotted path (P1). Only own properties are seen. */
import type { JsonObject, JsonValue } from '../record/memory.ts';

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/**
 * The value at `path`, or undefined where there is none. `a.b.c` walks objects, a number walks arrays (`a.0`, also
 * written `a[0]`). A key that itself contains dots is found as well: the longest key wins, so `{"a.b": 1, "a": {"b": 2}}`
 * gives 1 for `a.b`.
 */
export function valueAt(metadata: JsonObject, path: string): JsonValue | undefined {
  const value = walk(metadata, path);
  if (value !== undefined || !path.includes('[')) return value;
  return walk(metadata, path.replace(/\[(\d+)\]/g, '.$1'));
}

/** Every place is reached by one division of the path only, so the walk visits each at most once. */
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
