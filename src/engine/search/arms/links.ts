/**
 * The links arm (C3): titles and aliases are entities; a query that names one ranks it first, then what it links
 * to and what links to it, by importance and distance, at most two steps away. Invisible memories are no bridge.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import type { Ordinal } from '../../../core/record/memory.ts';
import { foldedWords } from '../../../core/text/folded-words.ts';
import { perVersion } from '../../table/per-version.ts';
import type { MemoryTable } from '../../table/table.ts';
import type { LinksArmResult } from './arm.ts';
import { evidenceOfUnitScores, noScores } from './arm.ts';

const FARTHEST = 2;
const DEFAULT_IMPORTANCE = 5;
/** Names longer than this many words are sentences, not entities. */
const LONGEST_NAME = 6;
/** What most names are when they are written small; folding 100,000 is most of a start's first search. */
const FOLDED_NAME = /^[a-z0-9]+(?: [a-z0-9]+){0,5}$/;

/** Entities and links of a table at one version. */
interface LinkIndex {
  /** Folded name → memories of that title or alias. */
  entities: Map<string, Ordinal[]>;
  /** Links in both directions. */
  neighbours: Map<Ordinal, Set<Ordinal>>;
}

function buildLinkIndex(table: MemoryTable): LinkIndex {
  const entities = new Map<string, Ordinal[]>();
  const linking: Ordinal[] = [];
  for (let at = 0; at < table.size; at++) {
    const row = table.row(at as Ordinal);
    if (row === undefined) continue;
    if (table.links(at as Ordinal).length > 0) linking.push(at as Ordinal);
    const { title = '', aliases } = row;
    const names = aliases === undefined ? [foldName(title)] : new Set([title, ...aliases].map(foldName));
    for (const name of names) {
      if (name === '') continue;
      const named = entities.get(name);
      if (named) named.push(at as Ordinal);
      else entities.set(name, [at as Ordinal]);
    }
  }
  const neighbours = new Map<Ordinal, Set<Ordinal>>();
  const join = (from: Ordinal, to: Ordinal) => {
    const joined = neighbours.get(from);
    if (joined) joined.add(to);
    else neighbours.set(from, new Set([to]));
  };
  for (const from of linking) {
    for (const target of table.links(from)) {
      // Both readings: an id that the viewer may not see must not take a name's place.
      const byId = table.ordinalOf(target);
      for (const to of [...(byId === undefined ? [] : [byId]), ...(entities.get(foldName(target)) ?? [])]) {
        if (to === from) continue;
        join(from, to);
        join(to, from);
      }
    }
  }
  return { entities, neighbours };
}

/**
 * @param words of the query in typed order
 * @param telling is one word alone enough to name an entity? (rare or an identifier; the whole query always is)
 */
export type LinksArm = (words: readonly string[], telling: (word: string) => boolean, scope: Scope) => LinksArmResult;

export function createLinksArm(table: MemoryTable): LinksArm {
  const index = perVersion(table, buildLinkIndex);
  return (words, telling, scope) => rankByLinks(index(), words, telling, scope, table);
}

function rankByLinks(
  index: LinkIndex,
  words: readonly string[],
  telling: (word: string) => boolean,
  scope: Scope,
  table: MemoryTable,
): LinksArmResult {
  const visible = (ordinal: Ordinal) => scope.allowed === null || scope.allowed[ordinal] === 1;
  const paths = new Map<Ordinal, Ordinal[]>();
  for (const entity of namedEntities(index, words, telling)) if (visible(entity)) paths.set(entity, [entity]);
  let frontier = [...paths.keys()];
  for (let distance = 1; distance <= FARTHEST; distance++) {
    const reached: Ordinal[] = [];
    for (const from of frontier) {
      for (const to of index.neighbours.get(from) ?? []) {
        if (paths.has(to) || !visible(to)) continue;
        paths.set(to, [...paths.get(from)!, to]);
        reached.push(to);
      }
    }
    frontier = reached;
  }
  if (paths.size === 0) {
    const none = noScores(scope.size);
    return { arm: 'links', scores: none, evidence: none, count: 0, milliseconds: 0, paths };
  }
  const scores = new Float32Array(scope.size);
  for (const [ordinal, path] of paths) {
    const importance = (table.row(ordinal)?.importance ?? DEFAULT_IMPORTANCE) / 10;
    // Bands by distance, so that no importance lifts a neighbour above the entity that was named.
    scores[ordinal] = (FARTHEST - (path.length - 1) + importance) / (FARTHEST + 1);
  }
  return { arm: 'links', scores, evidence: evidenceOfUnitScores(scores), count: paths.size, milliseconds: 0, paths };
}

function namedEntities(index: LinkIndex, words: readonly string[], telling: (word: string) => boolean): Set<Ordinal> {
  const tokens = words.flatMap(foldedWords);
  const named = new Set<Ordinal>();
  for (let start = 0; start < tokens.length; start++) {
    for (let end = start + 1; end <= Math.min(tokens.length, start + LONGEST_NAME); end++) {
      const whole = start === 0 && end === tokens.length;
      if (end === start + 1 && !whole && !telling(tokens[start]!)) continue;
      for (const ordinal of index.entities.get(tokens.slice(start, end).join(' ')) ?? []) named.add(ordinal);
    }
  }
  return named;
}

/** Empty for what is no name. */
function foldName(name: string): string {
  const lower = name.toLowerCase();
  if (name === '' || FOLDED_NAME.test(lower)) return lower;
  const words = foldedWords(name);
  return words.length > LONGEST_NAME ? '' : words.join(' ');
}
