/** Writes a zip (APPNOTE 6.3.10) in one pass, with only its directory in memory. Uses zip64 only if it's needed. */
import { HybridSearchError } from '../../core/errors.ts';
import { crc32 } from './crc32.ts';
import { MAX_ENTRIES } from './limits.ts';

const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
const VERSION_64 = 45;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** The first and the last day that a zip can represent. */
const FIRST_DAY = new Date(1980, 0, 1).getTime();
const LAST_DAY = new Date(2107, 11, 31).getTime();
const MAX_SECONDS = 0x7fffffff;

export class ZipWriter {
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #directory: Uint8Array<ArrayBuffer>[] = [];
  readonly #most: number;
  #offset = 0;

  /** @param most maximum number of files. Default: as many as an import reads. */
  constructor(write: (bytes: Uint8Array<ArrayBuffer>) => void, most = MAX_ENTRIES) {
    this.#write = write;
    this.#most = most;
  }

  /** `time`: milliseconds since 1970. `pack`: false for compressed content like pictures. Errors: `unsupported`. */
  async add(path: string, content: Uint8Array<ArrayBuffer>, time: number, pack: boolean): Promise<void> {
    if (this.#entries >= this.#most)
      throw new HybridSearchError(
        'unsupported',
        `a folder of more than ${this.#most} files: export as JSON Lines instead`,
      );
    const name = new TextEncoder().encode(path);
    const packed = pack ? await deflated(content) : content;
    const smaller = packed.length < content.length;
    const stored = smaller ? packed : content;
    const facts = new Fields(24)
      .u16(VERSION)
      .u16(UTF8_NAMES)
      .u16(smaller ? DEFLATED : STORED)
      .u32(dosTime(time))
      .u32(crc32(content))
      .u32(stored.length)
      .u32(content.length)
      .u16(name.length);
    const at = this.#offset;
    const timestamp = extendedTime(time);
    this.#put(new Fields(30).u32(0x04034b50).append(facts.bytes).u16(timestamp.length).bytes, name, timestamp, stored);
    const far = at >= MAX_32;
    const place = far ? new Fields(12).u16(1).u16(8).u64(at).bytes : new Uint8Array();
    const entry = new Fields(46)
      .u32(0x02014b50)
      .u16(far ? VERSION_64 : VERSION)
      .append(facts.bytes);
    entry
      .u16(timestamp.length + place.length)
      .u16(0)
      .u16(0)
      .u16(0)
      .u32(0)
      .u32(far ? MAX_32 : at);
    this.#directory.push(
      entry.bytes,
      name,
      new Fields(timestamp.length + place.length).append(timestamp).append(place).bytes,
    );
  }

  end(): void {
    const start = this.#offset;
    const entries = this.#entries;
    for (const part of this.#directory) this.#put(part);
    const size = this.#offset - start;
    if (entries >= MAX_16 || start >= MAX_32 || size >= MAX_32) {
      const end = this.#offset;
      const record = new Fields(56).u32(0x06064b50).u64(44).u16(VERSION_64).u16(VERSION_64).u32(0).u32(0);
      this.#put(record.u64(entries).u64(entries).u64(size).u64(start).bytes);
      this.#put(new Fields(20).u32(0x07064b50).u32(0).u64(end).u32(1).bytes);
    }
    const count = Math.min(MAX_16, entries);
    const last = new Fields(22).u32(0x06054b50).u16(0).u16(0).u16(count).u16(count);
    this.#put(last.u32(Math.min(MAX_32, size)).u32(Math.min(MAX_32, start)).u16(0).bytes);
  }

  get #entries(): number {
    return this.#directory.length / 3;
  }

  #put(...parts: Uint8Array<ArrayBuffer>[]): void {
    for (const part of parts) {
      this.#write(part);
      this.#offset += part.length;
    }
  }
}

class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  u8(value: number): this {
    this.#view.setUint8(this.#at, value);
    this.#at += 1;
    return this;
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  u64(value: number): this {
    return this.u32(value % 2 ** 32).u32(Math.floor(value / 2 ** 32));
  }

  append(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }
}

async function deflated(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Response(content).body!.pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** `dosTime` has no time zone, so this is in UTC. Empty if the time doesn't fit. */
function extendedTime(time: number): Uint8Array<ArrayBuffer> {
  const seconds = Math.floor(time / 1_000);
  if (seconds <= 0 || seconds > MAX_SECONDS) return new Uint8Array();
  return new Fields(9).u16(0x5455).u16(5).u8(1).u32(seconds).bytes;
}

/** Time of day in the lower half, date in the upper one, in the user's time zone. */
function dosTime(time: number): number {
  const date = new Date(Math.min(LAST_DAY, Math.max(FIRST_DAY, time)));
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const clock = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 65_536 + clock;
}
