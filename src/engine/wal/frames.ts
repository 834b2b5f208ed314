/**
 * Each batch or abort is a frame: u32 magic, u32 payload length, u32 checksum, payload (little endian). The checksum
 * also covers the file's random salt and the frame's offset. So, when damaged bytes are searched for the next frame,
 * text that looks like a frame isn't taken for one.
 *
 * The time stamps of a batch follow its entries. Earlier versions ignore them, because they stop reading after the
 * entries.
 */
import { crc32c, rangeChecksums } from '../../core/bytes/checksum.ts';
import { MAX_BYTES_PER_UNIT, utf8Bytes } from '../../core/bytes/utf8.ts';

const MAGIC = 0x314a5348;
const HEADER = 12;

export type EntryKind = 'put' | 'remove' | 'clear';

/** For a `put`, `body` and `crc` are those of the memory record. Otherwise, they're empty and 0. */
export interface WalEntry {
  seq: number;
  kind: EntryKind;
  id: string;
  crc: number;
  body: Uint8Array;
  /** Milliseconds since 1970, with a fraction. Later transactions have higher stamps. Earlier versions wrote none. */
  stamp?: number | undefined;
}

/** A batch is restored as a whole or not at all. `abort` undoes an earlier batch of the same file. */
export type Frame = { kind: 'batch'; batch: number; entries: readonly WalEntry[] } | { kind: 'abort'; batch: number };

const KINDS: readonly EntryKind[] = ['put', 'remove', 'clear'];
const BATCH = 1;
const ABORT = 2;
const PAYLOAD_HEADER = 9;
const ENTRY_HEADER = 21;
const STAMP_RUN = 12;
const decoder = new TextDecoder('utf-8', { fatal: true });

export function encodeFrame(frame: Frame, salt: number, offset: number): Uint8Array<ArrayBuffer> {
  const entries = frame.kind === 'batch' ? frame.entries : [];
  // JSON keeps even a lone surrogate, which UTF-8 can't represent. Validation refuses such ids, but the log doesn't
  // depend on it.
  const ids = entries.map(({ id }) => JSON.stringify(id));
  const most = entries.reduce(
    (sum, { body }, i) => sum + ENTRY_HEADER + ids[i]!.length * MAX_BYTES_PER_UNIT + body.length,
    HEADER + PAYLOAD_HEADER,
  );
  const runs = stampRuns(entries);
  const bytes = new Uint8Array(most + runs.length * STAMP_RUN);
  const view = new DataView(bytes.buffer);
  let at = HEADER;
  view.setUint8(at, frame.kind === 'batch' ? BATCH : ABORT);
  view.setUint32(at + 1, frame.batch, true);
  view.setUint32(at + 5, entries.length, true);
  at += PAYLOAD_HEADER;
  entries.forEach(({ kind, seq, crc, body }, i) => {
    const text = utf8Bytes(ids[i]!);
    const id = text.length;
    bytes.set(text, at + ENTRY_HEADER);
    view.setUint8(at, KINDS.indexOf(kind));
    view.setFloat64(at + 1, seq, true);
    view.setUint32(at + 9, id, true);
    view.setUint32(at + 13, body.length, true);
    view.setUint32(at + 17, crc, true);
    bytes.set(body, at + ENTRY_HEADER + id);
    at += ENTRY_HEADER + id + body.length;
  });
  for (const { count, stamp } of runs) {
    view.setUint32(at, count, true);
    view.setFloat64(at + 4, stamp, true);
    at += STAMP_RUN;
  }
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, at - HEADER, true);
  view.setUint32(8, crc32c(bytes.subarray(HEADER, at), seedOf(at - HEADER, salt, offset)), true);
  return bytes.subarray(0, at);
}

export interface Decoded {
  frames: Frame[];
  end: number;
  /** True if bytes before a valid frame had to be skipped. An incomplete frame at the end doesn't count as damage. */
  damaged: boolean;
}

/** Returns all valid frames; bodies are views of `bytes`. Never throws. Linear time, whatever lengths are claimed. */
export function decodeFrames(bytes: Uint8Array, salt: number, start = 0): Decoded {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result: Decoded = { frames: [], end: start, damaged: false };
  let ranges: ReturnType<typeof rangeChecksums> | undefined;
  const inOrder: RangeChecksum = (from, to, previous) => crc32c(bytes.subarray(from, to), previous);
  const anywhere: RangeChecksum = (from, to, previous) => {
    ranges ??= rangeChecksums(bytes);
    return ranges(from, to, previous);
  };
  for (let at = start; at + HEADER <= bytes.length; ) {
    const frame = frameAt(bytes, view, salt, at, at === result.end ? inOrder : anywhere);
    if (!frame) {
      at++;
      continue;
    }
    if (at !== result.end) result.damaged = true;
    result.frames.push(frame);
    at += HEADER + view.getUint32(at + 4, true);
    result.end = at;
  }
  return result;
}

