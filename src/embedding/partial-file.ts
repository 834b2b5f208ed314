/** Keeps unverified bytes in memory, and as parts in the cache, so that the next attempt or visit can continue. */
import type { FileCache, FileEntry } from './file-cache.ts';

/** The most that a killed tab loses. Files up to this size have no parts. */
export const PART_BYTES = 1_048_576;

export class PartialFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** ETag, otherwise date, otherwise empty. */
  version = '';
  readonly #entry: FileEntry;
  /** Null without a cache, if the file has no parts, or after a part couldn't be stored. */
  #cache: FileCache | null;
  #length = 0;
  #saved = 0;
  #saving: Promise<void> = Promise.resolve();

  private constructor(entry: FileEntry, cache: FileCache | null) {
    this.#entry = entry;
    this.#cache = entry.bytes > PART_BYTES ? cache : null;
    this.bytes = new Uint8Array(entry.bytes);
  }

  static async open(entry: FileEntry, cache: FileCache | null): Promise<PartialFile> {
    const file = new PartialFile(entry, cache);
    await file.#readKept();
    return file;
  }

  get length(): number {
    return this.#length;
  }

  async restart(): Promise<void> {
    this.#length = 0;
    this.#saved = 0;
    await this.#saving;
    await this.#cache?.dropParts(this.#entry);
  }

  /** Returns false and adds nothing if the file would become too long. */
  append(bytes: Uint8Array): boolean {
    if (this.#length + bytes.length > this.bytes.length) return false;
    this.bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    while (this.#length - this.#saved >= PART_BYTES) this.#save(this.#saved + PART_BYTES);
    return true;
  }

  /** Also stores the incomplete last part, so that the download can continue later. */
  async pause(): Promise<void> {
    if (this.#length > this.#saved) this.#save(this.#length);
    // The last part may be short, so it's stored again when more bytes arrive.
    this.#saved -= this.#saved % PART_BYTES;
    await this.#saving;
  }

  async dropParts(): Promise<void> {
    await this.#saving;
    await this.#cache?.dropParts(this.#entry);
  }

  async #readKept(): Promise<void> {
    for (let index = 0; this.#length === index * PART_BYTES; index++) {
      const part = await this.#cache?.getPart(this.#entry, index);
      if (!part || part.bytes.length > Math.min(PART_BYTES, this.bytes.length - this.#length)) break;
      if (index > 0 && part.version !== this.version) break;
      this.version = part.version;
      this.bytes.set(part.bytes, this.#length);
      this.#length += part.bytes.length;
    }
    this.#saved = this.#length - (this.#length % PART_BYTES);
  }

  #save(end: number): void {
    const index = Math.floor(this.#saved / PART_BYTES);
    const part = { bytes: this.bytes.subarray(this.#saved, end), version: this.version };
    this.#saved = end;
    this.#saving = this.#saving.then(async () => {
      if (!this.#cache || (await this.#cache.putPart(this.#entry, index, part))) return;
      // If the parts don't fit, the whole file won't either. They would only take space from the notes.
      await this.#cache.dropParts(this.#entry);
      this.#cache = null;
    });
  }
}
