/** Uses "differentiable binarization" (DB, Liao et al., 2020). Boxes grow, because the map marks only a line's core. */
import type { PixelBox } from './pixels.ts';

export interface ProbabilityMap {
  /** `[height, width]`, 0–1. */
  data: Float32Array;
  width: number;
  height: number;
}

const PIXEL_THRESHOLD = 0.3;
const BOX_THRESHOLD = 0.5;
/** Boxes grow by area / perimeter × this. The model was trained with cores shrunk by 0.4. */
const GROWTH = 1.6;
/** Minimum side of a core, in pixels of the map. */
const LEAST_SIDE = 3;
/** A picture with more boxes shows a texture, not text. */
const MOST_BOXES = 1_000;

/** Returns boxes in pixels of the map, in no particular order. */
export function textBoxes(map: ProbabilityMap): PixelBox[] {
  const boxes: PixelBox[] = [];
  for (const component of components(map)) {
    if (component.meanProbability < BOX_THRESHOLD) continue;
    const core = smallestRectangle(convexHull(component.edge));
    if (2 * Math.min(core.halfWidth, core.halfHeight) < LEAST_SIDE) continue;
    boxes.push(grown(core));
    if (boxes.length === MOST_BOXES) break;
  }
  return boxes;
}

type Point = readonly [x: number, y: number];

interface Component {
  meanProbability: number;
  /** Corners of the first and last pixel in each row of the region. */
  edge: Point[];
}

/** Pixels that touch at a side or a corner are connected. */
function* components({ data, width, height }: ProbabilityMap): Generator<Component> {
  const seen = new Uint8Array(data.length);
  const stack: number[] = [];
  for (let start = 0; start < data.length; start++) {
    if (seen[start] === 1 || data[start]! <= PIXEL_THRESHOLD) continue;
    const rows = new Map<number, [first: number, last: number]>();
    let sum = 0;
    let count = 0;
    seen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      sum += data[at]!;
      count++;
      const row = rows.get(y);
      if (!row) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++) {
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
          const next = nextY * width + nextX;
          if (seen[next] === 1 || data[next]! <= PIXEL_THRESHOLD) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    const edge = [...rows].flatMap(([y, [first, last]]): Point[] => [
      [first, y],
      [first, y + 1],
      [last + 1, y],
      [last + 1, y + 1],
    ]);
    yield { meanProbability: sum / count, edge };
  }
}

/** Andrew's monotone chain (1979). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Positive if the path from `a` over `b` to `c` turns from the x axis towards the y axis. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** The smallest rectangle around a convex shape shares a side's direction with it. */
export function smallestRectangle(hull: readonly Point[]): PixelBox {
  let best: PixelBox | undefined;
  for (const [at, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(at + 1) % hull.length]!;
    const box = rectangleAt(hull, uprightAngle(Math.atan2(nextY - y, nextX - x)));
    if (!best || box.halfWidth * box.halfHeight < best.halfWidth * best.halfHeight) best = box;
  }
  if (!best) throw new RangeError('a shape has at least one corner');
  return best;
}

function uprightAngle(angle: number): number {
  const quarter = Math.PI / 2;
  return angle - Math.round(angle / quarter) * quarter;
}

function rectangleAt(points: readonly Point[], angle: number): PixelBox {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [x, y] of points) {
    const along = x * cos + y * sin;
    const down = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const along = (left + right) / 2;
  const down = (top + bottom) / 2;
  return {
    x: along * cos - down * sin,
    y: along * sin + down * cos,
    halfWidth: (right - left) / 2,
    halfHeight: (bottom - top) / 2,
    angle,
  };
}

function grown(box: PixelBox): PixelBox {
  const width = 2 * box.halfWidth;
  const height = 2 * box.halfHeight;
  const distance = (width * height * GROWTH) / (2 * (width + height));
  return { ...box, halfWidth: box.halfWidth + distance, halfHeight: box.halfHeight + distance };
}
