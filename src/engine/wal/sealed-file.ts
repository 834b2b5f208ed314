/**
 * Sealed log files: a run of frames, compressed where that helps, under a header with the checksum of the whole.
 * Written content first, header last: a half-written file has no sound header and is never read.
 */
import { crc32c } from '../../core/bytes/checksum.ts';
import type { FileHeader } from './file-header.ts';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './file-header.ts';
import type { WalEntry } from './frames.ts';
import { decodeFrames, encodeFrame, standingEntries } from './frames.ts';
import type { LogFiles } from './log-files.ts';
import { writeFully } from './log-files.ts';

/** Entries per frame of a sealed file: damage costs at most a frame. */
const FRAME_ENTRIES = 256;

/** Writes `entries` as the new file `name` and flushes it. `seq` is what the header states; returns the stored bytes. */
export async function writeSealed(
  files: LogFiles,
  name: string,
  content: { kind: 'sealed' | 'checkpoint'; storeId: string; seq: number; entries: readonly WalEntry[] },
): Promise<number> {
  const salt = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const packed = await deflate(() => framesOf(content.entries, salt));
  const compressed = packed !== undefined;
  const stored = packed ?? concat([...framesOf(content.entries, salt)]);
  const { kind, storeId, seq } = content;
  const header: FileHeader = {
    kind,
    salt,
    compressed,
    contentCrc: crc32c(stored),
    contentLength: stored.length,
    seq,
    storeId,
  };
  const handle = await files.lock(name, true);
  if (!handle) throw new DOMException('A file of the log is in use', 'NoModificationAllowedError');
  try {
    handle.truncate(0);
    writeFully(handle, stored, HEADER_BYTES);
    handle.flush();
    writeFully(handle, encodeHeader(header), 0);
    handle.flush();
  } catch (error) {
    handle.close();
    // What a full disk left of it would take the room that is missing.
    await files.remove(name);
    throw error;
  }
  handle.close();
  return stored.length;
}

/** Entries of a sealed file, or undefined where it is damaged. */
export async function decodeSealed(bytes: Uint8Array): Promise<WalEntry[] | undefined> {
  const header = decodeHeader(bytes);
  if (!header || header.kind === 'active') return undefined;
  const stored = new Uint8Array(bytes.subarray(HEADER_BYTES, HEADER_BYTES + header.contentLength));
  if (stored.length !== header.contentLength || crc32c(stored) !== header.contentCrc) return undefined;
  const plain = header.compressed ? await through(stored, new DecompressionStream('deflate-raw')) : stored;
  return standingEntries(decodeFrames(plain, header.salt).frames);
}

function* framesOf(entries: readonly WalEntry[], salt: number): Generator<Uint8Array<ArrayBuffer>> {
  let offset = 0;
  for (let at = 0; at < entries.length; at += FRAME_ENTRIES) {
    const batch = { kind: 'batch' as const, batch: at / FRAME_ENTRIES, entries: entries.slice(at, at + FRAME_ENTRIES) };
    const frame = encodeFrame(batch, salt, offset);
    offset += frame.length;
    yield frame;
  }
}

/**
 * Undefined where it would not be smaller. Each frame is made when the one before is compressed: all of them at once, in
 * one piece and once more as a blob, were 128 MiB above the entries of 100,000 memories; so it is 37.
 */
async function deflate(frames: () => Iterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined;
  const { readable, writable } = new CompressionStream('deflate-raw');
  let plain = 0;
  const written = async (): Promise<void> => {
    const writer = writable.getWriter();
    for (const frame of frames()) {
      plain += frame.length;
      await writer.write(frame);
    }
    await writer.close();
  };
  const [packed] = await Promise.all([new Response(readable).arrayBuffer(), written()]);
  return packed.byteLength < plain ? new Uint8Array(packed) : undefined;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
