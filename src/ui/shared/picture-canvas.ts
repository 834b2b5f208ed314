/**
 * Draws a note's picture with its description below. The picture is drawn on a canvas from its bytes, so that nothing
 * is fetched and the page's content policy can't block it. Only the description is shown if the bytes aren't a picture,
 * or are a vector image, which could contain scripts.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { MemoryImage } from '../../core/record/memory.ts';
import type { LineBox } from '../../core/record/picture-words.ts';

const drawn = new WeakMap<Element, MemoryImage>();
const marked = new WeakMap<Element, readonly LineBox[]>();

/** @param captioned false if only screen readers get the description */
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
  paint(canvas, image);
}

export function markLines(canvas: HTMLCanvasElement, lines: readonly LineBox[]): void {
  const before = marked.get(canvas) ?? [];
  if (JSON.stringify(before) === JSON.stringify(lines)) return;
  marked.set(canvas, lines);
  const image = drawn.get(canvas);
  if (image) paint(canvas, image);
}

function paint(canvas: HTMLCanvasElement, image: MemoryImage): void {
  createImageBitmap(new Blob([image.data], { type: image.mimeType })).then(
    (bitmap) => {
      if (drawn.get(canvas) !== image) return;
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      bitmap.close();
      for (const line of marked.get(canvas) ?? []) markLine(context, line);
    },
    () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  );
}

function markLine(context: CanvasRenderingContext2D, { left, top, width, height }: LineBox): void {
  const { canvas } = context;
  const [x, y] = [canvas.width / 1_000, canvas.height / 1_000];
  // A canvas can't use a custom property, so the accent colour is read from the outline.
  const { outlineColor } = getComputedStyle(canvas);
  context.lineWidth = Math.max(2, canvas.width / 400);
  context.strokeStyle = outlineColor;
  context.fillStyle = outlineColor;
  context.strokeRect(left * x, top * y, width * x, height * y);
  context.globalAlpha = 0.2;
  context.fillRect(left * x, top * y, width * x, height * y);
  context.globalAlpha = 1;
}
