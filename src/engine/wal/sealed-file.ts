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
  const plain = encodeEntries(content.entries, salt);
  const packed = await deflate(plain);
  const compressed = packed !== undefined && packed.length < plain.length;
  const stored = compressed ? packed : plain;
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

function encodeEntries(entries: readonly WalEntry[], salt: number): Uint8Array<ArrayBuffer> {
  const frames: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < entries.length; at += FRAME_ENTRIES) {
    const batch = { kind: 'batch' as const, batch: frames.length, entries: entries.slice(at, at + FRAME_ENTRIES) };
    const frame = encodeFrame(batch, salt, length);
    frames.push(frame);
    length += frame.length;
  }
  return concat(frames, length);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return typeof CompressionStream === 'undefined' ? undefined : through(bytes, new CompressionStream('deflate-raw'));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
