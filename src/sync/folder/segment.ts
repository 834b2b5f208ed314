/** A header, then one line per operation. Checksums show how much is intact while a program is still copying it. */
import { crc32c } from '../../core/bytes/checksum.ts';
import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import { joinAll } from '../format/text-bytes.ts';
import { SyncError } from '../sync-error.ts';

/** Sync programs keep the extension when they name a conflict copy. */
export const SEGMENT_SUFFIX = '.hybrid-search';
const NAME = 'hybrid-search-segment/';
export const SEGMENT_HEADER = `${NAME}1\n`;
const COMPACTED_HEADER = `${NAME}2\n`;
const LINE_FEED = 10;
const CHECKSUM = /^[0-9a-f]{8} $/;
const CHECKSUM_BYTES = 9;
const REVISION = /^[1-9]\d{0,8}-[0-9a-f]{32}$/;

export interface Operation {
  readonly id: string;
  readonly revision: string;
  readonly parent: string | null;
  readonly deleted: boolean;
  /** Null if a compaction dropped the content. */
  readonly body: JsonObject | null;
  /** Ancestors that `parent` doesn't lead to, because a compaction dropped the revisions in between. */
  readonly ancestors: readonly string[];
}

export interface Line extends Operation {
  readonly start: number;
  readonly end: number;
  /** CRC-32C over this line and all before it. */
  readonly checksum: number;
}

export type SegmentExtent = readonly [count: number, checksum: number];

export interface Compacted {
  readonly lines: number;
  readonly replaces: { readonly [name: string]: SegmentExtent };
}

export interface FolderSegment {
  readonly lines: readonly Line[];
  /** Null for a segment that a device appends to, and if the first line of a compacted one can't be read. */
  readonly compacted: Compacted | null;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param before checksum of the previous line; 0 for the first */
export function encodeLine(
  { id, revision, parent, deleted, body, ancestors }: Operation,
  before: number,
): { bytes: Uint8Array; checksum: number } {
  const more = ancestors.length > 0 ? [ancestors] : [];
  return encodeJson([id, revision, parent, deleted ? 1 : 0, body, ...more], before);
}

export function encodeCompacted(
  operations: readonly Operation[],
  replaces: Compacted['replaces'],
): Uint8Array<ArrayBuffer> {
  const first = encodeJson({ lines: operations.length, replaces }, 0);
  const parts = [encoder.encode(COMPACTED_HEADER), first.bytes];
  let { checksum } = first;
  for (const operation of operations) {
    const line = encodeLine(operation, checksum);
    parts.push(line.bytes);
    ({ checksum } = line);
  }
  return joinAll(parts);
}

function encodeJson(value: unknown, before: number): { bytes: Uint8Array; checksum: number } {
  const json = encoder.encode(JSON.stringify(value));
  const checksum = crc32c(json, before);
  const bytes = new Uint8Array(CHECKSUM_BYTES + json.length + 1);
  bytes.set(encoder.encode(`${checksum.toString(16).padStart(8, '0')} `));
  bytes.set(json, CHECKSUM_BYTES);
  bytes[bytes.length - 1] = LINE_FEED;
  return { bytes, checksum };
}

/**
 * Reads up to the first cut or damaged line. Returns null if the bytes aren't a segment.
 * @throws SyncError `version` for a newer format
 */
export function readSegment(bytes: Uint8Array): FolderSegment | null {
  const first = bytes.indexOf(LINE_FEED);
  const header = decoder.decode(bytes.subarray(0, Math.min(first + 1, 40)));
  if (!header.startsWith(NAME)) return null;
  if (header === SEGMENT_HEADER) return { lines: readLines(bytes, first + 1, 0), compacted: null };
  if (header !== COMPACTED_HEADER)
    throw new SyncError('version', 'A newer version wrote to the folder: update this one');
  const head = readJson(bytes, first + 1, 0);
  const compacted = head && toCompacted(head.json);
  if (!compacted) return { lines: [], compacted: null };
  return { lines: readLines(bytes, head.end, head.checksum), compacted };
}

function readLines(bytes: Uint8Array, from: number, before: number): Line[] {
  const lines: Line[] = [];
  let checksum = before;
  for (let start = from; ; ) {
    const found = readJson(bytes, start, checksum);
    const operation = found && toOperation(found.json);
    if (!operation) return lines;
    const { end } = found;
    ({ checksum } = found);
    lines.push({ ...operation, start, end, checksum });
    start = end;
  }
}

function readJson(
  bytes: Uint8Array,
  start: number,
  before: number,
): { json: string; end: number; checksum: number } | null {
  const end = bytes.indexOf(LINE_FEED, start) + 1;
  if (end === 0) return null;
  const given = decoder.decode(bytes.subarray(start, start + CHECKSUM_BYTES));
  const json = bytes.subarray(start + CHECKSUM_BYTES, end - 1);
  if (!CHECKSUM.test(given)) return null;
  const checksum = crc32c(json, before);
  return checksum === Number.parseInt(given, 16) ? { json: decoder.decode(json), end, checksum } : null;
}

export function toOperation(json: string): Operation | null {
  const value = parse(json);
  if (!Array.isArray(value)) return null;
  const [id, revision, parent, deleted, body, ancestors = []] = value as unknown[];
  const isSound =
    typeof id === 'string' &&
    isRevision(revision) &&
    (parent === null || isRevision(parent)) &&
    (body === null || isPlainObject(body)) &&
    Array.isArray(ancestors) &&
    ancestors.every(isRevision);
  return isSound ? { id, revision, parent, deleted: deleted === 1, body: body as JsonObject | null, ancestors } : null;
}

function toCompacted(json: string): Compacted | null {
  const value = parse(json);
  if (!isPlainObject(value) || !Number.isSafeInteger(value.lines) || !isPlainObject(value.replaces)) return null;
  const isSound = Object.values(value.replaces).every(
    (extent) => Array.isArray(extent) && extent.length === 2 && extent.every(Number.isSafeInteger),
  );
  return isSound ? (value as unknown as Compacted) : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const isRevision = (value: unknown): value is string => typeof value === 'string' && REVISION.test(value);
