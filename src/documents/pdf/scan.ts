/** Recognises pages that are pictures of text, and draws them for the queue that reads words in pictures. */
import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { MemoryImage } from '../../core/record/memory.ts';
import { MAX_IMAGE_BYTES } from '../../core/record/memory-limits.ts';
import { pictureOf } from '../picture-bytes.ts';
import type { PdfPlatform } from './open-pdf.ts';

/** A scan may have a page number or a scanner's stamp as text. */
const MAX_LETTERS = 50;
/** Share of the page that pictures must cover if it has some text. */
const LEAST_COVER = 0.5;
/** A page with less ink counts as blank. A page with one short word has slightly more. */
const LEAST_INK = 0.0001;
/** Difference from the background in one colour channel. */
const INK = 64;
/** Longest side of a drawn page, in pixels. Above 2,000, the recogniser doesn't get better at scanned paper. */
const LONGEST_SIDE = 2_000;
/** A preview doesn't keep the picture. */
const PREVIEW_SIDE = 500;
const QUALITY = 0.75;
const DEADLINE_MS = 60_000;

type RenderCanvas = Parameters<PDFPageProxy['render']>[0]['canvas'];

export const mayBeScan = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) <= MAX_LETTERS;

/** Draws the page. Null if it isn't a scan. Without text, any ink counts, because letters may be outlines. */
export async function drawScan(
  page: PDFPageProxy,
  text: string,
  { platform, previewOnly }: { platform: PdfPlatform; previewOnly: boolean },
): Promise<OffscreenCanvas | null> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (previewOnly ? PREVIEW_SIDE : LONGEST_SIDE) / Math.max(width, height) });
  const canvas = platform.createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const drawing = page.render({
    // The library's types only allow a document's canvas.
    canvas: canvas as unknown as RenderCanvas,
    viewport,
    annotationMode: AnnotationMode.DISABLE,
    recordImages: true,
  });
  // With a damaged file, the library may wait forever.
  const deadline = setTimeout(() => drawing.cancel(), DEADLINE_MS);
  await drawing.promise.finally(() => clearTimeout(deadline));
  const isScan = text === '' ? hasInk(canvas) : coverOf(page.imageCoordinates) >= LEAST_COVER;
  return isScan ? canvas : null;
}

/** Returns null if the picture is too large to store. */
export async function pictureOfCanvas(canvas: OffscreenCanvas, alt: string): Promise<MemoryImage | null> {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  if (blob.size > MAX_IMAGE_BYTES) return null;
  return pictureOf(new Uint8Array(await blob.arrayBuffer()), blob.type, alt);
}

/** Overlaps count twice. `corners` has three per picture, as fractions of the page. */
function coverOf(corners: ArrayLike<number> | null): number {
  let cover = 0;
  for (let at = 0; at + 5 < (corners?.length ?? 0); at += 6) {
    const [x, y, x1, y1, x2, y2] = Array.from({ length: 6 }, (_, index) => corners![at + index]!) as Corners;
    cover += Math.abs((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y));
  }
  return cover;
}

type Corners = [number, number, number, number, number, number];

/** The colour of the page's corner counts as background. */
function hasInk(canvas: OffscreenCanvas): boolean {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let at = 0; at < data.length; at += 4) {
    const red = Math.abs(data[at]! - data[0]!);
    const green = Math.abs(data[at + 1]! - data[1]!);
    const blue = Math.abs(data[at + 2]! - data[2]!);
    if (Math.max(red, green, blue) >= INK) inked++;
  }
  return inked >= (LEAST_INK * data.length) / 4;
}
