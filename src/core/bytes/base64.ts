/** Base64 (RFC 4648 §4, padded) of bytes, both ways. Pure: `btoa` is a browser's, and slow on large images. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int16Array(128).fill(-1);
for (let index = 0; index < ALPHABET.length; index++) VALUES[ALPHABET.charCodeAt(index)] = index;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  let part = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group =
      (bytes[index]! << 16) | ((left > 1 ? bytes[index + 1]! : 0) << 8) | (left > 2 ? bytes[index + 2]! : 0);
    part +=
      ALPHABET[group >> 18]! +
      ALPHABET[(group >> 12) & 63]! +
      (left > 1 ? ALPHABET[(group >> 6) & 63]! : '=') +
      (left > 2 ? ALPHABET[group & 63]! : '=');
    if (part.length >= 8_192) {
      parts.push(part);
      part = '';
    }
  }
  parts.push(part);
  return parts.join('');
}

/** Null where `text` is not padded base64. */
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
