/**
 * Packs content: deflated if that makes it smaller, and padded so that its length reveals little (PADMÉ). Layout: flags
 * u8 (1 = deflate-raw), length of the body u32 and of the content u32 (little endian), the body, zeros.
 *
 * Uses `fflate`, because browsers' `CompressionStream`s write different bytes, and equal versions must have equal
 * bytes.
 */
import { deflateSync, inflateSync } from 'fflate';

const HEADER = 9;
const DEFLATED = 1;
const DEFLATE_FROM = 512;
const LEVEL = 6;
const SMALLEST = 256;
/** Enough for a text of 1 MB with its conflict versions. A larger claimed size is a decompression bomb. */
const MAX_CONTENT = 24 * 1_048_576;

export function packPayload(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const deflated = content.length > DEFLATE_FROM ? deflateSync(content, { level: LEVEL }) : content;
  const isSmaller = deflated.length < content.length;
  const body = isSmaller ? deflated : content;
  const payload = new Uint8Array(paddedLength(HEADER + body.length));
  const view = new DataView(payload.buffer);
  view.setUint8(0, isSmaller ? DEFLATED : 0);
  view.setUint32(1, body.length, true);
  view.setUint32(5, content.length, true);
  payload.set(body, HEADER);
  return payload;
}

/** @throws RangeError if `packPayload` didn't write the payload. */
export function unpackPayload(payload: Uint8Array): Uint8Array {
  if (payload.length < HEADER) throw new RangeError('the payload is too short');
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const flags = view.getUint8(0);
  const bodyLength = view.getUint32(1, true);
  const contentLength = view.getUint32(5, true);
  if (flags > DEFLATED) throw new RangeError('the payload has unknown flags');
  if (HEADER + bodyLength > payload.length) throw new RangeError('the payload is cut');
  if (contentLength > MAX_CONTENT) throw new RangeError('the content is too large');
  const body = payload.subarray(HEADER, HEADER + bodyLength);
  // The buffer has one byte more than expected. Otherwise, excess content would be cut off unnoticed.
  const content = flags === DEFLATED ? inflateSync(body, { out: new Uint8Array(contentLength + 1) }) : body;
  if (content.length !== contentLength) throw new RangeError('the content has another length');
  return content;
}

/**
 * PADMÉ (Nikitin et al., PoPETs 2019). Above 256 bytes, adds at most 12 % and reveals O(log log L) bits of length L.
 */
export function paddedLength(length: number): number {
  if (length <= SMALLEST) return SMALLEST;
  const exponent = Math.floor(Math.log2(length));
  const kept = Math.floor(Math.log2(exponent)) + 1;
  const step = 2 ** (exponent - kept);
  return Math.ceil(length / step) * step;
}
