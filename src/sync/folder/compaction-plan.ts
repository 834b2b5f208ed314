/** Plans a compaction. Replaced revisions stay a month, so that a device can still merge after a shorter absence. */
import { extentOf, type Indexed, type IndexedFile, isFullyRead, isSame } from './folder-index.ts';
import { leavesOf, lengthOf, lineageOf, parentsOf } from './revisions.ts';
import type { Compacted } from './segment.ts';

const HOUR_MS = 3_600_000;
/** We assume that an unchanged file of this age has reached every device where the sync program was running. */
const SETTLED_MS = 24 * HOUR_MS;
const KEEP_REPLACED_MS = 30 * 24 * HOUR_MS;
/** Smaller segments are compacted even if everything in them is needed, because each start of sync leaves one. */
const SMALL_BYTES = 256 * 1_024;
const WORTHWHILE_BYTES = 512 * 1_024;
const WORTHWHILE_FILES = 16;
const MOVED_BYTES = 4 * 1_024 * 1_024;

export interface Folder {
  readonly segments: readonly IndexedFile[];
  /** Segments that this device began, except the one that it appends to. */
  readonly own: readonly IndexedFile[];
  revisions(id: string): ReadonlyMap<string, Indexed>;
  readonly now: number;
}

export interface Moved {
  readonly revision: Indexed;
  readonly isStub: boolean;
  readonly ancestors: readonly string[];
}

export interface CompactionPlan {
  readonly remove: readonly string[];
  readonly write: { readonly lines: readonly Moved[]; readonly replaces: Compacted['replaces'] } | null;
}

interface Content {
  readonly segment: IndexedFile;
  readonly needed: readonly Indexed[];
  readonly bytes: number;
  /** Whether the segment has revisions that are needed only to connect others, without their content. */
  readonly connects: boolean;
}

export function planCompaction(folder: Folder): CompactionPlan {
  const own = folder.own.filter(isFullyRead);
  const isSettled = ({ file }: IndexedFile): boolean => file.modified < folder.now - SETTLED_MS;
  const replacedBy = (by: readonly IndexedFile[]): IndexedFile[] =>
    own.filter((each) => by.some((other) => replaces(other, each)));
  const replaced = replacedBy(own);
  const contents = contentsOf(
    folder,
    own.filter((each) => isSettled(each) && !replaced.includes(each)),
  );
  const [useless, useful] = [contents.filter(isUseless), contents.filter((content) => !isUseless(content))];
  const remove = [...replacedBy(own.filter(isSettled)), ...useless.map(({ segment }) => segment)].map(nameOf);
  const victims = chooseVictims(useful);
  const gone = new Set([...remove, ...[...replaced, ...victims.map(({ segment }) => segment)].map(nameOf)]);
  const lines = linesOf(folder, victims, gone);
  if (lines.length === 0) return { remove: [...remove, ...victims.map(({ segment }) => nameOf(segment))], write: null };
  const extents = victims.map(({ segment }) => [nameOf(segment), extentOf(segment)] as const);
  return { remove, write: { lines, replaces: Object.fromEntries(extents) } };
}

const nameOf = ({ file }: IndexedFile): string => file.name;

const isUseless = ({ needed, connects }: Content): boolean => needed.length === 0 && !connects;

function replaces({ compacted }: IndexedFile, other: IndexedFile): boolean {
  const extent = compacted?.replaces[other.file.name];
  return extent !== undefined && isSame(extent, extentOf(other));
}

