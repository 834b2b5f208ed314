const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Converts at most 16,384 bytes in one call, which takes a third of the time that appending pairs of digits takes. */
export function toHex(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const codes = new Array<number>(2 * (to - from));
  for (let at = from, digit = 0; at < to; at++) {
    codes[digit++] = DIGITS[bytes[at]! >> 4]!;
    codes[digit++] = DIGITS[bytes[at]! & 15]!;
  }
  return String.fromCharCode.apply(null, codes);
}
