/**
 * Most texts are encoded with `encodeInto`, into a reused buffer. Arrays allocated by `encode` are freed only by a full
 * garbage collection, and were a third of an import's garbage.
 */
const encoder = new TextEncoder();
export const MAX_BYTES_PER_UNIT = 3;
const KEPT_BYTES = 1_048_576;
let scratch = new Uint8Array(4_096);

/** The bytes are valid until the next call. Lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  const most = text.length * MAX_BYTES_PER_UNIT;
  if (most > KEPT_BYTES) return encoder.encode(text);
  if (most > scratch.length) scratch = new Uint8Array(Math.min(KEPT_BYTES, 2 * most));
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}
