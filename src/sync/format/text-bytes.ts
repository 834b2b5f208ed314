/** Each result has its own buffer, which no later call overwrites. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const textBytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** @throws TypeError if the bytes aren't UTF-8. */
export const bytesText = (bytes: Uint8Array): string => decoder.decode(bytes);

export const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => joinAll(parts);

/** A call can't have any number of arguments, so this takes a list. */
export function joinAll(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
