import { isPicturePath } from '../../core/import/picture-path.ts';
import type { PictureReference } from '../../core/import/report.ts';
import type { MemoryImage } from '../../core/record/memory.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../core/record/memory-limits.ts';
import type { DocumentText } from '../document-rows.ts';
import { pictureOf, pictureOfData } from '../picture-bytes.ts';

type Found = Required<Pick<DocumentText, 'images' | 'tooLarge' | 'leftOut' | 'missing'>>;

const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const DATA = /^data:/i;

/**
 * Attaches each picture only to the first chapter that shows it. Otherwise, a small book could show a large picture in
 * thousands of chapters.
 */
export class BookPictures {
  readonly #entries: ReadonlyMap<string, Blob>;
  readonly #types: ReadonlyMap<string, string>;
  readonly #attached = new Set<string>();

  /** @param types MIME types by path in the book */
  constructor(entries: ReadonlyMap<string, Blob>, types: ReadonlyMap<string, string>) {
    this.#entries = entries;
    this.#types = types;
  }

  /** @param pathOf resolves a relative address of the chapter */
  async of(references: readonly PictureReference[], pathOf: (address: string) => string): Promise<Found> {
    const images: MemoryImage[] = [];
    const missing: string[] = [];
    let tooLarge = 0;
    let leftOut = 0;
    for (const { path: address, alt } of references) {
      const path = ADDRESS.test(address) ? '' : pathOf(address);
      const file = this.#entries.get(path);
      if (!file && isPicturePath(path)) missing.push(address);
      if (this.#attached.has(path) || !(file || DATA.test(address))) continue;
      if (images.length === MAX_IMAGES) leftOut++;
      else if (file && file.size > MAX_IMAGE_BYTES) {
        tooLarge++;
        this.#attached.add(path);
      } else {
        const picture = file ? await this.#read(path, file, alt) : pictureOfData(address, alt);
        if (picture) images.push(picture);
        if (file) this.#attached.add(path);
      }
    }
    return { images, tooLarge, leftOut, missing };
  }

  async #read(path: string, file: Blob, alt: string): Promise<MemoryImage | null> {
    return pictureOf(new Uint8Array(await file.arrayBuffer()), this.#types.get(path) ?? '', alt);
  }
}
