/** Base64 with padding (RFC 4648 §4). `btoa` would first need the bytes as a string. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int16Array(128).fill(-1);
for (let index = 0; index < ALPHABET.length; index++) VALUES[ALPHABET.charCodeAt(index)] = index;

const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const PAD = '='.charCodeAt(0);
const decoder = new TextDecoder();

/** Appending letters to a string instead took 9 s for the largest images that a memory may have. */
export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const whole = bytes.length - (bytes.length % 3);
  let at = 0;
  for (let index = 0; index < whole; index += 3) {
    const group = (bytes[index]! << 16) | (bytes[index + 1]! << 8) | bytes[index + 2]!;
    text[at++] = CODES[group >> 18]!;
    text[at++] = CODES[(group >> 12) & 63]!;
    text[at++] = CODES[(group >> 6) & 63]!;
    text[at++] = CODES[group & 63]!;
  }
  if (whole < bytes.length) {
    const two = whole + 1 < bytes.length;
    const group = (bytes[whole]! << 16) | (two ? bytes[whole + 1]! << 8 : 0);
    text[at++] = CODES[group >> 18]!;
    text[at++] = CODES[(group >> 12) & 63]!;
    text[at++] = two ? CODES[(group >> 6) & 63]! : PAD;
    text[at++] = PAD;
  }
  return decoder.decode(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  let group = 0;
  for (let index = 0; index < digits; index++) {
    const value = VALUES[text.charCodeAt(index)] ?? -1;
    if (value < 0) return null;
    group = (group << 6) | value;
    if (index % 4 === 3) {
      bytes[at++] = group >> 16;
      bytes[at++] = (group >> 8) & 255;
      bytes[at++] = group & 255;
      group = 0;
    }
  }
  if (padding === 1) {
    bytes[at++] = group >> 10;
    bytes[at++] = (group >> 2) & 255;
  } else if (padding === 2) {
    bytes[at++] = group >> 4;
  }
  return bytes;
}
