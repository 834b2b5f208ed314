import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';
import type { FolderFiles, SegmentFile } from './folder-files.ts';
import type { Node } from './revisions.ts';
import {
  type Compacted,
  type FolderSegment,
  type Line,
  type Operation,
  type SegmentExtent,
  toOperation,
} from './segment.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

interface Copy extends Place {
  /** Null if a compaction dropped the content. */
  readonly body: 'empty' | 'filled' | null;
  readonly ancestors: readonly string[];
}

/** Its line may be in several files, because conflict copies and compactions repeat lines. */
export class Indexed implements Node {
  readonly id: string;
  readonly revision: string;
  readonly parent: string | null;
  readonly deleted: boolean;
  readonly copies = new Map<string, Copy>();

  constructor({ id, revision, parent, deleted }: Operation) {
    this.id = id;
    this.revision = revision;
    this.parent = parent;
    this.deleted = deleted;
  }

  get isStub(): boolean {
    return this.#some(({ body }) => body !== null) === undefined;
  }

  get isEmpty(): boolean {
    return this.#some(({ body }) => body === 'empty') !== undefined;
  }

  get ancestors(): readonly string[] {
    return [...this.copies.values()].flatMap(({ ancestors }) => ancestors);
  }

  get filled(): readonly [name: string, place: Place] {
    return this.#some(({ body }) => body !== null)!;
  }

  #some(isSuch: (copy: Copy) => boolean): [string, Copy] | undefined {
    for (const entry of this.copies) if (isSuch(entry[1])) return entry;
  }
}

export interface IndexedFile {
  readonly file: SegmentFile;
  readonly lines: readonly (Place & { id: string; revision: string; checksum: number })[];
  readonly compacted: Compacted | null;
}

type Position = { [name: string]: SegmentExtent };

const CHECKSUM_BYTES = 9;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Files whose end was missing. One may be completed without a change of its size or time, so it's read again: after as
 * long as it has been like this, because a conflict copy of a cut file stays cut.
 */
class IncompleteFiles {
  readonly #reads = new Map<string, { file: SegmentFile; since: number; at: number }>();

  isDue(file: SegmentFile): boolean {
    const read = this.#reads.get(file.name);
    if (!read || !isUnchanged(read.file, file)) return true;
    return performance.now() - read.at >= Math.min(read.at - read.since, LONGEST_WAIT_MS);
  }

  noteRead(file: SegmentFile): void {
    const read = this.#reads.get(file.name);
    const at = performance.now();
    const since = read && isUnchanged(read.file, file) ? read.since : at;
    this.#reads.set(file.name, { file, since, at });
  }

  forget(name: string): void {
    this.#reads.delete(name);
  }
}

export class FolderIndex {
  readonly #files: FolderFiles;
  readonly #known = new Map<string, IndexedFile>();
  readonly #documents = new Map<string, Map<string, Indexed>>();
  readonly #incomplete = new IncompleteFiles();

  constructor(files: FolderFiles) {
    this.#files = files;
  }

