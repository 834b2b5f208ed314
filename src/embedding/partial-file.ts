/**
 * A file that is on its way: its bytes in memory, and as parts in the cache, so that the next attempt or visit goes on
 * where this one breaks off. Nothing here is verified; that is done with the whole (`load.ts`).
 */
import type { FileCache, FileEntry } from './file-cache.ts';

/** A killed tab loses this much at most. A file that is no longer has no parts. */
export const PART_BYTES = 1_048_576;

export class PartialFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the host called the file: its ETag, or else its date; empty where it says neither. */
  version = '';
  readonly #entry: FileEntry;
  /** Null where no parts are kept; from the first that could not be on. */
  #cache: FileCache | null;
  #length = 0;
  #saved = 0;
  #saving: Promise<void> = Promise.resolve();

  private constructor(entry: FileEntry, cache: FileCache | null) {
    this.#entry = entry;
    this.#cache = entry.bytes > PART_BYTES ? cache : null;
    this.bytes = new Uint8Array(entry.bytes);
  }

  /** With what an earlier visit kept of it. */
  static async open(entry: FileEntry, cache: FileCache | null): Promise<PartialFile> {
    const file = new PartialFile(entry, cache);
    await file.#readKept();
    return file;
  }

  get length(): number {
    return this.#length;
  }

  /** Forgets what came. */
  async restart(): Promise<void> {
    this.#length = 0;
    this.#saved = 0;
    await this.#saving;
    await this.#cache?.dropParts(this.#entry);
  }

  /** False, and nothing is taken, where the file would become too long. */
  append(bytes: Uint8Array): boolean {
    if (this.#length + bytes.length > this.bytes.length) return false;
    this.bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    while (this.#length - this.#saved >= PART_BYTES) this.#save(this.#saved + PART_BYTES);
    return true;
  }

  /** Keeps the rest too: it may go on at another time. */
  async pause(): Promise<void> {
    if (this.#length > this.#saved) this.#save(this.#length);
    // The last part may be a short one, which the bytes that come after it make whole.
    this.#saved -= this.#saved % PART_BYTES;
    await this.#saving;
  }

  /** Lets go of the parts, which a whole file has no need of. */
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

  /** One after another, while the download goes on. */
  #save(end: number): void {
    const index = Math.floor(this.#saved / PART_BYTES);
    const part = { bytes: this.bytes.subarray(this.#saved, end), version: this.version };
    this.#saved = end;
    this.#saving = this.#saving.then(async () => {
      if (!this.#cache || (await this.#cache.putPart(this.#entry, index, part))) return;
      // No room for the parts is none for the whole: they would only take it from the notes.
      await this.#cache.dropParts(this.#entry);
      this.#cache = null;
    });
  }
}
