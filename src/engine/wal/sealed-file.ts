/** Sealed log files: a header with a checksum of the content, then frames, compressed if the browser supports it. */
import { crc32c } from '../../core/bytes/checksum.ts';
import { unlessAborted } from '../../protocol/deadline.ts';
import { createYield } from '../../protocol/yield.ts';
import type { FileHeader } from './file-header.ts';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './file-header.ts';
import type { WalEntry } from './frames.ts';
import { decodeFrames, encodeFrame, unabortedEntries } from './frames.ts';
import type { LogFiles } from './log-files.ts';
import type { ImagePosition, StoreImage } from './write-ahead-log.ts';

/** Entries per frame. Only one frame at a time is in memory uncompressed. */
const FRAME_ENTRIES = 256;
/**
 * Bytes compressed between two pauses. Memories with pictures make frames of tens of megabytes: compressing 38 MB in
 * one piece blocked the worker for 2.7 s, in pieces of 512 KiB for 150 ms at most (Chromium 156, load 12).
 */
const PIECE_BYTES = 128 * 1024;

/** Writes nothing if it's aborted before the file is open. Errors: of `image`; the file system's; the signal's reason. */
export async function writeSealed(
  files: LogFiles,
  name: string,
  kind: 'sealed' | 'checkpoint',
  image: StoreImage,
  signal?: AbortSignal,
): Promise<{ seq: number; storeId: string; bytes: number }> {
  const salt = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const { stored, compressed, position } = await pack(image, salt, signal);
  const { storeId, seq } = position;
  const header: FileHeader = {
    kind,
    salt,
    compressed,
    contentCrc: crc32c(stored),
    contentLength: stored.length,
    seq,
    storeId,
  };
  await files.write(name, encodeHeader(header), stored, signal);
  return { seq, storeId, bytes: stored.length };
}

export async function decodeSealed(bytes: Uint8Array): Promise<WalEntry[] | undefined> {
  const content = contentOf(bytes);
  if (!content) return undefined;
  const { header, stored } = content;
  const plain = header.compressed ? await through(stored, new DecompressionStream('deflate-raw')) : stored;
  return unabortedEntries(decodeFrames(plain, header.salt).frames);
}

/** Checks the content without unpacking it, which for a checkpoint would take several times the memory of its file. */
export function isIntact(bytes: Uint8Array): boolean {
  return contentOf(bytes) !== undefined;
}

function contentOf(bytes: Uint8Array): { header: FileHeader; stored: Uint8Array<ArrayBuffer> } | undefined {
  const header = decodeHeader(bytes);
  if (!header || header.kind === 'active') return undefined;
  const stored = bytes.subarray(HEADER_BYTES, HEADER_BYTES + header.contentLength) as Uint8Array<ArrayBuffer>;
  const isWhole = stored.length === header.contentLength && crc32c(stored) === header.contentCrc;
  return isWhole ? { header, stored } : undefined;
}

/** Each frame is compressed before the next is encoded, so that the whole image is never in memory uncompressed. */
async function pack(
  image: StoreImage,
  salt: number,
  signal?: AbortSignal,
): Promise<{ stored: Uint8Array<ArrayBuffer>; compressed: boolean; position: ImagePosition }> {
  const compressed = typeof CompressionStream !== 'undefined';
  const { readable, writable } = compressed
    ? new CompressionStream('deflate-raw')
    : new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const packed = new Response(readable).arrayBuffer();
  // If the image fails, `writeFrames` throws its error, and this rejection must not be reported as unhandled.
  packed.catch(() => {});
  const position = await writeFrames(image, salt, writable.getWriter(), signal);
  return { stored: new Uint8Array(await packed), compressed, position };
}

/** Errors: those of `image` and the signal's reason, which also abort the stream. */
async function writeFrames(
  image: StoreImage,
  salt: number,
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
  signal?: AbortSignal,
): Promise<ImagePosition> {
  const pause = createYield();
  let offset = 0;
  let batch = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      // On a full disk, reading a page can take seconds.
      const { done, value } = await unlessAborted(image.next(), signal);
      if (done) {
        await writer.close();
        return value;
      }
      for (let at = 0; at < value.length; at += FRAME_ENTRIES) {
        const entries = value.slice(at, at + FRAME_ENTRIES);
        const frame = encodeFrame({ kind: 'batch', batch: batch++, entries }, salt, offset);
        offset += frame.length;
        for (let from = 0; from < frame.length; from += PIECE_BYTES) {
          await writer.write(frame.subarray(from, from + PIECE_BYTES));
          await pause();
          signal?.throwIfAborted();
        }
      }
    }
  } catch (error) {
    void writer.abort(error).catch(() => {});
    throw error;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
