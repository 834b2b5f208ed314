/**
 * The tags arm (F3): words of the query that are existing tags rank their memories by the number of matched tags,
 * then recency. Only tags of memories in scope are known.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import type { MemoryRow, Ordinal } from '../../../core/record/memory.ts';
import { fold } from '../../../core/text/fold.ts';
import { foldedWords } from '../../../core/text/folded-words.ts';
import { perVersion } from '../../table/per-version.ts';
import type { MemoryTable } from '../../table/table.ts';
import type { TagsArmResult } from './arm.ts';
import { evidenceOfUnitScores, noRanks, noScores } from './arm.ts';

interface TagEntry {
  /** `machine-learning` → `machine`, `learning`. */
  parts: string[];
  postings: Ordinal[];
}

/** Tags of a table at one version: folded tag → its parts and postings; part → tags. */
interface TagIndex {
  tags: Map<string, TagEntry>;
  byPart: Map<string, string[]>;
}

function buildTagIndex(table: MemoryTable): TagIndex {
  const tags = new Map<string, TagEntry>();
  const byPart = new Map<string, string[]>();
  // A tag is folded once, not for each of its memories.
  const written = new Map<string, TagEntry>();
  for (let at = 0; at < table.size; at++) {
    const row = table.row(at as Ordinal);
    if (row === undefined) continue;
    for (const tag of row.tags) {
      let entry = written.get(tag);
      if (entry === undefined) {
        entry = entryOf(fold(tag));
        written.set(tag, entry);
      }
      // Two ways of writing a tag are one tag.
      if (entry.postings.at(-1) !== at) entry.postings.push(at as Ordinal);
    }
  }
  return { tags, byPart };

  function entryOf(tag: string): TagEntry {
    const known = tags.get(tag);
    if (known !== undefined) return known;
    const entry: TagEntry = { parts: foldedWords(tag), postings: [] };
    tags.set(tag, entry);
    for (const part of new Set(entry.parts)) byPart.set(part, [...(byPart.get(part) ?? []), tag]);
    return entry;
  }
}

/**
 * @param words of the query without stop words
 * @param scope rows whose tags may be known and returned
 */
export type TagsArm = (words: readonly string[], scope: Scope) => TagsArmResult;

export function createTagsArm(table: MemoryTable): TagsArm {
  const index = perVersion(table, buildTagIndex);
  return (words, scope) => rankByTags(index(), words, scope, table);
}

function rankByTags(index: TagIndex, words: readonly string[], scope: Scope, table: MemoryTable): TagsArmResult {
  const matched = new Map<string, number>();
  let written: Float32Array | null = null;
  const named = new Set(words.flatMap((word) => [fold(word), ...foldedWords(word)]));
  for (const part of named) {
    for (const tag of index.byPart.get(part) ?? []) {
      if (matched.has(tag)) continue;
      const { parts, postings } = index.tags.get(tag)!;
      const share = parts.filter((each) => named.has(each)).length / parts.length;
      let seen = false;
      for (const ordinal of postings) {
        if (scope.allowed !== null && scope.allowed[ordinal] !== 1) continue;
        written ??= new Float32Array(scope.size);
        written[ordinal]! += share;
        seen = true;
      }
      if (seen) matched.set(tag, share);
    }
  }
  if (written === null) {
    const none = noScores(scope.size);
    const ranks = noRanks(scope.size);
    return { arm: 'tags', scores: none, evidence: none, count: 0, milliseconds: 0, matched, ranks };
  }
  const scores: Float32Array = written;
  let best = 0;
  for (let at = 0, { length } = scores; at < length; at++) best = Math.max(best, scores[at]!);
  const ranked: Ordinal[] = [];
  for (let at = 0, { length } = scores; at < length; at++) {
    if (scores[at] === 0) continue;
    scores[at]! /= best;
    ranked.push(at as Ordinal);
  }
  ranked.sort((a, b) => scores[b]! - scores[a]! || updated(table.row(b)) - updated(table.row(a)) || a - b);
  const ranks = new Uint32Array(scope.size);
  ranked.forEach((ordinal, position) => {
    ranks[ordinal] = position + 1;
  });
  return {
    arm: 'tags',
    scores,
    evidence: evidenceOfUnitScores(scores),
    count: ranked.length,
    milliseconds: 0,
    matched,
    ranks,
  };
}

function updated(row: MemoryRow | undefined): number {
  return row?.updatedAt ?? 0;
}
