import { normalizePath } from '../core/import/file-id.ts';
import { isPicturePath } from '../core/import/picture-path.ts';
import type { Explained } from '../core/import/problem-sentences.ts';
import type { ImportBytes, PictureReference } from '../core/import/report.ts';
import type { MemoryImage } from '../core/record/memory.ts';
import { MAX_ALT_LENGTH, MAX_IMAGE_BYTES, MAX_IMAGES } from '../core/record/memory-limits.ts';

export interface PictureFile {
  path: string;
  size: number;
  open(): Promise<ImportBytes>;
}

/** The name of a ChatGPT picture begins with its id. */
const ID_PREFIX = /^(file[-_][A-Za-z0-9]{8,64})/;

export class PictureIndex {
  readonly #byPath = new Map<string, PictureFile>();
  /** By name without folder, and by id. If several pictures have the same key, the first is kept. */
  readonly #byName = new Map<string, PictureFile>();
  readonly #used = new Set<PictureFile>();

  add(file: PictureFile): void {
    const path = normalizePath(file.path);
    const name = path.split('/').pop()!;
    this.#byPath.set(path.toLowerCase(), file);
    const id = ID_PREFIX.exec(name)?.[1];
    for (const key of id === undefined ? [name] : [name, id]) {
      if (!this.#byName.has(key.toLowerCase())) this.#byName.set(key.toLowerCase(), file);
    }
  }

  unused(): string[] {
    return [...this.#byPath.values()].filter((file) => !this.#used.has(file)).map(({ path }) => path);
  }

  /** `from` is the path of the file that names the picture. */
  find(path: string, from: string): PictureFile | undefined {
    const file = this.#find(path, from) ?? this.#find(otherJpeg(path), from);
    if (file) this.#used.add(file);
    return file;
  }

  #find(path: string, from: string): PictureFile | undefined {
    const wanted = decoded(path);
    const folder = normalizePath(from).split('/').slice(0, -1);
    const name = wanted.split('/').pop()!;
    return (
      this.#byPath.get(joinPath(folder, wanted)) ??
      this.#byPath.get(joinPath([], wanted)) ??
      this.#byName.get(name.toLowerCase())
    );
  }
}

/** Takeout writes `.jpeg` in a note whose picture is a `.jpg` file. */
const otherJpeg = (path: string): string => path.replace(/\.jpe?g$/i, (end) => (end.length === 5 ? '.jpg' : '.jpeg'));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function joinPath(folder: readonly string[], path: string): string {
  const names = [...folder];
  for (const name of path.replaceAll('\\', '/').split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/').normalize('NFC').toLowerCase();
}

/** `room` is how many more pictures the note can have. If `previewOnly`, pictures aren't read. */
export async function readPictures(
  references: readonly PictureReference[],
  from: string,
  indexes: readonly PictureIndex[],
  room: number,
  previewOnly: boolean,
): Promise<{ images: MemoryImage[]; missing: string[]; failed: Explained[] }> {
  const images: MemoryImage[] = [];
  const missing: string[] = [];
  const failed: Explained[] = [];
  for (const { path, alt } of references) {
    const file = indexes.map((index) => index.find(path, from)).find((found) => found !== undefined);
    if (!file && isExpected(path)) missing.push(path);
    if (!file || previewOnly) continue;
    if (images.length >= room) {
      failed.push({ reason: 'too-many-pictures', values: { name: path, most: MAX_IMAGES } });
    } else if (file.size > MAX_IMAGE_BYTES) {
      failed.push({ reason: 'large-picture', values: { name: path, megabytes: MAX_IMAGE_BYTES / 1_048_576 } });
    } else {
      try {
        const data = await (await file.open()).arrayBuffer();
        const mimeType = pictureType(new Uint8Array(data, 0, Math.min(16, data.byteLength)));
        if (mimeType) images.push({ data, mimeType, alt: alt.slice(0, MAX_ALT_LENGTH) });
        else failed.push({ reason: 'not-a-picture', values: { name: path } });
      } catch (error) {
        failed.push({ reason: 'unreadable-picture', values: { name: path, detail: (error as Error).message } });
      }
    }
  }
  return { images, missing, failed };
}

/** A name without extension may be a ChatGPT id. */
const isExpected = (path: string): boolean => isPicturePath(path) || !/\.[^./\\]{1,5}$/.test(path);

function pictureType(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x89PNG\r\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF8')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (/^.{4}ftypavi[fs]/s.test(text)) return 'image/avif';
  return text.startsWith('BM') ? 'image/bmp' : null;
}
