import { canonicalJson, isDeeperThan, isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import type { RecordKind } from './sync-keys.ts';
import { bytesText, joinBytes, textBytes } from './text-bytes.ts';

/** The record's id is an HMAC of `kind` and `name`. */
export interface Entry {
  kind: RecordKind;
  name: string;
  /** Empty for vectors and pieces, which are never merged. */
  clock: string;
  json: JsonObject;
  tail: Uint8Array;
}

/** Metadata may be 32 levels deep. In a list of conflict versions, it begins a few levels below the top. */
const MAX_DEPTH = 64;
const KINDS: ReadonlySet<unknown> = new Set<RecordKind>(['memory', 'vectors', 'piece', 'device']);

/** Layout: length of the JSON (u32, little endian), the JSON with sorted keys, the bytes of `tail`. */
export function encodeEntry({ kind, name, clock, json, tail }: Entry): Uint8Array<ArrayBuffer> {
  const head = textBytes(canonicalJson({ kind, name, clock, json }));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return joinBytes(length, head, tail);
}

/** @throws RangeError, SyntaxError or TypeError if `encodeEntry` didn't write the content. */
export function decodeEntry(content: Uint8Array): Entry {
  const length = new DataView(content.buffer, content.byteOffset, content.byteLength).getUint32(0, true);
  if (4 + length > content.length) throw new RangeError('the entry is cut');
  const head: unknown = JSON.parse(bytesText(content.subarray(4, 4 + length)));
  if (!isPlainObject(head) || isDeeperThan(head, MAX_DEPTH)) throw new RangeError('the entry isn’t a flat object');
  const { kind, name, clock, json } = head;
  if (!KINDS.has(kind) || typeof name !== 'string' || typeof clock !== 'string' || !isPlainObject(json)) {
    throw new RangeError('the entry lacks a field');
  }
  return {
    kind: kind as RecordKind,
    name,
    clock,
    json: json as JsonObject,
    tail: content.slice(4 + length),
  };
}