/** If several segments have a revision's content, only the first one's copy counts as needed. */
function contentsOf(folder: Folder, candidates: readonly IndexedFile[]): Content[] {
  const modified = new Map(folder.segments.map(({ file }) => [file.name, file.modified]));
  const isOld = (name: string): boolean => modified.get(name)! < folder.now - KEEP_REPLACED_MS;
  const ids = new Set(candidates.flatMap(({ lines }) => lines.map(({ id }) => id)));
  const left = new Set([...ids].flatMap((id) => neededOf(folder.revisions(id), isOld)));
  return candidates.map((segment) => {
    const needed: Indexed[] = [];
    let [bytes, connects] = [0, false];
    for (const { id, revision, start, end } of segment.lines) {
      const revisions = folder.revisions(id);
      const indexed = revisions.get(revision)!;
      if (indexed.copies.get(nameOf(segment))!.body !== null && left.delete(indexed)) {
        needed.push(indexed);
        bytes += end - start;
      } else connects ||= parentsOf(indexed).some((former) => revisions.has(former));
    }
    return { segment, needed, bytes, connects };
  });
}

function neededOf(revisions: ReadonlyMap<string, Indexed>, isOld: (name: string) => boolean): Indexed[] {
  const leaves = leavesOf(revisions);
  const all = [...revisions.values()];
  // Merging the branches needs the version that they have in common.
  if (leaves.filter(({ deleted }) => !deleted).length > 1) return all;
  const replacedLongAgo = new Set(
    all.filter(({ copies }) => [...copies.keys()].some(isOld)).flatMap((indexed) => parentsOf(indexed)),
  );
  const isLeaf = new Set(leaves);
  return all.filter((indexed) => isLeaf.has(indexed) || !replacedLongAgo.has(indexed.revision));
}

function chooseVictims(contents: readonly Content[]): Content[] {
  const share = ({ segment, bytes }: Content): number => bytes / segment.file.size;
  const worn = contents.filter((each) => each.segment.file.size < SMALL_BYTES || share(each) <= 0.5);
  const saved = worn.reduce((sum, { segment, bytes }) => sum + segment.file.size - bytes, 0);
  if (saved < WORTHWHILE_BYTES && worn.length < WORTHWHILE_FILES) return [];
  let moved = 0;
  return worn
    .sort((a, b) => share(a) - share(b))
    .filter(({ bytes }, at) => {
      moved += bytes;
      return at === 0 || moved <= MOVED_BYTES;
    });
}

function linesOf(folder: Folder, victims: readonly Content[], gone: ReadonlySet<string>): Moved[] {
  const moved = new Set(victims.flatMap(({ needed }) => needed));
  const ids = new Set(victims.flatMap(({ segment }) => segment.lines.map(({ id }) => id)));
  return [...ids].flatMap((id) => linesOfDocument(folder.revisions(id), moved, gone));
}

/** A line also names earlier revisions in other segments that nothing else leads to, because they'd seem current. */
function linesOfDocument(
  revisions: ReadonlyMap<string, Indexed>,
  moved: ReadonlySet<Indexed>,
  gone: ReadonlySet<string>,
): Moved[] {
  const stays = (indexed: Indexed): boolean =>
    moved.has(indexed) || [...indexed.copies.keys()].some((name) => !gone.has(name));
  const lineage = (indexed: Indexed): string[] =>
    [...lineageOf(revisions, indexed, (each) => moved.has(each))].filter((revision) => {
      const former = revisions.get(revision);
      return former && stays(former);
    });
  const toLine = (revision: Indexed, isStub: boolean): Moved => ({
    revision,
    isStub,
    ancestors: lineage(revision).filter((former) => former !== revision.parent),
  });
  const all = [...revisions.values()];
  const lines = all.filter((indexed) => moved.has(indexed)).map((indexed) => toLine(indexed, false));
  const covered = new Set(lines.flatMap(({ revision }) => [...lineageOf(revisions, revision)]));
  const dropped = all.filter((indexed) => !stays(indexed));
  for (const indexed of dropped.sort((a, b) => lengthOf(b.revision) - lengthOf(a.revision))) {
    if (covered.has(indexed.revision) || lineage(indexed).length === 0) continue;
    lines.push(toLine(indexed, true));
    for (const former of lineageOf(revisions, indexed)) covered.add(former);
  }
  return lines;
}
