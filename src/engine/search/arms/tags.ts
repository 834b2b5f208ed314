/**
 * The tags arm (F3): words of the query that are existing tags rank their memories by the number of matched tags,
 * then recency. Only tags of memories in scope are known.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import type { MemoryRow, Ordinal } from '../../../core/record/memory.ts';
import { perVersion } from '../../table/per-version.ts';
import type { MemoryTable } from '../../table/table.ts';
import type { TagsArmResult } from './arm.ts';
import { evidenceOfUnitScores } from './arm.ts';

interface TagEntry {
  parts: string[];
  holders: Ordinal[];
}

/** Tags of a table at one version: folded tag → its parts and holders; part → tags. */
interface TagIndex {
  tags: Map<string, TagEntry>;
  byPart: Map<string, string[]>;
}

export function foldTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase().trim();
}

function buildTagIndex(table: MemoryTable): TagIndex {
  const tags = new Map<string, TagEntry>();
  const byPart = new Map<string, string[]>();
  for (let at = 0; at < table.size; at++) {
    const row = table.row(at as Ordinal);
    for (const tag of new Set(row?.tags.map(foldTag))) {
      let entry = tags.get(tag);
      if (entry === undefined) {
        entry = { parts: partsOf(tag), holders: [] };
        tags.set(tag, entry);
        for (const part of new Set(entry.parts)) byPart.set(part, [...(byPart.get(part) ?? []), tag]);
      }
      entry.holders.push(at as Ordinal);
    }
  }
  return { tags, byPart };
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
  const scores = new Float32Array(scope.size);
  const named = new Set(words.flatMap((word) => [foldTag(word), ...partsOf(foldTag(word))]));
  for (const part of named) {
    for (const tag of index.byPart.get(part) ?? []) {
      if (matched.has(tag)) continue;
      const { parts, holders } = index.tags.get(tag)!;
      const share = parts.filter((each) => named.has(each)).length / parts.length;
      let seen = false;
      for (const holder of holders) {
        if (scope.allowed !== null && scope.allowed[holder] !== 1) continue;
        scores[holder]! += share;
        seen = true;
      }
      if (seen) matched.set(tag, share);
    }
  }
  let best = 0;
  for (const score of scores) best = Math.max(best, score);
  const holders: Ordinal[] = [];
  for (let at = 0; at < scores.length; at++) {
    if (scores[at] === 0) continue;
    scores[at]! /= best;
    holders.push(at as Ordinal);
  }
  holders.sort((a, b) => scores[b]! - scores[a]! || updated(table.row(b)) - updated(table.row(a)) || a - b);
  const ranks = new Uint32Array(scope.size);
  holders.forEach((holder, position) => {
    ranks[holder] = position + 1;
  });
  return {
    arm: 'tags',
    scores,
    evidence: evidenceOfUnitScores(scores),
    count: holders.length,
    milliseconds: 0,
    matched,
    ranks,
  };
}

/** `machine-learning` → `machine`, `learning`. */
function partsOf(tag: string): string[] {
  return tag.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 0);
}

function updated(row: MemoryRow | undefined): number {
  return row?.updatedAt ?? 0;
}