/** Returns the entries of batches that no later `abort` in the same file undoes. */
export function unabortedEntries(frames: readonly Frame[]): WalEntry[] {
  const unaborted: (readonly WalEntry[] | null)[] = [];
  const lastOf = new Map<number, number>();
  for (const frame of frames) {
    if (frame.kind === 'batch') {
      lastOf.set(frame.batch, unaborted.length);
      unaborted.push(frame.entries);
    } else {
      const at = lastOf.get(frame.batch);
      if (at !== undefined) unaborted[at] = null;
    }
  }
  return unaborted.flatMap((entries) => entries ?? []);
}

/** Returns `crc32c` of a range of the file, continued from `previous`. */
type RangeChecksum = (from: number, to: number, previous: number) => number;

function seedOf(length: number, salt: number, offset: number): number {
  const seed = new Uint8Array(16);
  const view = new DataView(seed.buffer);
  view.setUint32(0, salt, true);
  view.setUint32(4, length, true);
  view.setFloat64(8, offset, true);
  return crc32c(seed);
}

function frameAt(
  bytes: Uint8Array,
  view: DataView,
  salt: number,
  at: number,
  checksum: RangeChecksum,
): Frame | undefined {
  if (view.getUint32(at, true) !== MAGIC) return undefined;
  const length = view.getUint32(at + 4, true);
  if (length < PAYLOAD_HEADER || at + HEADER + length > bytes.length) return undefined;
  const [from, to] = [at + HEADER, at + HEADER + length];
  if (checksum(from, to, seedOf(length, salt, at)) !== view.getUint32(at + 8, true)) return undefined;
  return decodePayload(bytes.subarray(from, to));
}

function decodePayload(payload: Uint8Array): Frame | undefined {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const batch = view.getUint32(1, true);
  if (view.getUint8(0) === ABORT) return { kind: 'abort', batch };
  if (view.getUint8(0) !== BATCH) return undefined;
  const entries: ReadEntry[] = [];
  let at = PAYLOAD_HEADER;
  for (let count = view.getUint32(5, true); count > 0; count--) {
    const kind = KINDS[view.getUint8(at)];
    if (!kind) return undefined;
    const idStart = at + ENTRY_HEADER;
    const idEnd = idStart + view.getUint32(at + 9, true);
    const end = idEnd + view.getUint32(at + 13, true);
    entries.push(
      new ReadEntry(kind, view.getFloat64(at + 1, true), view.getUint32(at + 17, true), payload, idStart, idEnd, end),
    );
    at = end;
  }
  for (let next = 0; at + STAMP_RUN <= payload.length; at += STAMP_RUN) {
    const stamp = view.getFloat64(at + 4, true);
    for (let count = view.getUint32(at, true); count > 0 && next < entries.length; count--) {
      entries[next++]!.stamp = stamp || undefined;
    }
  }
  return { kind: 'batch', batch, entries };
}

/** Returns an empty list if no entry has a stamp. Otherwise, entries without a stamp count as stamp 0. */
function stampRuns(entries: readonly WalEntry[]): { count: number; stamp: number }[] {
  const runs: { count: number; stamp: number }[] = [];
  if (entries.every(({ stamp }) => stamp === undefined)) return runs;
  for (const { stamp = 0 } of entries) {
    const last = runs.at(-1);
    if (last?.stamp === stamp) last.count++;
    else runs.push({ count: 1, stamp });
  }
  return runs;
}

/** Decodes the id only when it's read. A start needs no ids, and decoding 2,500 of them took 8 ms. */
class ReadEntry implements WalEntry {
  readonly kind: EntryKind;
  readonly seq: number;
  readonly crc: number;
  stamp: number | undefined = undefined;
  readonly #payload: Uint8Array;
  readonly #idStart: number;
  readonly #idEnd: number;
  readonly #end: number;

  constructor(
    kind: EntryKind,
    seq: number,
    crc: number,
    payload: Uint8Array,
    idStart: number,
    idEnd: number,
    end: number,
  ) {
    this.kind = kind;
    this.seq = seq;
    this.crc = crc;
    this.#payload = payload;
    this.#idStart = idStart;
    this.#idEnd = idEnd;
    this.#end = end;
  }

  get id(): string {
    return JSON.parse(decoder.decode(this.#payload.subarray(this.#idStart, this.#idEnd))) as string;
  }

  get body(): Uint8Array {
    return this.#payload.subarray(this.#idEnd, this.#end);
  }
}
