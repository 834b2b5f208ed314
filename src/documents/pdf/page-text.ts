/** Keeps the file's order: nearly all programs write in reading order, and sorting by position would mix columns. */
export interface PdfItem {
  str?: string;
  /** Transformation matrix: [a, b, c, d, x, y]. */
  transform?: readonly number[];
  width?: number;
  height?: number;
  hasEOL?: boolean;
  dir?: string;
}

/** A larger vertical step, as a multiple of the text's height, begins a paragraph. */
const PARAGRAPH_STEP = 1.8;
/** A larger gap, as a multiple of the text's height, separates words. */
const WORD_GAP = 0.15;

interface Place {
  x: number;
  y: number;
  end: number;
  height: number;
}

export function textOfItems(items: readonly PdfItem[]): string {
  const parts: string[] = [];
  // Looking at the end of the joined text would take quadratic time.
  let end = '';
  const add = (part: string): void => {
    parts.push(part);
    end = part.at(-1) ?? end;
  };
  let last: Place | null = null;
  for (const item of inReadingOrder(items)) {
    if (item.str === undefined) continue;
    const place = placeOf(item);
    if (item.str !== '') {
      add(separator(end, last, place, item.str));
      add(item.str);
      last = place;
    }
    if (item.hasEOL && end !== '' && end !== '\n') add('\n');
  }
  return paragraphs(parts.join(''));
}

/** Reverses runs of right-to-left words that are in the file in visual order, from left to right. */
function inReadingOrder(items: readonly PdfItem[]): readonly PdfItem[] {
  if (!items.some(({ dir }) => dir === 'rtl')) return items;
  const ordered: PdfItem[] = [];
  for (let at = 0; at < items.length; ) {
    let end = at;
    if (items[at]!.dir === 'rtl')
      for (let next = at; next < items.length && isOfRun(items[next]!); next++) {
        if (items[next]!.dir === 'rtl') end = next;
        if (items[next]!.hasEOL) break;
      }
    const run = items.slice(at, end + 1);
    const fromLeft = placeOf(run[0]!).x < placeOf(run.at(-1)!).x;
    ordered.push(...(fromLeft ? turned(run) : run));
    at = end + 1;
  }
  return ordered;
}

const isOfRun = ({ dir, str = '' }: PdfItem): boolean => dir === 'rtl' || str.trim() === '';

/** Reverses a run. A line end after its last item stays at the end. */
function turned(run: readonly PdfItem[]): PdfItem[] {
  const { hasEOL = false } = run.at(-1)!;
  const items = run.map((item) => ({ ...item, hasEOL: false })).reverse();
  items.at(-1)!.hasEOL = hasEOL;
  return items;
}

function placeOf({ transform = [], width = 0, height = 0 }: PdfItem): Place {
  const [a = 1, b = 0, , , x = 0, y = 0] = transform;
  // Text of a rotated page is read along its own lines.
  const turned = Math.abs(b) > Math.abs(a);
  const [along, down] = turned ? [b > 0 ? y : -y, b > 0 ? x : -x] : [x, -y];
  return { x: along, y: down, end: along + width, height: height || Math.hypot(a, b) || 1 };
}

/** @param end the last character before */
function separator(end: string, last: Place | null, place: Place, next: string): string {
  if (!last || end === '') return '';
  const step = Math.abs(place.y - last.y) / Math.max(last.height, place.height);
  if (step > PARAGRAPH_STEP) return end === '\n' ? '\n' : '\n\n';
  if (step > 0.6) return end === '\n' ? '' : '\n';
  if (/\s/.test(end) || /^\s/.test(next)) return '';
  const gap = Math.min(Math.abs(place.x - last.end), Math.abs(last.x - place.end));
  return gap > WORD_GAP * place.height ? ' ' : '';
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
        .replace(
          /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
          '',
        )
        .replace(/(?<![ \t\0\u00ad])[ \t\0\u00ad]*\n[ \t\0]*|[ \t\0]+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
