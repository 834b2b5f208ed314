/** Orders rows from the top, and columns of prose one after the other, by a recursive XY cut (Nagy and Seth, 1984). */
import type { PixelBox } from './pixels.ts';

export interface PlacedText {
  text: string;
  box: PixelBox;
}

/** Prose lines are wider than this multiple of their height. Narrower columns hold numbers or icons of nearby rows. */
const PROSE_WIDTH = 8;
/** Minimum gap between two columns, as a multiple of the height of a line. */
const COLUMN_GAP = 0.8;

interface Row {
  text: string;
  /** Upright, in pixels of the picture. */
  around: Extent;
}

export function inReadingOrder(parts: readonly PlacedText[]): Row[] {
  const angle = commonAngle(parts);
  return rowsOf(parts.map(({ text, box }) => ({ text, around: boundsOf(box), ...extentOf(box, angle) }))).map(
    (row) => ({
      text: row.map(({ text }) => text).join(' '),
      around: union(row.map(({ around }) => around)),
    }),
  );
}

export interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Part = Row & Extent;

/** Weighted by the length of the lines, because short words often lean by chance. */
function commonAngle(parts: readonly PlacedText[]): number {
  const lines = parts.map(({ box }) => box).sort((a, b) => a.angle - b.angle);
  let left = lines.reduce((sum, { halfWidth }) => sum + halfWidth, 0) / 2;
  for (const { angle, halfWidth } of lines) {
    left -= halfWidth;
    if (left <= 0) return angle;
  }
  return 0;
}

/** A line that still leans a little keeps the height of its text. */
function extentOf({ x, y, halfWidth, halfHeight }: PixelBox, angle: number): Extent {
  const along = x * Math.cos(angle) + y * Math.sin(angle);
  const down = y * Math.cos(angle) - x * Math.sin(angle);
  return { left: along - halfWidth, right: along + halfWidth, top: down - halfHeight, bottom: down + halfHeight };
}

function boundsOf({ x, y, halfWidth, halfHeight, angle }: PixelBox): Extent {
  const [along, down] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const width = halfWidth * along + halfHeight * down;
  const height = halfWidth * down + halfHeight * along;
  return { left: x - width, right: x + width, top: y - height, bottom: y + height };
}

const union = (extents: readonly Extent[]): Extent => ({
  left: Math.min(...extents.map(({ left }) => left)),
  right: Math.max(...extents.map(({ right }) => right)),
  top: Math.min(...extents.map(({ top }) => top)),
  bottom: Math.max(...extents.map(({ bottom }) => bottom)),
});

function rowsOf(parts: readonly Part[]): Part[][] {
  if (parts.length < 2) return parts.length === 0 ? [] : [[...parts]];
  const columns = proseColumns(parts);
  if (columns.length > 1) return columns.flatMap(rowsOf);
  const bands = groupsAlong(parts, 'top', 'bottom', 0);
  if (bands.length > 1) return bands.flatMap(rowsOf);
  return closeRows(parts);
}

function groupsAlong(parts: readonly Part[], from: 'left' | 'top', to: 'right' | 'bottom', gap: number): Part[][] {
  const groups: Part[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const part of [...parts].sort((a, b) => a[from] - b[from])) {
    if (groups.length === 0 || part[from] - end > gap) groups.push([]);
    groups.at(-1)!.push(part);
    end = Math.max(end, part[to]);
  }
  return groups;
}

function proseColumns(parts: readonly Part[]): Part[][] {
  const columns = groupsAlong(parts, 'left', 'right', COLUMN_GAP * medianHeight(parts));
  const isProse = (column: readonly Part[]): boolean =>
    column.length > 2 &&
    2 * column.filter((part) => part.right - part.left > PROSE_WIDTH * heightOf(part)).length > column.length;
  return columns.length > 1 && columns.every(isProse) ? columns : [];
}

/** Boxes of neighbouring rows may overlap, so their middles count. */
function closeRows(parts: readonly Part[]): Part[][] {
  const tolerance = medianHeight(parts) / 2;
  const rows: Part[][] = [];
  for (const part of [...parts].sort((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const row = rows.at(-1);
    if (row && (part.top + part.bottom - row[0]!.top - row[0]!.bottom) / 2 < tolerance) row.push(part);
    else rows.push([part]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

function medianHeight(parts: readonly Part[]): number {
  const heights = parts.map(heightOf).sort((a, b) => a - b);
  return heights[heights.length >> 1]!;
}

function heightOf({ top, bottom }: Extent): number {
  return bottom - top;
}
