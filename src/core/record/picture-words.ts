/** Words in pictures are stored with the picture, not in the note's text. The indexes get the text, then the words. */
import { contentHash } from './content-hash.ts';

export interface PictureWords {
  /** Lines in reading order. Empty if there are none. */
  text: string;
  /** Id of the model that read them. */
  model: string;
  /**
   * Left, top, width and height of each line of `text`, in thousandths of the picture's width and height. Missing if an
   * earlier version read the picture.
   */
  boxes?: number[];
  /**
   * Hash of the picture's bytes, so that a copy in another memory isn't read again. Missing if an earlier version read
   * the picture.
   */
  hash?: string;
}

/** In thousandths of the picture's width and height. */
export interface LineBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Picture {
  data: ArrayBuffer;
  words?: PictureWords;
}

interface WithPictures {
  text: string;
  images?: readonly Picture[];
}

const GAP = '\n\n';

export function searchedText({ text, images }: WithPictures): string {
  const words = wordsOf(images);
  return words.length === 0 ? text : [text, ...words].join(GAP);
}

export function indexedHashOf({
  contentHash: own,
  images,
}: {
  contentHash: string;
  images?: readonly Picture[];
}): string {
  const words = wordsOf(images);
  return words.length === 0 ? own : contentHash([own, ...words].join(GAP));
}

export const indexedHash = (row: { contentHash: string; indexedHash?: string }): string =>
  row.indexedHash ?? row.contentHash;

export function readerOf(images: readonly Picture[] | undefined): string | undefined {
  const model = images?.[0]?.words?.model;
  return model !== undefined && images!.every(({ words }) => words?.model === model) ? model : undefined;
}

/** Returns the hashes of the pictures that have been read. */
export const hashesOfRead = (images: readonly Picture[] = []): string[] =>
  images.flatMap(({ words }) => words?.hash ?? []);

/** Returns the number of the picture, from 1, whose words are at this offset of `searchedText`. Null in the text itself. */
export function pictureAt({ text, images }: WithPictures, offset: number): { number: number; of: number } | null {
  let end = text.length;
  if (!images || offset < end) return null;
  let last: { number: number; of: number } | null = null;
  for (const [at, { words }] of images.entries()) {
    if (!words?.text) continue;
    if (offset < end) break;
    last = { number: at + 1, of: images.length };
    end += GAP.length + words.text.length;
  }
  return last;
}

/**
 * @param number from 1
 * @param ranges in `searchedText`
 */
export function foundLines(
  { text, images = [] }: WithPictures,
  number: number,
  ranges: readonly { start: number; end: number }[],
): LineBox[] {
  const { text: words, boxes } = images[number - 1]?.words ?? { text: '' };
  if (words === '' || boxes === undefined) return [];
  const earlier = wordsOf(images.slice(0, number - 1)).reduce((sum, { length }) => sum + GAP.length + length, 0);
  let start = text.length + earlier + GAP.length;
  return words.split('\n').flatMap((line, at) => {
    const from = start;
    start += line.length + 1;
    if (!ranges.some((range) => range.start < from + line.length && range.end > from)) return [];
    const [left, top, width, height] = boxes.slice(4 * at, 4 * at + 4);
    return height === undefined ? [] : [{ left: left!, top: top!, width: width!, height }];
  });
}

export function withKnownWords<Image extends Picture, Next extends { images?: Image[] }>(
  next: Next,
  current: { images?: readonly Picture[] } | undefined,
): Next {
  const known = current?.images?.filter(({ words }) => words) ?? [];
  if (known.length === 0 || !next.images?.some(({ words }) => !words)) return next;
  const images = next.images.map((image) => {
    const same = image.words ? undefined : known.find(({ data }) => sameBytes(data, image.data));
    return same ? { ...image, words: same.words! } : image;
  });
  return { ...next, images };
}

export function sameBytes(one: ArrayBuffer, other: ArrayBuffer): boolean {
  if (one.byteLength !== other.byteLength) return false;
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

function wordsOf(images: readonly Picture[] | undefined): string[] {
  return images?.flatMap(({ words }) => (words?.text ? [words.text] : [])) ?? [];
}