  get ids(): string[] {
    return [...this.#documents.keys()];
  }

  get names(): string[] {
    return [...this.#known.keys()].sort();
  }

  get segments(): IndexedFile[] {
    return this.names.map((name) => this.#known.get(name)!);
  }

  get position(): string {
    return toText(this.names.flatMap((name) => this.#entryOf(name, this.#known.get(name)!.lines.length)));
  }

  revisions(id: string): ReadonlyMap<string, Indexed> {
    return this.#documents.get(id) ?? new Map();
  }

  async refresh(): Promise<void> {
    const files = await this.#files.list();
    const there = new Set(files.map(({ name }) => name));
    for (const name of this.names) if (!there.has(name)) this.#forget(name);
    for (const file of files) {
      if (this.#isCurrent(file) || !this.#incomplete.isDue(file)) continue;
      const segment = await this.#files.read(file.name);
      if (segment) this.#set(file, segment);
      if (this.#isCurrent(file)) this.#incomplete.forget(file.name);
      else this.#incomplete.noteRead(file);
    }
  }

  add(file: SegmentFile, lines: readonly Line[]): void {
    const before = this.#known.get(file.name)?.lines ?? [];
    this.#known.set(file.name, { file, lines: [...before, ...this.#index(file.name, lines)], compacted: null });
  }

  /** A replaced file counts as new. A compacted file counts as read if everything that it replaces was read. */
  after(since: string | null, bytes: number): { ids: Set<string>; position: string; hasMore: boolean } {
    const from = toPosition(since);
    const ids = new Set<string>();
    const entries: [string, SegmentExtent][] = [];
    let left = bytes;
    for (const name of this.names) {
      const { lines, compacted } = this.#known.get(name)!;
      const [count = 0, checksum] = from[name] ?? [];
      const isRead = compacted !== null && Object.entries(compacted.replaces).every(([of, at]) => isSame(from[of], at));
      let at = lines[count - 1]?.checksum === checksum ? count : 0;
      if (isRead) at = lines.length;
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
      const [name, place] = revision.filled;
      byFile.set(name, [...(byFile.get(name) ?? []), { revision, place }]);
    }
    const bodies = new Map<string, JsonObject>();
    const decoder = new TextDecoder();
    for (const [name, wanted] of byFile) {
      const bytes = await this.#files.bytes(name);
      for (const { revision, place } of wanted) {
        const json = bytes && decoder.decode(bytes.subarray(place.start + CHECKSUM_BYTES, place.end - 1));
        const operation = toOperation(json ?? '');
        if (operation?.id !== revision.id || operation.revision !== revision.revision || !operation.body) {
          throw new SyncError('transport', 'The folder changed during the read');
        }
        bodies.set(bodyKey(revision), operation.body);
      }
    }
    return bodies;
  }

  #isCurrent(file: SegmentFile): boolean {
    const known = this.#known.get(file.name);
    return known !== undefined && isUnchanged(known.file, file) && isFullyRead(known);
  }

  #set(file: SegmentFile, { lines, compacted }: FolderSegment): void {
    this.#forget(file.name);
    this.#known.set(file.name, { file, lines: this.#index(file.name, lines), compacted });
  }

  #index(name: string, lines: readonly Line[]): IndexedFile['lines'] {
    for (const line of lines) {
      const { id, revision, start, end, ancestors } = line;
      const revisions = this.#documents.get(id) ?? new Map<string, Indexed>();
      this.#documents.set(id, revisions);
      const indexed = revisions.get(revision) ?? new Indexed(line);
      indexed.copies.set(name, { start, end, body: contentOf(line), ancestors });
      revisions.set(revision, indexed);
    }
    return lines.map(({ id, revision, start, end, checksum }) => ({ id, revision, start, end, checksum }));
  }

  #forget(name: string): void {
    for (const { id, revision } of this.#known.get(name)?.lines ?? []) {
      const revisions = this.#documents.get(id);
      const indexed = revisions?.get(revision);
      indexed?.copies.delete(name);
      if (indexed?.copies.size === 0) revisions?.delete(revision);
      if (revisions?.size === 0) this.#documents.delete(id);
    }
    this.#known.delete(name);
  }

  #entryOf(name: string, count: number): [string, SegmentExtent][] {
    const last = this.#known.get(name)?.lines[count - 1];
    return last ? [[name, [count, last.checksum]]] : [];
  }
}

const isUnchanged = (one: SegmentFile, other: SegmentFile): boolean =>
  one.size === other.size && one.modified === other.modified;

export function isFullyRead({ file, lines, compacted }: IndexedFile): boolean {
  return lines.at(-1)?.end === file.size && (compacted === null || compacted.lines === lines.length);
}

export const extentOf = ({ lines }: IndexedFile): SegmentExtent => [lines.length, lines.at(-1)?.checksum ?? 0];

export const isSame = (one: SegmentExtent | undefined, other: SegmentExtent): boolean =>
  one?.[0] === other[0] && one[1] === other[1];

export const bodyKey = ({ id, revision }: Pick<Indexed, 'id' | 'revision'>): string => `${id} ${revision}`;

const toText = (entries: readonly [string, SegmentExtent][]): string => JSON.stringify(Object.fromEntries(entries));

/** A position that isn't JSON is from another transport. */
function toPosition(text: string | null): Position {
  try {
    return (JSON.parse(text ?? '') as Position | null) ?? {};
  } catch {
    return {};
  }
}

function contentOf({ body }: Line): Copy['body'] {
  if (!body) return null;
  return Object.keys(body).length === 0 ? 'empty' : 'filled';
}
