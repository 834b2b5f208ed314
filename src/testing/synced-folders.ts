/**
 * Copies of one folder, each with the interface of a directory handle, and the program that syncs them: late, in any
 * order, cutting files in the middle, and leaving conflict copies as Syncthing and Dropbox name them.
 */

interface Stored {
  bytes: Uint8Array<ArrayBuffer>;
  modified: number;
}

const CONFLICT_NAMES: readonly ((stem: string, extension: string) => string)[] = [
  (stem, extension) => `${stem}.sync-conflict-20261125-141500-ABCDEFG${extension}`,
  (stem, extension) => `${stem} (Anna's conflicted copy 2026-11-25)${extension}`,
];

/** One device's copy. It has only what sync uses of a directory handle. */
export class FolderCopy {
  readonly kind = 'directory';
  readonly name = 'notes';
  readonly files = new Map<string, Stored>();
  /** Name of the exception that all following calls throw, or null. */
  failure: string | null = null;
  #time = 1;

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  /** Writes a file as another program would. */
  put(name: string, bytes: Uint8Array): void {
    this.files.set(name, { bytes: Uint8Array.from(bytes), modified: this.#time++ });
  }

  async *keys(): AsyncGenerator<string> {
    this.#fail();
    yield* [...this.files.keys()];
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<unknown> {
    this.#fail();
    if (!this.files.has(name)) {
      if (!create) throw new DOMException(name, 'NotFoundError');
      this.put(name, new Uint8Array(0));
    }
    return {
      getFile: async () => {
        const file = this.files.get(name);
        if (!file) throw new DOMException(name, 'NotFoundError');
        return new File([file.bytes], name, { lastModified: file.modified });
      },
      createWritable: async () => this.#writable(name),
    };
  }

  async removeEntry(name: string): Promise<void> {
    this.#fail();
    if (!this.files.delete(name)) throw new DOMException(name, 'NotFoundError');
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
        this.#fail();
        this.put(name, bytes);
      },
    };
  }

  #fail(): void {
    if (this.failure) throw new DOMException('a test wants it', this.failure);
  }
}

/** The program that keeps the copies in sync. Each file has one writer, so the longer version is the newer one. */
export class FolderSyncProgram {
  readonly copies: readonly FolderCopy[];
  readonly #random: () => number;
  readonly #everywhere = new Map<string, Set<FolderCopy>>();

  constructor(count: number, random: () => number) {
    this.copies = Array.from({ length: count }, () => new FolderCopy());
    this.#random = random;
  }

  /** Copies one file, or a part of it, to one copy. */
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

  /** Syncs until all copies have the same files. */
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

  /** A file that was removed from a copy is removed everywhere. */
  #noteRemovals(): void {
    for (const [name, holders] of this.#everywhere) {
      if (![...holders].some((copy) => !copy.files.has(name))) continue;
      for (const copy of this.copies) copy.files.delete(name);
      this.#everywhere.delete(name);
    }
    for (const copy of this.copies) {
      for (const name of copy.files.keys()) {
        this.#everywhere.set(name, (this.#everywhere.get(name) ?? new Set()).add(copy));
      }
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
