/**
 * Keeps pictures that aren't saved yet. They survive a reload if localStorage has space. They're stored separately from
 * the drafts, so that they never displace text.
 */
import { fromBase64, toBase64 } from '../../../core/bytes/base64.ts';
import type { MemoryImage } from '../../../core/record/memory.ts';
import { pictureKey } from '../../shared/picture-marks.ts';
import { keepStored, readStored, readStoredJson, storedName } from '../../shared/stored.ts';
import { draftsEntry } from './drafts.ts';

/** Characters. A browser allows an origin about five million. */
const MAX_KEPT = 2_000_000;

const opened = new Map<string, UnsavedPictures>();

export function unsavedPictures(store: string): UnsavedPictures {
  const pictures = opened.get(store) ?? new UnsavedPictures(store);
  opened.set(store, pictures);
  return pictures;
}

class UnsavedPictures {
  readonly #entry: string;
  #pictures: ReadonlyMap<string, MemoryImage>;

  constructor(store: string) {
    this.#entry = storedName('pictures', store);
    const all = read(this.#entry);
    const drafts = readStored(draftsEntry(store)) ?? '';
    this.#pictures = new Map([...all].filter(([key]) => drafts.includes(`image:${key}`)));
    if (this.#pictures.size < all.size) this.#write();
  }

  get pictures(): ReadonlyMap<string, MemoryImage> {
    return this.#pictures;
  }

  put(image: MemoryImage): void {
    this.#pictures = new Map(this.#pictures).set(pictureKey(image), image);
    this.#write();
  }

  drop(images: readonly MemoryImage[]): void {
    const rest = new Map(this.#pictures);
    if (images.filter((image) => rest.delete(pictureKey(image))).length === 0) return;
    this.#pictures = rest;
    this.#write();
  }

  #write(): void {
    let room = MAX_KEPT;
    const entries = [...this.#pictures.values()].flatMap(({ data, mimeType }) => {
      const text = toBase64(new Uint8Array(data));
      room -= text.length;
      return room >= 0 ? [[mimeType, text]] : [];
    });
    keepStored(this.#entry, entries.length === 0 ? null : JSON.stringify(entries));
  }
}

function read(entry: string): ReadonlyMap<string, MemoryImage> {
  const pictures = new Map<string, MemoryImage>();
  const entries = readStoredJson(entry);
  for (const one of Array.isArray(entries) ? entries : []) {
    const [mimeType, text] = Array.isArray(one) ? one : [];
    const data = typeof text === 'string' ? fromBase64(text)?.buffer : undefined;
    if (!data || typeof mimeType !== 'string') continue;
    const image = { data, mimeType, alt: '' };
    pictures.set(pictureKey(image), image);
  }
  return pictures;
}
