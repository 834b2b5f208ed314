/**
 * Draws a note's picture with its description below. It's a canvas drawn from the picture's bytes, so that nothing is
 * fetched and the page's content policy can't block it. If the bytes aren't a picture, or are a vector image, which
 * could contain scripts, only the description is shown.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { MemoryImage } from '../../core/record/memory.ts';

const drawn = new WeakMap<Element, MemoryImage>();

/**
 * @param captioned whether the description is also shown below; it's hidden from screen readers, which read the label
 */
export function renderPicture(key: string, image: MemoryImage, alt: string, captioned = true): TemplateResult {
  return html`<span class="picture" part="picture" data-key=${key}
    ><canvas
      role="img"
      aria-label=${alt}
      width="0"
      height="0"
      ${ref((canvas) => canvas && draw(canvas as HTMLCanvasElement, image))}
    ></canvas
    >${captioned && alt ? html`<span class="caption" aria-hidden="true" dir="auto">${alt}</span>` : nothing}</span
  >`;
}

/** Draws the picture once, although every rendering calls this. */
function draw(canvas: HTMLCanvasElement, image: MemoryImage): void {
  if (drawn.get(canvas) === image) return;
  drawn.set(canvas, image);
  createImageBitmap(new Blob([image.data], { type: image.mimeType })).then(
    (bitmap) => {
      if (drawn.get(canvas) !== image) return;
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
      bitmap.close();
    },
    () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  );
}
