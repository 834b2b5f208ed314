/**
 * In a note's text, pictures are Markdown images, such as `![a red lamp](image:3f9a12bc)`, so that searches find the
 * note by the description. The key is a checksum of the picture's bytes, which are stored separately.
 */
import { crc32c } from '../../core/bytes/checksum.ts';
import type { MemoryImage } from '../../core/record/memory.ts';

const MARK = /!\[(?<alt>[^\]\n]*)\]\(image:(?<key>[0-9a-f]{8})\)/g;

export interface PictureMark {
  key: string;
  alt: string;
}

/** A note has at most eight pictures, so two of them practically never get the same key by chance. */
export function pictureKey({ data }: MemoryImage): string {
  return crc32c(new Uint8Array(data)).toString(16).padStart(8, '0');
}

export const pictureMark = ({ key, alt }: PictureMark): string => `![${alt}](image:${key})`;

export function pictureMarks(text: string): PictureMark[] {
  const marks = new Map<string, PictureMark>();
  for (const { groups } of text.matchAll(MARK)) {
    const { key = '', alt = '' } = groups ?? {};
    if (!marks.has(key)) marks.set(key, { key, alt });
  }
  return [...marks.values()];
}

/** Characters that would end the mark become spaces. */
export function withAlt(text: string, key: string, alt: string): string {
  const said = alt.replace(/[[\]\n\\]/g, ' ');
  return text.replace(MARK, (mark, _alt, of: string) => (of === key ? pictureMark({ key, alt: said }) : mark));
}

export function withoutPicture(text: string, key: string): string {
  return text.replace(new RegExp(`\\n?!\\[[^\\]\\n]*\\]\\(image:${key}\\)`, 'g'), '');
}

/** Keeps stored pictures that the text didn't name before, such as those of an import. */
export function picturesAfter(
  before: string,
  after: string,
  stored: readonly MemoryImage[],
  added: ReadonlyMap<string, MemoryImage>,
): MemoryImage[] {
  const named = new Set(pictureMarks(before).map(({ key }) => key));
  const pictures = new Map(stored.map((image) => [pictureKey(image), image]));
  const free = [...pictures].filter(([key]) => !named.has(key));
  const all = new Map(free);
  for (const { key, alt } of pictureMarks(after)) {
    const image = pictures.get(key) ?? added.get(key);
    if (image) all.set(key, { ...image, alt });
  }
  return [...all.values()];
}
