/** Finds a picture's lines and reads each, with PP-OCR's two models. The steps and their figures are PaddleOCR's. */
import type { PictureText } from '../../protocol/embedder-api.ts';
import { charactersOf, decodeLine, type LineText } from './decode-line.ts';
import { type PixelBox, type Pixels, type Planes, sampleBox, wholePicture } from './pixels.ts';
import { type Extent, inReadingOrder, type PlacedText } from './reading-order.ts';
import { type ProbabilityMap, textBoxes } from './text-boxes.ts';

/** One input `[1, 3, height, width]`, one output. */
export interface PictureModel {
  /** Rejects with `aborted` if the signal fires before the run starts. */
  run(input: Planes, signal?: AbortSignal): Promise<Float32Array>;
  dispose(): Promise<void>;
}

export interface PictureModels {
  detector: PictureModel;
  recognizer: PictureModel;
  dictionary: string;
}

/** Longest side of the detector's input, in pixels. With fewer, a screenshot of 1280 × 800 would lose small text. */
const LONGEST_SIDE = 1_280;
/** The detector's layers halve the picture five times. */
const MULTIPLE = 32;
const LINE_HEIGHT = 48;
/** The runtime has to prepare for each new input shape, so widths are rounded up. */
const LINE_STEP = 32;
/** Maximum width of a line in the recogniser's input, in pixels. Fits about 130 letters. */
const LONGEST_LINE = 3_200;
/**
 * Reading time grows with the width. At 0.75, word recall fell from 0.99 to 0.97. At 0.6 it fell to 0.6, because
 * letters get narrower than two of the recogniser's steps.
 */
const NARROWER = 0.8;
/** Minimum confidence of a line. Below it, the line is usually a texture that looks like text. */
const LEAST_CONFIDENCE = 0.6;

const FOR_DETECTION = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;
const FOR_RECOGNITION = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const;

export class PictureReader {
  readonly #models: PictureModels;
  readonly #characters: readonly string[];

  constructor(models: PictureModels) {
    this.#models = models;
    this.#characters = charactersOf(models.dictionary);
  }

  async read(picture: Pixels, signal?: AbortSignal): Promise<PictureText> {
    const parts: (PlacedText & { confidence: number })[] = [];
    for (const box of await this.#find(picture, signal)) {
      const line = await this.#readLine(picture, box, signal);
      if (line.confidence >= LEAST_CONFIDENCE) parts.push({ ...line, box });
    }
    const letters = parts.reduce((sum, { text }) => sum + text.length, 0);
    const weighted = parts.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
    const rows = inReadingOrder(parts);
    return {
      text: rows.map(({ text }) => text).join('\n'),
      boxes: rows.flatMap(({ around }) => thousandths(around, picture)),
      confidence: letters === 0 ? 0 : weighted / letters,
    };
  }

  async dispose(): Promise<void> {
    await this.#models.detector.dispose();
    await this.#models.recognizer.dispose();
  }

  async #find(picture: Pixels, signal?: AbortSignal): Promise<PixelBox[]> {
    const { width, height } = detectionSize(picture);
    const input = sampleBox(picture, wholePicture(picture), { width, height }, FOR_DETECTION);
    const map: ProbabilityMap = { data: await this.#models.detector.run(input, signal), width, height };
    const scaleX = picture.width / width;
    const scaleY = picture.height / height;
    return textBoxes(map).map((box) => scaled(box, scaleX, scaleY));
  }

  async #readLine(picture: Pixels, found: PixelBox, signal?: AbortSignal): Promise<LineText> {
    const box = upright(found);
    const natural = (LINE_HEIGHT * box.halfWidth) / box.halfHeight;
    const width = Math.min(LONGEST_LINE, Math.max(1, Math.round(NARROWER * natural)));
    const padded = Math.ceil(width / LINE_STEP) * LINE_STEP;
    const input = sampleBox(picture, box, { width, height: LINE_HEIGHT, padded }, FOR_RECOGNITION);
    return decodeLine(await this.#models.recognizer.run(input, signal), this.#characters);
  }
}

/**
 * Returns left, top, width and height in thousandths of the picture. The rectangle around a leaning line may reach
 * beyond the picture, so it's clipped.
 */
function thousandths({ left, right, top, bottom }: Extent, { width, height }: Pixels): number[] {
  const share = (length: number, whole: number): number =>
    Math.round((1_000 * Math.min(whole, Math.max(0, length))) / whole);
  const [x, y] = [share(left, width), share(top, height)];
  return [x, y, share(right, width) - x, share(bottom, height) - y];
}

export function detectionSize({ width, height }: Pick<Pixels, 'width' | 'height'>): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const side = (length: number): number => Math.max(MULTIPLE, Math.round((length * scale) / MULTIPLE) * MULTIPLE);
  return { width: side(width), height: side(height) };
}

/** The two scales differ only by rounding, so the angle stays the same. */
function scaled(box: PixelBox, scaleX: number, scaleY: number): PixelBox {
  return {
    x: box.x * scaleX,
    y: box.y * scaleY,
    halfWidth: box.halfWidth * scaleX,
    halfHeight: box.halfHeight * scaleY,
    angle: box.angle,
  };
}

/** A box that's much taller than wide is a line that runs upwards. */
function upright(box: PixelBox): PixelBox {
  if (box.halfHeight < 1.5 * box.halfWidth) return box;
  return { ...box, halfWidth: box.halfHeight, halfHeight: box.halfWidth, angle: box.angle - Math.PI / 2 };
}
