/**
 * Ranks memories by how many of their tags the query names, in whole or in part, then by recency. Only tags of memories
 * in scope count.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import { CandidateList } from '../../../core/ranking/candidate-list.ts';
import type { Ordinal } from '../../../core/record/memory.ts';
import { fold } from '../../../core/text/fold.ts';
import { foldedWords } from '../../../core/text/folded-words.ts';
import type { MemoryTable } from '../../table/memory-table.ts';
import type { RowIndexes } from '../../table/row-indexes.ts';
import type { TagsArmResult } from './arm.ts';

interface TagEntry {
  name: string;
  /** `machine-learning` → `machine`, `learning`. */
  parts: string[];
  /** Ordinals of the memories with this tag, ascending. */
  postings: Ordinal[];
}

interface TagIndex {
  tags: Map<string, TagEntry>;
  byPart: Map<string, Set<TagEntry>>;
  /** Each spelling is folded once, not again for each memory. */
  written: Map<string, TagEntry>;
  /** Tags of each row when it was last read, by ordinal. Undefined if it had none. */
  taken: (readonly string[] | undefined)[];
}

function takeTags(index: TagIndex, table: MemoryTable, at: Ordinal): void {
  const before = index.taken[at];
  const tags = table.row(at)?.tags ?? [];
  index.taken[at] = tags.length > 0 ? tags : undefined;
  if (before !== undefined) for (const tag of before) withdraw(index.written.get(tag)!, at);
  for (const tag of tags) {
    let entry = index.written.get(tag);
    if (entry === undefined) {
      entry = entryOf(index, fold(tag));
      index.written.set(tag, entry);
    }
    const { postings } = entry;
    const last = postings.at(-1) ?? -1;
    if (last < at) postings.push(at);
    else if (last > at) {
      const place = placeOf(postings, at);
      if (postings[place] !== at) postings.splice(place, 0, at);
    }
  }
}

function withdraw({ postings }: TagEntry, at: Ordinal): void {
  const place = placeOf(postings, at);
  // If the memory has the tag in two spellings, the first has already removed the posting.
  if (postings[place] === at) postings.splice(place, 1);
}

function placeOf(postings: readonly Ordinal[], at: Ordinal): number {
  let from = 0;
  let to = postings.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (postings[middle]! < at) from = middle + 1;
    else to = middle;
  }
  return from;
}

function entryOf({ tags, byPart }: TagIndex, name: string): TagEntry {
  const known = tags.get(name);
  if (known !== undefined) return known;
  const entry: TagEntry = { name, parts: foldedWords(name), postings: [] };
  tags.set(name, entry);
  for (const part of entry.parts) {
    const others = byPart.get(part);
    if (others) others.add(entry);
    else byPart.set(part, new Set([entry]));
  }
  return entry;
}

/** @param words without function words */
export type TagsArm = (words: readonly string[], scope: Scope) => TagsArmResult;

export function createTagsArm(table: MemoryTable, indexes: RowIndexes): TagsArm {
  const index = indexes.add(
    'tags',
    (): TagIndex => ({ tags: new Map(), byPart: new Map(), written: new Map(), taken: [] }),
    (kept, at) => takeTags(kept, table, at),
  );
  return (words, scope) => rankByTags(index(), words, scope, table);
}

function rankByTags(index: TagIndex, words: readonly string[], scope: Scope, table: MemoryTable): TagsArmResult {
  const matched = new Map<string, number>();
  const sums = new Map<Ordinal, number>();
  const named = new Set(words.flatMap((word) => [fold(word), ...foldedWords(word)]));
  const tags = new Set([...named].flatMap((part) => [...(index.byPart.get(part) ?? [])]));
  // A sum of three floats depends on their order, so the tags are sorted.
  for (const { name, parts, postings } of [...tags].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const share = parts.filter((each) => named.has(each)).length / parts.length;
    let seen = false;
    for (const ordinal of postings) {
      if (scope.allowed !== null && scope.allowed[ordinal] !== 1) continue;
      sums.set(ordinal, (sums.get(ordinal) ?? 0) + share);
      seen = true;
    }
    if (seen) matched.set(name, share);
  }
  return { arm: 'tags', candidates: candidatesOf(sums, table), count: sums.size, milliseconds: 0, matched };
}

/** Ranks by score, then by recency. */
function candidatesOf(sums: ReadonlyMap<Ordinal, number>, table: MemoryTable): CandidateList {
  const rows = Uint32Array.from(sums.keys()).sort();
  const scores = Float32Array.from(rows, (row) => sums.get(row as Ordinal)!);
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  const changed = Float64Array.from(rows, (row) => table.row(row as Ordinal)?.updatedAt ?? 0);
  const ranks = new Uint32Array(rows.length);
  Uint32Array.from(rows.keys())
    .sort((a, b) => scores[b]! - scores[a]! || changed[b]! - changed[a]! || a - b)
    .forEach((at, position) => {
      ranks[at] = position + 1;
    });
  return new CandidateList(
    rows,
    scores.map((score) => score / best),
    ranks,
  );
}
