import { describe, expect, it } from 'vitest';
import { charactersOf, decodeLine } from './decode-line.ts';
import { type PixelBox, type Pixels, sampleBox } from './pixels.ts';
import { detectionSize, PictureReader } from './read-picture.ts';
import { inReadingOrder } from './reading-order.ts';
import { convexHull, smallestRectangle, textBoxes } from './text-boxes.ts';

const PLAIN = { mean: [0, 0, 0], deviation: [1, 1, 1] } as const;

function leaningMap(
  width: number,
  height: number,
  inside: PixelBox,
): { data: Float32Array; width: number; height: number } {
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x + 0.5 - inside.x;
      const dy = y + 0.5 - inside.y;
      const along = dx * Math.cos(inside.angle) + dy * Math.sin(inside.angle);
      const down = dy * Math.cos(inside.angle) - dx * Math.sin(inside.angle);
      if (Math.abs(along) < inside.halfWidth && Math.abs(down) < inside.halfHeight) data[y * width + x] = 0.9;
    }
  }
  return { data, width, height };
}

const box = (x: number, y: number, width: number, height = 20, angle = 0): PixelBox => ({
  x: x + width / 2,
  y: y + height / 2,
  halfWidth: width / 2,
  halfHeight: height / 2,
  angle,
});

describe('boxes of text', () => {
  for (const degrees of [0, 7, -30]) {
    it(`finds a line that leans by ${degrees}°, and grows it`, () => {
      const angle = (degrees * Math.PI) / 180;
      const core = { x: 100, y: 90, halfWidth: 60, halfHeight: 6, angle };
      const [found, ...rest] = textBoxes(leaningMap(200, 180, core));
      expect(rest).toEqual([]);
      expect(found!.angle).toBeCloseTo(angle, 1);
      expect(Math.abs(found!.x - 100)).toBeLessThan(1);
      expect(Math.abs(found!.y - 90)).toBeLessThan(1);
      // 120 × 12, enlarged on each side by 1.6 times its area divided by its perimeter.
      const grown = (1.6 * 120 * 12) / (2 * 132);
      expect(Math.abs(found!.halfHeight - 6 - grown)).toBeLessThan(2);
      expect(Math.abs(found!.halfWidth - 60 - grown)).toBeLessThan(2);
    });
  }

  it('separates lines, and leaves out specks and faint marks', () => {
    const lines = [box(10, 10, 80, 8), box(10, 40, 60, 8), box(150, 10, 2, 2)].map(
      (one) => leaningMap(200, 100, one).data,
    );
    const faint = leaningMap(200, 100, box(10, 70, 80, 8)).data.map((value) => value * 0.4);
    const data = new Float32Array(200 * 100);
    for (const one of [...lines, faint]) for (const [at, value] of one.entries()) data[at] = Math.max(data[at]!, value);
    expect(textBoxes({ data, width: 200, height: 100 })).toHaveLength(2);
  });

  it('finishes in time if the whole map is text', () => {
    expect(textBoxes({ data: new Float32Array(512 * 512).fill(1), width: 512, height: 512 })).toHaveLength(1);
  });

  it('takes the smallest rectangle around a shape', () => {
    const hull = convexHull([
      [0, 1],
      [1, 0],
      [5, 4],
      [4, 5],
      [2, 2],
    ]);
    expect(hull).toHaveLength(4);
    const { halfWidth, halfHeight } = smallestRectangle(hull);
    expect(4 * halfWidth * halfHeight).toBeCloseTo(8);
  });
});

describe('a line', () => {
  const characters = charactersOf('a\nb\n');
  /** One row per step, from a class and its probability. The rest of the probability goes to the blank. */
  const steps = (...rows: (readonly [best: number, probability: number])[]): Float32Array =>
    Float32Array.from(
      rows.flatMap(([best, probability]) => {
        const row = [0, 0, 0, 0];
        row[0] = 1 - probability;
        row[best] = probability;
        return row;
      }),
    );

  it('drops repeats and blanks', () => {
    const read = decodeLine(steps([1, 0.8], [1, 0.8], [0, 1], [1, 0.6], [2, 1]), characters);
    expect(read.text).toBe('aab');
    expect(read.confidence).toBeCloseTo(0.8);
  });

  it('has a space where the model is unsure of one, never two, and none at an end', () => {
    expect(decodeLine(steps([3, 0.2], [1, 1], [3, 0.2], [0, 1], [3, 0.9], [2, 1], [3, 0.9]), characters).text).toBe(
      'a b',
    );
  });

  it('is empty with confidence 0 without characters', () => {
    expect(decodeLine(steps([0, 1], [0, 1]), characters)).toEqual({ text: '', confidence: 0 });
  });
});

