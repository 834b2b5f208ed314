/** Turns a picture upright and scales it down. That also drops a photo's metadata, such as place and camera. */
import type { MemoryImage } from '../../../core/record/memory.ts';

/** Pixels. Such a picture is sharp on a whole screen, and about 0.2 MB as WebP. */
const MAX_EDGE = 1_600;
const QUALITY = 0.82;

/** Rejects if the browser can't read the file as a picture. */
export async function readPicture(file: Blob): Promise<MemoryImage> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await encode(canvas);
  return { data: await blob.arrayBuffer(), mimeType: blob.type, alt: '' };
}

/** Safari can't encode WebP and returns PNG, in which a photo is ten times as large. JPEG is then tried too. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const as = (type: string): Promise<Blob> =>
    new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY);
    });
  const webp = await as('image/webp');
  if (webp.type === 'image/webp') return webp;
  const jpeg = await as('image/jpeg');
  return jpeg.size < webp.size ? jpeg : webp;
}
