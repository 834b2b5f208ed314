/**
 * If the query contains a memory's title or alias, that memory ranks first. Memories at most two links away follow, in
 * either direction. Invisible memories don't connect others.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import { CandidateList } from '../../../core/ranking/candidate-list.ts';
import type { Ordinal } from '../../../core/record/memory.ts';
import { foldedWords } from '../../../core/text/folded-words.ts';
import type { MemoryTable } from '../../table/memory-table.ts';
import type { RowIndexes } from '../../table/row-indexes.ts';
import type { LinksArmResult } from './arm.ts';
import { createNames, foldName, LONGEST_NAME, type Names } from './names.ts';

const FARTHEST = 2;
const DEFAULT_IMPORTANCE = 5;

/** @param canName for a single word of the query; the whole query always can */
export type LinksArm = (words: readonly string[], canName: (word: string) => boolean, scope: Scope) => LinksArmResult;

export function createLinksArm(table: MemoryTable, indexes: RowIndexes): LinksArm {
  const names = createNames(table, indexes);
  return (words, canName, scope) => rankByLinks({ table, names: names() }, words, canName, scope);
}

interface LinkIndex {
  table: MemoryTable;
  names: Names;
}

function rankByLinks(
  index: LinkIndex,
  words: readonly string[],
  canName: (word: string) => boolean,
  scope: Scope,
): LinksArmResult {
  const { table } = index;
  const visible = (ordinal: Ordinal) => scope.allowed === null || scope.allowed[ordinal] === 1;
  const paths = new Map<Ordinal, Ordinal[]>();
  for (const entity of namedEntities(index, words, canName)) if (visible(entity)) paths.set(entity, [entity]);
  let frontier = [...paths.keys()];
  for (let distance = 1; distance <= FARTHEST && frontier.length > 0; distance++) {
    const reached: Ordinal[] = [];
    const neighbours = neighboursOf(index, frontier);
    for (const from of frontier) {
      for (const to of neighbours(from)) {
        if (paths.has(to) || !visible(to)) continue;
        paths.set(to, [...paths.get(from)!, to]);
        reached.push(to);
      }
    }
    frontier = reached;
  }
  const scores = new Map<Ordinal, number>();
  for (const [ordinal, path] of paths) {
    const importance = (table.row(ordinal)?.importance ?? DEFAULT_IMPORTANCE) / 10;
    // Distances have separate score bands, so no importance lifts a neighbour above the named entity.
    scores.set(ordinal, (FARTHEST - (path.length - 1) + importance) / (FARTHEST + 1));
  }
  return { arm: 'links', candidates: CandidateList.of(scores), count: paths.size, milliseconds: 0, paths };
}

function neighboursOf({ table, names }: LinkIndex, frontier: readonly Ordinal[]): (from: Ordinal) => Iterable<Ordinal> {
  if (!names.linked) return () => [];
  const bearers = names.bearers(new Set(frontier.flatMap((from) => table.links(from).map(foldName))));
  return (from) => {
    const incoming = names.linkers(from);
    const before = incoming.filter((linker) => linker < from);
    const own = table.links(from).flatMap((target) => {
      // A target may be an id or a name. Both are tried: an id that the viewer may not see must not hide a name.
      const byId = table.ordinalOf(target);
      return [...(byId === undefined ? [] : [byId]), ...(bearers.get(foldName(target)) ?? [])];
    });
    const joined = new Set([...before, ...own, ...incoming]);
    joined.delete(from);
    return joined;
  };
}

function namedEntities(
  { names }: LinkIndex,
  words: readonly string[],
  canName: (word: string) => boolean,
): Set<Ordinal> {
  const tokens = words.flatMap(foldedWords);
  const possible = new Set<string>();
  for (let start = 0; start < tokens.length; start++) {
    for (let end = start + 1; end <= Math.min(tokens.length, start + LONGEST_NAME); end++) {
      const whole = start === 0 && end === tokens.length;
      if (end > start + 1 || whole || canName(tokens[start]!)) possible.add(tokens.slice(start, end).join(' '));
    }
  }
  const bearers = names.bearers(possible);
  return new Set([...possible].flatMap((name) => bearers.get(name) ?? []));
}
