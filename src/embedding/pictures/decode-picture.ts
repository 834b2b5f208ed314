/** Decodes a picture into pixels with the browser's own decoder, and turns it upright according to its EXIF data. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Pixels } from './pixels.ts';

/** Longest side, in pixels. A page of paper is readable at 2,000, and a photo of 48 megapixels would take 200 MB. */
const LONGEST_SIDE = 2_560;

/** Rejects with `invalid-import` if the browser can't decode the picture, or `unsupported` without a canvas. */
export async function decodePicture(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const blob = new Blob([bytes]);
  const whole = await bitmapOf(blob);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(whole.width, whole.height));
  const width = Math.max(1, Math.round(whole.width * scale));
  const height = Math.max(1, Math.round(whole.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new HybridSearchError('unsupported', 'no canvas in this worker');
  // White, because text on a transparent background is mostly dark.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, width, height);
  whole.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

async function bitmapOf(blob: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob);
  } catch (cause) {
    throw new HybridSearchError('invalid-import', 'the picture cannot be decoded', { cause });
  }
}