describe('reading order', () => {
  const place = (text: string, at: PixelBox) => ({ text, box: at });
  const textOf = (parts: Parameters<typeof inReadingOrder>[0]): string =>
    inReadingOrder(parts)
      .map(({ text }) => text)
      .join('\n');

  it('reads rows from the top, and each from the left', () => {
    const parts = [place('1.20', box(300, 12, 40)), place('Bread', box(10, 40, 60)), place('Milk', box(10, 10, 50))];
    expect(textOf(parts)).toBe('Milk 1.20\nBread');
  });

  it('keeps the rows of a leaning receipt together', () => {
    const angle = 0.09;
    const turned = (x: number, y: number, width: number): PixelBox => {
      const { x: cx, y: cy, ...rest } = box(x, y, width);
      return {
        ...rest,
        angle,
        x: cx * Math.cos(angle) - cy * Math.sin(angle),
        y: cx * Math.sin(angle) + cy * Math.cos(angle),
      };
    };
    const rows = ['Milk', 'Bread', 'Eggs'].flatMap((name, at) => [
      place(name, turned(10, 30 * at, 60)),
      place(`${at}.50`, turned(400, 30 * at, 40)),
    ]);
    expect(textOf(rows.reverse())).toBe('Milk 0.50\nBread 1.50\nEggs 2.50');
  });

  it('knows the rectangle around each row', () => {
    const upright = box(10, 40, 60);
    const leaning = { x: 100, y: 12, halfWidth: 50, halfHeight: 10, angle: Math.PI / 6 };
    const [first, second] = inReadingOrder([place('Bread', upright), place('Milk', leaning)]);
    const [width, height] = [50 * Math.cos(leaning.angle) + 5, 25 + 10 * Math.cos(leaning.angle)];
    expect(second).toMatchObject({ text: 'Bread', around: { left: 10, right: 70, top: 40, bottom: 60 } });
    expect(first!.around.right - first!.around.left).toBeCloseTo(2 * width);
    expect(first!.around.bottom - first!.around.top).toBeCloseTo(2 * height);
    const [row] = inReadingOrder([place('1.20', box(300, 12, 40)), place('Milk', box(10, 10, 50))]);
    expect(row!.around).toEqual({ left: 10, right: 340, top: 10, bottom: 32 });
  });

  it('reads columns of prose one after the other', () => {
    const column = (x: number, letter: string) =>
      [0, 1, 2].map((line) => place(`${letter}${line}`, box(x, 25 * line, 300)));
    expect(textOf([...column(400, 'b'), ...column(10, 'a')])).toBe('a0\na1\na2\nb0\nb1\nb2');
  });
});

describe('sampling', () => {
  it('gives blue, green and red of the box, turned upright', () => {
    // Two pixels, one above the other: red, then blue.
    const picture: Pixels = { width: 1, height: 2, data: Uint8ClampedArray.of(255, 0, 0, 255, 0, 0, 255, 255) };
    const upwards: PixelBox = { x: 0.5, y: 1, halfWidth: 1, halfHeight: 0.5, angle: -Math.PI / 2 };
    const { data } = sampleBox(picture, upwards, { width: 2, height: 1 }, PLAIN);
    expect([...data].map((value) => Math.round(value))).toEqual([1, 0, 0, 0, 0, 1]);
  });

  it('takes the mean of the pixels that become one', () => {
    const stripes = Uint8ClampedArray.from({ length: 64 * 4 }, (_, at) => (Math.floor(at / 4) % 2 === 0 ? 255 : 0));
    const picture: Pixels = { width: 64, height: 1, data: stripes };
    const whole: PixelBox = { x: 32, y: 0.5, halfWidth: 32, halfHeight: 0.5, angle: 0 };
    const { data } = sampleBox(picture, whole, { width: 8, height: 1 }, PLAIN);
    for (const value of data.subarray(0, 8)) expect(value).toBeCloseTo(0.5, 1);
  });

  it('pads with the mean colour', () => {
    const picture: Pixels = { width: 1, height: 1, data: Uint8ClampedArray.of(255, 255, 255, 255) };
    const { data, width } = sampleBox(
      picture,
      { x: 0.5, y: 0.5, halfWidth: 0.5, halfHeight: 0.5, angle: 0 },
      { width: 1, height: 1, padded: 4 },
      { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] },
    );
    expect(width).toBe(4);
    expect([...data.subarray(0, 4)]).toEqual([1, 0, 0, 0]);
  });
});

describe('a picture', () => {
  it('is scanned at most 1,280 pixels wide, in multiples of 32', () => {
    expect(detectionSize({ width: 1280, height: 800 })).toEqual({ width: 1280, height: 800 });
    expect(detectionSize({ width: 4000, height: 3000 })).toEqual({ width: 1280, height: 960 });
    expect(detectionSize({ width: 3, height: 900 })).toEqual({ width: 32, height: 896 });
  });

  it('without text has none', async () => {
    const silent = { run: async () => new Float32Array(64 * 64), dispose: async () => {} };
    const reader = new PictureReader({ detector: silent, recognizer: silent, dictionary: 'a\n' });
    const read = await reader.read({ width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4) });
    expect(read).toEqual({ text: '', boxes: [], confidence: 0 });
  });

  it('has the box of each line in thousandths, cut at its edges', async () => {
    const detector = {
      run: async () => leaningMap(128, 64, box(-4, 20, 60, 8)).data,
      dispose: async () => {},
    };
    const recognizer = { run: async () => Float32Array.of(0, 1, 0), dispose: async () => {} };
    const reader = new PictureReader({ detector, recognizer, dictionary: 'a\n' });
    const read = await reader.read({ width: 128, height: 64, data: new Uint8ClampedArray(128 * 64 * 4) });
    expect(read.text).toBe('a');
    const [left, top, width, height] = read.boxes;
    expect(left).toBe(0);
    // The line is 56 × 8 of 128 × 64 pixels of the map, and grows on each side by 5.6 at most.
    expect(top! + height! / 2).toBeCloseTo((1_000 * 24) / 64, -1);
    expect(width).toBeGreaterThan((1_000 * 56) / 128);
    expect(width).toBeLessThan((1_000 * 64) / 128);
    expect(height).toBeGreaterThan((1_000 * 8) / 64);
    expect(height).toBeLessThan((1_000 * 22) / 64);
  });
});
