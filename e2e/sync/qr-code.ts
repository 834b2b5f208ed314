/** Reads a QR code from the screen with another library than the one that drew it. */
import { createRequire } from 'node:module';
import type { Locator } from '@playwright/test';

const decoderPath = createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js');

interface Decoder {
  jsQR(pixels: Uint8ClampedArray, width: number, height: number): { data: string } | null;
}

export async function textOfCode(code: Locator): Promise<string | null> {
  const page = code.page();
  const picture = (await code.screenshot()).toString('base64');
  // The page's policy doesn't allow other scripts.
  await page.route('**/jsQR.js', (route) => route.fulfill({ path: decoderPath, contentType: 'text/javascript' }));
  await page.addScriptTag({ url: '/jsQR.js' });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return (window as unknown as Decoder).jsQR(data, width, height)?.data ?? null;
  }, picture);
}
