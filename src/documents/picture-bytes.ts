import { fromBase64 } from '../core/bytes/base64.ts';
import type { MemoryImage } from '../core/record/memory.ts';
import { MAX_ALT_LENGTH } from '../core/record/memory-limits.ts';

const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp|avif|bmp));base64,/i;
const SHOWN = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i;

export function pictureOfData(url: string, alt: string): MemoryImage | null {
  const mimeType = DATA_URL.exec(url.slice(0, 64))?.[1];
  if (!mimeType) return null;
  return pictureOf(fromBase64(url.slice(url.indexOf(',') + 1).replace(/\s+/g, '')), mimeType.toLowerCase(), alt);
}

/** `documentRows` leaves out pictures that are too large, and reports them. */
export function pictureOf(bytes: Uint8Array | null, mimeType: string, alt: string): MemoryImage | null {
  if (!bytes || bytes.length === 0 || !SHOWN.test(mimeType)) return null;
  return { data: bytes.slice().buffer as ArrayBuffer, mimeType, alt: (alt || 'Picture').slice(0, MAX_ALT_LENGTH) };
}
