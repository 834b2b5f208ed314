/**
 * Codes, amounts, times and phone numbers have several spellings: DE89 3704 0044 is also written without spaces. If no
 * memory contains one as typed, this searches for the spelling that a memory has.
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
/** Fewer digits may be two years, or coordinates. */
const LEAST_PHONE_DIGITS = 9;
/** Digits of a phone number with its country code (ITU-T E.164). */
const MOST_PHONE_DIGITS = 15;
const COUNTRY_CODE_DIGITS = [1, 2, 3];

type IsContained = (phrase: string) => boolean;

/** @param isContained whether a visible memory contains the word, or the consecutive words */
export function respelledCodes(parsed: ParsedQuery, isContained: IsContained): ParsedQuery {
  const { root } = parsed;
  if (root?.kind !== 'or' || root.children.length > MAX_QUERY_TERMS) return parsed;
  const children: QueryNode[] = [];
  let codes = 0;
  for (let at = 0; at < root.children.length; ) {
    const mayBePhone = root.children[at]!.kind === 'must' && codes++ < MOST_CODES;
    const phone = mayBePhone ? phoneRun(root.children, at, isContained) : null;
    const joined = phone ?? joinedRun(root.children, at, isContained);
    if (joined !== null) {
      children.push(spelledAs(joined.spelling));
      at += joined.count;
      continue;
    }
    const node = root.children[at++]!;
    const isCode = isLongCode(bare(wordIn(node) ?? ''));
    children.push(isCode && codes++ >= MOST_CODES ? node : respelled(node, isContained));
  }
  if (children.every((child, at) => child === root.children[at])) return parsed;
  const changed: QueryNode = { kind: 'or', children };
  const { typed: _typed, ...leaves } = leavesOf(changed);
  return { ...parsed, root: changed, ...leaves };
}

function respelled(node: QueryNode, isContained: IsContained): QueryNode {
  const text = wordIn(node);
  if (text === null || !/\p{Nd}/u.test(text) || isContained(text)) return node;
  const code = bare(text);
  const spelling = isLongCode(code)
    ? codeSpelling(text, code, node.kind === 'must', isContained)
    : ([...timeSpellings(text), ...amountSpellings(text)].find(isContained) ?? null);
  if (spelling === null) return node;
  return node.kind === 'must' ? { kind: 'must', child: spelledAs(spelling) } : spelledAs(spelling);
}

function codeSpelling(text: string, code: string, hasPlus: boolean, isContained: IsContained): string | null {
  if (code !== fold(text) && isContained(code)) return code;
  return cut(code, isContained) ?? phoneSpelling(code, hasPlus, isContained);
}

/** 0171 5550199 within a country is +49 171 5550199 from outside. */
function phoneSpelling(code: string, hasPlus: boolean, isContained: IsContained): string | null {
  if (!/^\d+$/.test(code) || code.length > MOST_PHONE_DIGITS) return null;
  const digits = code.replace(/^00/, '');
  const fromAbroad = COUNTRY_CODE_DIGITS.map((length) => `0${digits.slice(length)}`);
  const fromWithin = code.startsWith('0') ? [code.slice(1)] : [];
  for (const number of hasPlus || digits !== code ? fromAbroad : fromWithin) {
    const found = isContained(number) ? number : cut(number, isContained);
    if (found !== null) return found;
  }
  return null;
}

/** 6:55 may be written as 06:55 or 6.55. */
function timeSpellings(text: string): string[] {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hour === undefined) return [];
  const hours = [String(Number(hour)), hour.padStart(2, '0')];
  return [':', '.'].flatMap((mark) => hours.map((one) => `${one}${mark}${minute}`));
}

/** 500g may be written as 500 g, and A4 as A 4. */
function amountSpellings(text: string): string[] {
  const [, number, unit] = /^(\d+(?:[.,]\d+)*)°?(\p{L}+\d?)$/u.exec(fold(text)) ?? [];
  if (number !== undefined) return [`${number} ${unit}`];
  const [, letter, digits] = /^(\p{L})(\d+)$/u.exec(fold(text)) ?? [];
  return letter === undefined ? [] : [`${letter} ${digits}`];
}

interface Run {
  spelling: string;
  /** Number of nodes that it replaces. */
  count: number;
}

/** The plus of +49 171 5550199 isn't an operator. */
function phoneRun(nodes: readonly QueryNode[], from: number, isContained: IsContained): Run | null {
  const words: string[] = [];
  for (let at = from; at < nodes.length && (at === from || nodes[at]!.kind === 'word'); at++) {
    const own = wordIn(nodes[at]!);
    if (own === null || !/^\d+$/.test(own)) break;
    words.push(own);
  }
  const code = words.join('');
  if (words.length < 2 || !isLongCode(code) || isContained(words.join(' '))) return null;
  const spelling = codeSpelling(words.join(' '), code, true, isContained);
  return spelling === null ? null : { spelling, count: words.length };
}

/**
 * Finds consecutive words that a memory contains as one word, while no memory contains them as typed. If a memory
 * contains a phone number as typed, its parts are one phrase, because others share its area code.
 */
function joinedRun(nodes: readonly QueryNode[], from: number, isContained: IsContained): Run | null {
  const words: string[] = [];
  let code = '';
  let found: Run | null = null;
  for (let at = from; at < nodes.length; at++) {
    const node = nodes[at]!;
    const own = node.kind === 'must' ? null : wordIn(node);
    if (own === null || !/\p{Nd}/u.test(own)) break;
    words.push(own);
    code += bare(own);
    if (code.length > MOST_UNITS) break;
    if (words.length < 2 || !isLongCode(code)) continue;
    const typed = words.join(' ');
    if (isPhone(typed, code) && isContained(typed)) found = { spelling: typed, count: words.length };
    else if (isContained(code) && !isContained(typed)) found = { spelling: code, count: words.length };
  }
  return found;
}

function isPhone(typed: string, code: string): boolean {
  return /^[\d ]+$/.test(typed) && code.length >= LEAST_PHONE_DIGITS && code.length <= MOST_PHONE_DIGITS;
}

function wordIn(node: QueryNode): string | null {
  if (node.kind === 'must') return wordIn(node.child);
  return node.kind === 'word' && !node.prefix ? node.text : null;
}

function spelledAs(text: string): QueryNode {
  return text.includes(' ') ? { kind: 'phrase', text } : { kind: 'word', text, prefix: false };
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
