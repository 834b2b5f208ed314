/** A decoded picture, and how the models' inputs are sampled from it. PaddleOCR's models were trained on BGR. */

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, four bytes a pixel, opaque. */
  data: Uint8ClampedArray;
}

export interface PixelBox {
  x: number;
  y: number;
  /** Half of the box's length along the text, and half of its height, in pixels. */
  halfWidth: number;
  halfHeight: number;
  /** Radians, clockwise; 0 is text from left to right. */
  angle: number;
}

/** `[3, height, width]` float32, planes in the order blue, green, red. */
export interface Planes {
  data: Float32Array;
  width: number;
  height: number;
}

export interface Normalization {
  /** Mean of each channel, on a scale from 0 to 1. */
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
}

/** If the box shrinks by more than half, averages samples, or thin strokes would be lost. The padding is 0. */
export function sampleBox(
  { data, width: columns, height: rows }: Pixels,
  box: PixelBox,
  { width, height, padded = width }: { width: number; height: number; padded?: number },
  { mean, deviation }: Normalization,
): Planes {
  const plane = padded * height;
  const planes = new Float32Array(3 * plane);
  const stepX = (2 * box.halfWidth) / width;
  const stepY = (2 * box.halfHeight) / height;
  const manyX = Math.max(1, Math.round(stepX / 1.5));
  const manyY = Math.max(1, Math.round(stepY / 1.5));
  const cos = Math.cos(box.angle);
  const sin = Math.sin(box.angle);
  const share = 1 / (manyX * manyY * 255);
  const scale = deviation.map((value) => share / value);
  const shift = mean.map((value, channel) => value / deviation[channel]!);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let part = 0; part < manyX * manyY; part++) {
        const along = (column + ((part % manyX) + 0.5) / manyX) * stepX - box.halfWidth;
        const down = (row + (Math.floor(part / manyX) + 0.5) / manyY) * stepY - box.halfHeight;
        const x = clamp(box.x + along * cos - down * sin - 0.5, columns - 1);
        const y = clamp(box.y + along * sin + down * cos - 0.5, rows - 1);
        const left = Math.floor(x);
        const top = Math.floor(y);
        const right = Math.min(left + 1, columns - 1);
        const bottom = Math.min(top + 1, rows - 1);
        const a = (top * columns + left) * 4;
        const b = (top * columns + right) * 4;
        const c = (bottom * columns + left) * 4;
        const d = (bottom * columns + right) * 4;
        const ofD = (x - left) * (y - top);
        const ofB = x - left - ofD;
        const ofC = y - top - ofD;
        const ofA = 1 - ofB - ofC - ofD;
        red += data[a]! * ofA + data[b]! * ofB + data[c]! * ofC + data[d]! * ofD;
        green += data[a + 1]! * ofA + data[b + 1]! * ofB + data[c + 1]! * ofC + data[d + 1]! * ofD;
        blue += data[a + 2]! * ofA + data[b + 2]! * ofB + data[c + 2]! * ofC + data[d + 2]! * ofD;
      }
      const at = row * padded + column;
      planes[at] = blue * scale[0]! - shift[0]!;
      planes[plane + at] = green * scale[1]! - shift[1]!;
      planes[2 * plane + at] = red * scale[2]! - shift[2]!;
    }
  }
  return { data: planes, width: padded, height };
}

export function wholePicture({ width, height }: Pixels): PixelBox {
  return { x: width / 2, y: height / 2, halfWidth: width / 2, halfHeight: height / 2, angle: 0 };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
