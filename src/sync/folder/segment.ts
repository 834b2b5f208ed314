/**
 * The file format of a folder: a header, then one line for each operation. A line has a checksum over itself and all lines
 * before it, so a reader knows how far a file is whole while a program is still copying it.
 */
import { crc32c } from '../../core/bytes/checksum.ts';
import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';

/** Every segment's name ends with this. A program that names a conflict copy keeps it. */
export const SEGMENT_SUFFIX = '.hybrid-search';
const NAME = 'hybrid-search-segment/';
const VERSION = '1';
export const SEGMENT_HEADER = `${NAME}${VERSION}\n`;
const LINE_FEED = 10;
const CHECKSUM = /^[0-9a-f]{8} $/;
const CHECKSUM_BYTES = 9;
const REVISION = /^[1-9]\d{0,8}-[0-9a-f]{32}$/;

/** A revision of a document, and which one it replaced. */
export interface Operation {
  readonly id: string;
  readonly revision: string;
  readonly parent: string | null;
  readonly deleted: boolean;
  readonly body: JsonObject;
}

/** An operation, and where its line is. */
export interface Line extends Operation {
  readonly start: number;
  readonly end: number;
  /** CRC-32C over this line and all before it. */
  readonly checksum: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param before the checksum of the lines before it; 0 for the first */
export function encodeLine(
  { id, revision, parent, deleted, body }: Operation,
  before: number,
): { bytes: Uint8Array; checksum: number } {
  const json = encoder.encode(JSON.stringify([id, revision, parent, deleted ? 1 : 0, body]));
  const checksum = crc32c(json, before);
  const bytes = new Uint8Array(CHECKSUM_BYTES + json.length + 1);
  bytes.set(encoder.encode(`${checksum.toString(16).padStart(8, '0')} `));
  bytes.set(json, CHECKSUM_BYTES);
  bytes[bytes.length - 1] = LINE_FEED;
  return { bytes, checksum };
}

/**
 * Returns the lines up to the first one that is cut or damaged. Null if it isn't a segment.
 *
 * @throws SyncError `version` if a newer program wrote it
 */
export function readSegment(bytes: Uint8Array): Line[] | null {
  const first = bytes.indexOf(LINE_FEED);
  const header = decoder.decode(bytes.subarray(0, Math.min(first + 1, 40)));
  if (!header.startsWith(NAME)) return null;
  if (header !== SEGMENT_HEADER) throw new SyncError('version', 'A newer version wrote to the folder: update this one');
  const lines: Line[] = [];
  let checksum = 0;
  for (let start = first + 1; ; ) {
    const end = bytes.indexOf(LINE_FEED, start) + 1;
    const line = end === 0 ? null : readLine(bytes, start, end, checksum);
    if (!line) return lines;
    lines.push(line);
    ({ checksum } = line);
    start = end;
  }
}

function readLine(bytes: Uint8Array, start: number, end: number, before: number): Line | null {
  const given = decoder.decode(bytes.subarray(start, start + CHECKSUM_BYTES));
  const json = bytes.subarray(start + CHECKSUM_BYTES, end - 1);
  if (!CHECKSUM.test(given)) return null;
  const checksum = crc32c(json, before);
  if (checksum !== Number.parseInt(given, 16)) return null;
  const operation = toOperation(decoder.decode(json));
  return operation && { ...operation, start, end, checksum };
}

export function toOperation(json: string): Operation | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  const [id, revision, parent, deleted, body] = value as unknown[];
  const isSound =
    typeof id === 'string' && isRevision(revision) && (parent === null || isRevision(parent)) && isPlainObject(body);
  return isSound ? { id, revision, parent, deleted: deleted === 1, body: body as JsonObject } : null;
}

const isRevision = (value: unknown): value is string => typeof value === 'string' && REVISION.test(value);
