/**
 * Long codes are written with or without spaces and hyphens, such as DE89 3704 0044. If no memory contains one as
 * typed, this searches for the spelling that a memory has.
 */
import { fold } from '../text/fold.ts';
import { MAX_QUERY_TERMS } from './grammar.ts';
import { leavesOf, type ParsedQuery, type QueryNode } from './parsed-query.ts';

/** A shorter code could be part of any number. */
const LEAST_UNITS = 7;
const MOST_UNITS = 40;
const LEAST_DIGITS = 5;
const MOST_PIECE = 12;
/** Those with the fewest pieces first. */
const MOST_CUTS = 12;
/** One code of 40 digits costs up to 460 lookups. */
const MOST_CODES = 3;
const MOST_BEGINNINGS = 64;

type IsContained = (phrase: string) => boolean;

/** @param isContained whether a visible memory contains the word, or the consecutive words */
export function respelledCodes(parsed: ParsedQuery, isContained: IsContained): ParsedQuery {
  const { root } = parsed;
  if (root?.kind !== 'or' || root.children.length > MAX_QUERY_TERMS) return parsed;
  const children: QueryNode[] = [];
  let codes = 0;
  for (let at = 0; at < root.children.length; ) {
    const joined = joinedRun(root.children, at, isContained);
    if (joined !== null) {
      children.push(wordOf(joined.code));
      at += joined.count;
      continue;
    }
    const node = root.children[at++]!;
    const isCode = isLongCode(bare(wordIn(node) ?? ''));
    children.push(isCode && codes++ < MOST_CODES ? respelled(node, isContained) : node);
  }
  if (children.every((child, at) => child === root.children[at])) return parsed;
  const changed: QueryNode = { kind: 'or', children };
  const { typed: _typed, ...leaves } = leavesOf(changed);
  return { ...parsed, root: changed, ...leaves };
}

function respelled(node: QueryNode, isContained: IsContained): QueryNode {
  if (node.kind === 'must') return { kind: 'must', child: respelled(node.child, isContained) };
  const text = wordIn(node)!;
  if (isContained(text)) return node;
  const code = bare(text);
  if (code !== fold(text) && isContained(code)) return wordOf(code);
  const pieces = cut(code, isContained);
  return pieces === null ? node : { kind: 'phrase', text: pieces };
}

/** Finds consecutive words that a memory contains as one word, while no memory contains them as typed. */
function joinedRun(
  nodes: readonly QueryNode[],
  from: number,
  isContained: IsContained,
): { code: string; count: number } | null {
  const words: string[] = [];
  let code = '';
  let found: { code: string; count: number } | null = null;
  for (let at = from; at < nodes.length; at++) {
    const node = nodes[at]!;
    const own = node.kind === 'must' ? null : wordIn(node);
    if (own === null || !/\p{Nd}/u.test(own)) break;
    words.push(own);
    code += bare(own);
    if (code.length > MOST_UNITS) break;
    if (words.length > 1 && isLongCode(code) && isContained(code) && !isContained(words.join(' '))) {
      found = { code, count: words.length };
    }
  }
  return found;
}

function wordIn(node: QueryNode): string | null {
  if (node.kind === 'must') return wordIn(node.child);
  return node.kind === 'word' && !node.prefix ? node.text : null;
}

function wordOf(text: string): QueryNode {
  return { kind: 'word', text, prefix: false };
}

function bare(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

function isLongCode(code: string): boolean {
  return (
    code.length >= LEAST_UNITS &&
    code.length <= MOST_UNITS &&
    /^[a-z0-9]+$/.test(code) &&
    code.replace(/[^0-9]/g, '').length >= LEAST_DIGITS
  );
}

function cut(code: string, isContained: IsContained): string | null {
  const known = new Map<string, boolean>();
  const isWord = (piece: string): boolean => {
    let is = known.get(piece);
    if (is === undefined) {
      is = isContained(piece);
      known.set(piece, is);
    }
    return is;
  };
  let cuts = 0;
  let beginnings: { pieces: string; end: number }[] = [{ pieces: '', end: 0 }];
  while (beginnings.length > 0) {
    const longer: typeof beginnings = [];
    for (const { pieces, end } of beginnings) {
      for (let to = Math.min(code.length, end + MOST_PIECE); to > end; to--) {
        const piece = code.slice(end, to);
        if (!isWord(piece)) continue;
        const all = pieces === '' ? piece : `${pieces} ${piece}`;
        if (to < code.length) longer.push({ pieces: all, end: to });
        else if (end > 0 && isContained(all)) return all;
        else if (++cuts >= MOST_CUTS) return null;
      }
    }
    beginnings = longer.slice(0, MOST_BEGINNINGS);
  }
  return null;
}
