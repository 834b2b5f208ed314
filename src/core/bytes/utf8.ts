/**
 * Text as UTF-8 without an object that stays. `TextEncoder.encode` makes a buffer and two of the browser's objects a call,
 * which only a collection of the whole heap frees: five calls a memory were a third of what an import left to be collected.
 */
const encoder = new TextEncoder();
/** A UTF-16 code unit takes at most so many bytes. */
export const BYTES_A_UNIT = 3;
const KEPT_BYTES = 1_048_576;
let scratch = new Uint8Array(4_096);

/** The bytes of `text`, valid until the next call. Lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  const most = text.length * BYTES_A_UNIT;
  if (most > KEPT_BYTES) return encoder.encode(text);
  if (most > scratch.length) scratch = new Uint8Array(Math.min(KEPT_BYTES, 2 * most));
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}
