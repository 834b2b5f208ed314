/** Which revisions the segments of a folder hold, and where. Bodies stay in the files. */
import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';
import type { FolderFiles, SegmentFile } from './folder-files.ts';
import type { Node } from './revisions.ts';
import { type Line, toOperation } from './segment.ts';

interface Place {
  start: number;
  end: number;
}

/** A revision, and its line in each file that has it: conflict copies repeat lines. */
export interface Indexed extends Node {
  readonly id: string;
  readonly places: Map<string, Place>;
}

interface Known {
  file: SegmentFile;
  lines: readonly (Place & { id: string; revision: string; checksum: number })[];
}

/** By file: how many of its lines were read, and the checksum of the last one. */
type Position = { [name: string]: [count: number, checksum: number] };

const CHECKSUM_BYTES = 9;

export class FolderIndex {
  readonly #files: FolderFiles;
  readonly #known = new Map<string, Known>();
  readonly #documents = new Map<string, Map<string, Indexed>>();

  constructor(files: FolderFiles) {
    this.#files = files;
  }

  get ids(): string[] {
    return [...this.#documents.keys()];
  }

  get names(): string[] {
    return [...this.#known.keys()].sort();
  }

  /** Everything that was read so far. */
  get position(): string {
    return toText(this.names.flatMap((name) => this.#entryOf(name, this.#known.get(name)!.lines.length)));
  }

  revisions(id: string): ReadonlyMap<string, Indexed> {
    return this.#documents.get(id) ?? new Map();
  }

  /** Reads what changed in the folder since the last time. */
  async refresh(): Promise<void> {
    const files = await this.#files.list();
    const there = new Set(files.map(({ name }) => name));
    for (const name of this.names) if (!there.has(name)) this.#forget(name);
    for (const file of files) {
      if (this.#isCurrent(file)) continue;
      const lines = await this.#files.read(file.name);
      if (lines) this.#set(file, lines);
    }
  }

  /** What this device appended. */
  add(file: SegmentFile, lines: readonly Line[]): void {
    const before = this.#known.get(file.name)?.lines ?? [];
    this.#known.set(file.name, { file, lines: [...before, ...this.#index(file.name, lines)] });
  }

  /** The ids of the lines after `since`, for about `bytes`. A file that was replaced counts as new. */
  after(since: string | null, bytes: number): { ids: Set<string>; position: string; hasMore: boolean } {
    const from = toPosition(since);
    const ids = new Set<string>();
    const entries: [string, [number, number]][] = [];
    let left = bytes;
    for (const name of this.names) {
      const { lines } = this.#known.get(name)!;
      const [count = 0, checksum] = from[name] ?? [];
      let at = lines[count - 1]?.checksum === checksum ? count : 0;
      for (; at < lines.length && left > 0; at++) {
        ids.add(lines[at]!.id);
        left -= lines[at]!.end - lines[at]!.start;
      }
      entries.push(...this.#entryOf(name, at));
    }
    const position = toText(entries);
    return { ids, position, hasMore: position !== this.position };
  }

  /** Reads each file once. @throws SyncError `transport` if a file changed meanwhile */
  async bodies(revisions: readonly Indexed[]): Promise<Map<string, JsonObject>> {
    const byFile = new Map<string, { revision: Indexed; place: Place }[]>();
    for (const revision of revisions) {
      const [name, place] = revision.places.entries().next().value!;
      byFile.set(name, [...(byFile.get(name) ?? []), { revision, place }]);
    }
    const bodies = new Map<string, JsonObject>();
    const decoder = new TextDecoder();
    for (const [name, wanted] of byFile) {
      const bytes = await this.#files.bytes(name);
      for (const { revision, place } of wanted) {
        const json = bytes && decoder.decode(bytes.subarray(place.start + CHECKSUM_BYTES, place.end - 1));
        const operation = toOperation(json ?? '');
        if (operation?.id !== revision.id || operation.revision !== revision.revision) {
          throw new SyncError('transport', 'The folder changed during the read');
        }
        bodies.set(bodyKey(revision), operation.body);
      }
    }
    return bodies;
  }

  #isCurrent({ name, size, modified }: SegmentFile): boolean {
    const known = this.#known.get(name);
    if (known?.file.size !== size || known.file.modified !== modified) return false;
    // A file that isn't whole may be completed without a change of its size.
    return known.lines.at(-1)?.end === size;
  }

  #set(file: SegmentFile, lines: readonly Line[]): void {
    this.#forget(file.name);
    this.#known.set(file.name, { file, lines: this.#index(file.name, lines) });
  }

  #index(name: string, lines: readonly Line[]): Known['lines'] {
    for (const { id, revision, parent, deleted, body, start, end } of lines) {
      const isEmpty = Object.keys(body).length === 0;
      const revisions = this.#documents.get(id) ?? new Map<string, Indexed>();
      this.#documents.set(id, revisions);
      const indexed = revisions.get(revision) ?? { id, revision, parent, deleted, isEmpty, places: new Map() };
      indexed.places.set(name, { start, end });
      revisions.set(revision, indexed);
    }
    return lines.map(({ id, revision, start, end, checksum }) => ({ id, revision, start, end, checksum }));
  }

  #forget(name: string): void {
    for (const { id, revision } of this.#known.get(name)?.lines ?? []) {
      const revisions = this.#documents.get(id);
      const indexed = revisions?.get(revision);
      indexed?.places.delete(name);
      if (indexed?.places.size === 0) revisions?.delete(revision);
      if (revisions?.size === 0) this.#documents.delete(id);
    }
    this.#known.delete(name);
  }

  #entryOf(name: string, count: number): [string, [number, number]][] {
    const last = this.#known.get(name)?.lines[count - 1];
    return last ? [[name, [count, last.checksum]]] : [];
  }
}

export const bodyKey = ({ id, revision }: Pick<Indexed, 'id' | 'revision'>): string => `${id} ${revision}`;

const toText = (entries: readonly [string, [number, number]][]): string => JSON.stringify(Object.fromEntries(entries));

/** A position of another transport, or none, is the beginning. */
function toPosition(text: string | null): Position {
  try {
    return (JSON.parse(text ?? '') as Position | null) ?? {};
  } catch {
    return {};
  }
}
