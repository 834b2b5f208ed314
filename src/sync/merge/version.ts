import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject, JsonValue } from '../../core/record/memory.ts';
import { isClock } from './clock.ts';
import { isSeen, type Seen } from './seen.ts';

/** The synced fields of a memory. In place of pictures, they contain references with a hash of the content. */
export type Fields = JsonObject;

export interface KeptVersion {
  clock: string;
  fields: Fields;
}

export interface Version {
  clock: string;
  /** Doesn't include the device of `clock`. */
  seen: Seen;
  /** Null if removed. */
  fields: Fields | null;
  /** Content hash of the removed memory. A device that has the same memory but never synced it removes its copy too. */
  removed: string | null;
  /** Sorted by clock. */
  kept: readonly KeptVersion[];
}

export function versionJson({ fields, seen, removed, kept }: Version): JsonObject {
  return {
    fields,
    ...(Object.keys(seen).length > 0 && { seen }),
    ...(removed !== null && { removed }),
    ...(kept.length > 0 && { kept: kept.map(({ clock, fields: of }): JsonValue => ({ clock, fields: of })) }),
  };
}

/** @throws RangeError if `versionJson` didn't write it. */
export function readVersion(clock: string, { fields, seen = {}, removed = null, kept = [] }: JsonObject): Version {
  const isSound =
    isClock(clock) &&
    (fields === null || isPlainObject(fields)) &&
    isSeen(seen) &&
    (removed === null || typeof removed === 'string') &&
    Array.isArray(kept) &&
    kept.every((each) => isPlainObject(each) && isClock(each.clock) && isPlainObject(each.fields));
  if (!isSound) throw new RangeError('this isn’t a version of a memory');
  return { clock, seen, fields: fields as Fields | null, removed: removed as string | null, kept: kept as never };
}
