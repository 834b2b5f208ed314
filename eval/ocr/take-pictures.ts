import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { type Camera, type Kind, picturePage } from './layouts.ts';

export interface TakenPicture {
  kind: Kind;
  file: string;
  /** The text in the picture, in reading order. */
  text: string;
}

export async function takePictures(browser: Browser, folder: string, count: number): Promise<TakenPicture[]> {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage();
  const taken: TakenPicture[] = [];
  for (let seed = 0; seed < count; seed++) {
    const { kind, html, width, height, camera } = picturePage(seed);
    await page.setViewportSize({ width, height });
    await page.setContent(html);
    await page.evaluate(async () => void (await document.fonts.ready));
    const text = await page.evaluate(visibleText);
    if (camera) await page.evaluate(tilt, camera);
    const screenshot = await page.screenshot();
    const file = `${String(seed).padStart(3, '0')}.${camera ? 'jpg' : 'png'}`;
    writeFileSync(join(folder, file), camera ? await developed(page, screenshot, camera, seed) : screenshot);
    taken.push({ kind, file, text });
  }
  await page.close();
  return taken;
}

/** Returns the completely visible words, in the order of the document. */
function visibleText(): string {
  const words: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let frame = document.documentElement.getBoundingClientRect();
    const clip = node.parentElement!.closest('main, aside');
    if (clip) frame = clip.getBoundingClientRect();
    const bottom = Math.min(frame.bottom, innerHeight);
    for (const { 0: word, index } of node.textContent!.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      if (box.bottom <= bottom && box.right <= frame.right) words.push(word);
    }
  }
  return words.join(' ');
}

function tilt({ transform, blur, shade }: Camera): void {
  const sheet = document.querySelector<HTMLElement>('main')!;
  sheet.style.transform = transform;
  sheet.style.filter = `blur(${blur}px)`;
  const light = document.createElement('div');
  light.style.cssText = `position: fixed; inset: 0; background: linear-gradient(100deg, transparent, rgb(0 0 0 / ${shade}))`;
  document.body.append(light);
}

/** Adds sensor noise, and compresses the picture as a phone does. */
async function developed(page: Page, screenshot: Buffer, camera: Camera, seed: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ png, noise, seed: start }) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
      let state = start + 1;
      for (let at = 0; at < pixels.data.length; at += 4) {
        // The sum of three uniform random numbers is close to a normal distribution with a standard deviation of 0.5.
        let sum = 0;
        for (let draw = 0; draw < 3; draw++) {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          sum += state / 2 ** 32;
        }
        const grain = 2 * noise * (sum - 1.5);
        for (let channel = 0; channel < 3; channel++) pixels.data[at + channel]! += grain;
      }
      context.putImageData(pixels, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer(),
      );
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    },
    { png: screenshot.toString('base64'), noise: camera.noise, seed },
  );
  return Buffer.from(encoded, 'latin1');
}
