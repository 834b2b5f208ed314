/** Merges field by field, texts by lines, lists as sets. Symmetric, so all devices write the same result. */
import { canonicalJson, jsonEquals, setOwn } from '../../core/record/json.ts';
import type { JsonObject, JsonValue } from '../../core/record/memory.ts';
import { mergeText } from './merge-text.ts';
import { seenBy } from './seen.ts';
import type { Fields, KeptVersion, Version } from './version.ts';

const MAX_KEPT = 16;

/** @param base null if unknown */
export function mergeVersions(base: Version | null, left: Version, right: Version): Version {
  const [winner, loser] = inOrder(left, right);
  const { clock } = winner;
  const seen = seenBy(clock, winner, loser);
  const kept = mergeKept(base?.kept ?? [], winner.kept, loser.kept);
  if (winner.fields === null && loser.fields === null) {
    return { clock, seen, fields: null, removed: winner.removed ?? loser.removed, kept: [] };
  }
  // An edit wins over a removal, whichever is later.
  if (winner.fields === null) return { ...loser, clock, seen, kept };
  if (loser.fields === null) return { ...winner, seen, kept };
  const { fields, isClean } = mergeFields(base?.fields ?? {}, winner.fields, loser.fields);
  const loses = isClean ? [] : [{ clock: loser.clock, fields: loser.fields }];
  return { clock, seen, fields, removed: null, kept: newestKept([...kept, ...loses]) };
}

export const sameVersion = (left: Version, right: Version): boolean =>
  jsonEquals(left.fields, right.fields) && jsonEquals(left.kept as never, right.kept as never);

/** A merge or a copied profile may have the same clock. */
function inOrder(left: Version, right: Version): [Version, Version] {
  if (left.clock !== right.clock) return left.clock > right.clock ? [left, right] : [right, left];
  return canonicalJson(left.fields) >= canonicalJson(right.fields) ? [left, right] : [right, left];
}

const SETS: ReadonlySet<string> = new Set(['tags', 'links', 'aliases']);

interface Merged {
  fields: Fields;
  isClean: boolean;
}

function mergeFields(base: Fields, winner: Fields, loser: Fields): Merged {
  const fields: JsonObject = {};
  let isClean = true;
  for (const field of new Set([...Object.keys(winner), ...Object.keys(loser)])) {
    const merged = mergeField(field, own(base, field), own(winner, field), own(loser, field));
    if (!merged.isClean) isClean = false;
    if (merged.value !== undefined) setOwn(fields, field, merged.value);
  }
  return { fields, isClean };
}

type Value = JsonValue | undefined;

function mergeField(field: string, base: Value, winner: Value, loser: Value): { value: Value; isClean: boolean } {
  if (equal(winner, loser) || equal(loser, base)) return { value: winner, isClean: true };
  if (equal(winner, base)) return { value: loser, isClean: true };
  if (typeof winner === 'number' && typeof loser === 'number') {
    if (field === 'createdAt') return { value: Math.min(winner, loser), isClean: true };
    if (field === 'updatedAt') return { value: Math.max(winner, loser), isClean: true };
  }
  if (field === 'text' && typeof base === 'string' && typeof winner === 'string' && typeof loser === 'string') {
    const text = mergeText(base, winner, loser);
    return text === null || text === '' ? { value: winner, isClean: false } : { value: text, isClean: true };
  }
  if (SETS.has(field)) return { value: mergeSets(base, winner, loser), isClean: true };
  if (field === 'metadata' && isObject(winner) && isObject(loser)) {
    const { fields, isClean } = mergeFields(isObject(base) ? base : {}, winner, loser);
    return { value: fields, isClean };
  }
  return { value: winner, isClean: false };
}

function mergeSets(base: Value, winner: Value, loser: Value): Value {
  const [before, first, second] = [textsOf(base), textsOf(winner), textsOf(loser)];
  const wasTaken = (item: string): boolean => before.includes(item) && !(first.includes(item) && second.includes(item));
  const merged = [...new Set([...first, ...second])].filter((item) => !wasTaken(item));
  return merged.length > 0 || (winner !== undefined && loser !== undefined) ? merged : undefined;
}

function mergeKept(
  base: readonly KeptVersion[],
  winner: readonly KeptVersion[],
  loser: readonly KeptVersion[],
): KeptVersion[] {
  const has = (list: readonly KeptVersion[], version: KeptVersion): boolean =>
    list.some((each) => each.clock === version.clock && jsonEquals(each.fields, version.fields));
  return newestKept([...winner, ...loser]).filter(
    (each) => !has(base, each) || (has(winner, each) && has(loser, each)),
  );
}

/** Sorts by clock. */
export function newestKept(kept: readonly KeptVersion[]): KeptVersion[] {
  // A merge has the clock of its later side, so two versions may have the same clock.
  const byContent = new Map(kept.map((each) => [`${each.clock} ${canonicalJson(each.fields)}`, each]));
  const sorted = [...byContent].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.slice(-MAX_KEPT).map(([, each]) => each);
}

const own = (fields: Fields, field: string): Value => (Object.hasOwn(fields, field) ? fields[field] : undefined);
const equal = (left: Value, right: Value): boolean =>
  left === undefined || right === undefined ? left === right : jsonEquals(left, right);
const isObject = (value: Value): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textsOf = (value: Value): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
