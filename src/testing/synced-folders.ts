/** Copies of a folder, and a program that syncs them: late, in any order, with truncated files and conflict copies. */

interface Stored {
  bytes: Uint8Array<ArrayBuffer>;
  modified: number;
}

const CONFLICT_NAMES: readonly ((stem: string, extension: string) => string)[] = [
  (stem, extension) => `${stem}.sync-conflict-20261125-141500-ABCDEFG${extension}`,
  (stem, extension) => `${stem} (Anna's conflicted copy 2026-11-25)${extension}`,
];

/** About half of the files look two months older, so that some devices compact while others append. */
export const backdateHalf = (name: string): number =>
  name.charCodeAt(name.indexOf('.') - 1) % 2 === 0 ? 60 * 24 * 3_600_000 : 0;

/** Has only the methods of a directory handle that sync uses. */
export class FolderCopy {
  readonly kind = 'directory';
  readonly name = 'notes';
  readonly files = new Map<string, Stored>();
  failure: string | null = null;
  reads = 0;
  /** Later calls fail as if the device had been killed. */
  changesLeft = Number.POSITIVE_INFINITY;
  readonly #ageOf: (name: string) => number;
  #time = Date.now();

  /** `ageOf` returns milliseconds. */
  constructor(ageOf: (name: string) => number = () => 0) {
    this.#ageOf = ageOf;
  }

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  put(name: string, bytes: Uint8Array): void {
    const modified = Math.max(this.#time + 1, Date.now());
    this.#time = modified;
    this.files.set(name, { bytes: Uint8Array.from(bytes), modified: modified - this.#ageOf(name) });
  }

  async *keys(): AsyncGenerator<string> {
    this.#fail();
    yield* [...this.files.keys()];
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<unknown> {
    this.#fail();
    if (!this.files.has(name)) {
      if (!create) throw new DOMException(name, 'NotFoundError');
      this.#change();
      this.put(name, new Uint8Array(0));
    }
    return {
      getFile: async () => {
        const file = this.files.get(name);
        if (!file) throw new DOMException(name, 'NotFoundError');
        return this.#snapshot(name, file);
      },
      createWritable: async () => this.#writable(name),
    };
  }

  async removeEntry(name: string): Promise<void> {
    this.#change();
    if (!this.files.delete(name)) throw new DOMException(name, 'NotFoundError');
  }

  /** A `File` of Node would copy the bytes, but devices mostly ask for the size and the time. */
  #snapshot(name: string, { bytes, modified }: Stored): Pick<File, 'name' | 'size' | 'lastModified' | 'arrayBuffer'> {
    const arrayBuffer = async (): Promise<ArrayBuffer> => {
      this.reads++;
      return bytes.slice().buffer;
    };
    return { name, size: bytes.length, lastModified: modified, arrayBuffer };
  }

  /** The previous content stays until the write is closed. */
  #writable(name: string) {
    let bytes = this.files.get(name)?.bytes ?? new Uint8Array(0);
    let at = 0;
    return {
      seek: async (position: number) => {
        at = position;
      },
      write: async (added: Uint8Array) => {
        const next = new Uint8Array(Math.max(bytes.length, at + added.length));
        next.set(bytes);
        next.set(added, at);
        bytes = next;
        at += added.length;
      },
      close: async () => {
        this.#change();
        this.put(name, bytes);
      },
    };
  }

  #change(): void {
    if (this.changesLeft === 0) this.failure = 'AbortError';
    this.changesLeft--;
    this.#fail();
  }

  #fail(): void {
    if (this.failure) throw new DOMException('a test wants it', this.failure);
  }
}

/** The longer version of a file is newer, because each file has only one writer, which only appends. */
export class FolderSyncProgram {
  readonly copies: readonly FolderCopy[];
  readonly #random: () => number;
  readonly #everywhere = new Map<string, Set<FolderCopy>>();

  constructor(count: number, random: () => number, ageOf?: (name: string) => number) {
    this.copies = Array.from({ length: count }, () => new FolderCopy(ageOf));
    this.#random = random;
  }

  step(): void {
    const missing = this.#missing();
    const chosen = missing[this.#pick(missing.length)];
    if (!chosen) return;
    const chance = this.#random();
    const cut = chance < 0.3 ? this.#pick(chosen.bytes.length) : chosen.bytes.length;
    if (chance > 0.9) chosen.to.put(this.#conflictName(chosen.name), chosen.bytes);
    else if (cut > (chosen.to.files.get(chosen.name)?.bytes.length ?? -1)) {
      chosen.to.put(chosen.name, chosen.bytes.subarray(0, cut));
    }
  }

  finish(): void {
    for (let missing = this.#missing(); missing.length > 0; missing = this.#missing()) {
      for (const { to, name, bytes } of missing) to.put(name, bytes);
    }
  }

  #missing(): { to: FolderCopy; name: string; bytes: Uint8Array }[] {
    this.#noteRemovals();
    return this.copies.flatMap((to) =>
      this.copies.flatMap((from) =>
        [...from.files].flatMap(([name, { bytes }]) =>
          (to.files.get(name)?.bytes.length ?? -1) < bytes.length ? { to, name, bytes } : [],
        ),
      ),
    );
  }

  #noteRemovals(): void {
    const removed = [...this.#everywhere].flatMap(([name, holders]) => {
      const by = [...holders].find((copy) => !copy.files.has(name));
      return by ? [{ name, by }] : [];
    });
    for (const by of new Set(removed.map((each) => each.by))) for (const copy of this.copies) this.#copyAll(by, copy);
    for (const { name } of removed) {
      for (const copy of this.copies) copy.files.delete(name);
      this.#everywhere.delete(name);
    }
    for (const copy of this.copies) {
      for (const name of copy.files.keys()) {
        this.#everywhere.set(name, (this.#everywhere.get(name) ?? new Set()).add(copy));
      }
    }
  }

  #copyAll(from: FolderCopy, to: FolderCopy): void {
    for (const [name, { bytes }] of from.files) {
      if ((to.files.get(name)?.bytes.length ?? -1) < bytes.length) to.put(name, bytes);
    }
  }

  #conflictName(name: string): string {
    const dot = name.indexOf('.');
    const naming = CONFLICT_NAMES[this.#pick(CONFLICT_NAMES.length)]!;
    return naming(name.slice(0, dot), name.slice(dot));
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }
}
