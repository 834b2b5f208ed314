/** A version of a memory as it's sent: the JSON of a `memory` entry. */
import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject, JsonValue } from '../../core/record/memory.ts';
import { isClock } from './clock.ts';
import { isSeen, type Seen } from './seen.ts';

/** A memory's fields without its id, its access counters and its hash. Pictures are named by their content. */
export type Fields = JsonObject;

/** A version that lost to the shown one in a conflict. */
export interface KeptVersion {
  clock: string;
  fields: Fields;
}

export interface Version {
  clock: string;
  /** The clocks that the version descends from, by device, except the one in `clock`. */
  seen: Seen;
  /** Null if the memory was removed. */
  fields: Fields | null;
  /** Content hash of the removed version, so that a device that never saw it removes it too. */
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
