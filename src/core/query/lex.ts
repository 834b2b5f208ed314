import { QUERY_FIELDS, type QueryField } from './fields.ts';
import { MAX_DEPTH } from './grammar.ts';

export type Lexeme =
  | { kind: 'word'; text: string; prefix: boolean }
  | { kind: 'phrase'; text: string }
  | { kind: 'field'; field: QueryField; value: string; quoted: boolean; source: string }
  | { kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'plus' };

const SPACE = /\s/u;
const QUOTES: { readonly [open: string]: string } = { '"': '"', '“': '””"“', '„': '“”"', '«': '»', '»': '«' };
const FIELD = new RegExp(`^(${QUERY_FIELDS.join('|')}):`, 'i');

/** A query in capitals with more words than this is a sentence, so its AND is a word. */
const SHOUTED_WORDS = 5;

export interface Lexed {
  lexemes: Lexeme[];
  /** The parser adds words such as AND without an operand, and fields with an invalid value. */
  literal: string[];
}

export function lex(query: string): Lexed {
  const lexemes: Lexeme[] = [];
  const literal: string[] = [];
  let index = 0;
  let depth = 0;
  const shouted = isShouted(query);
  const partnered = partneredParentheses(query);
  /**
   * Quotes that are never closed after this point. Without this set, each of a thousand quotes would scan the rest of
   * the text.
   */
  const unclosed = new Set<string>();

  const closingQuote = (from: number): number => {
    const quote = query[from] as string;
    const closers = QUOTES[quote];
    if (closers === undefined || unclosed.has(quote)) return -1;
    for (let at = from + 1; at < query.length; at += 1) if (closers.includes(query[at] as string)) return at;
    unclosed.add(quote);
    return -1;
  };
  const readChunk = (): string => {
    const start = index;
    let inner = 0;
    while (index < query.length && !SPACE.test(query[index] as string)) {
      if (query[index] === '(') inner += 1;
      else if (query[index] === ')') {
        if (inner === 0 && depth > 0) break;
        inner -= 1;
      }
      index += 1;
    }
    return query.slice(start, index);
  };

  while (index < query.length) {
    const mark = query[index] as string;
    const next = query[index + 1];
    if (SPACE.test(mark)) {
      index += 1;
    } else if (mark === ')') {
      if (depth > 0) {
        depth -= 1;
        lexemes.push({ kind: 'close' });
      } else literal.push(')');
      index += 1;
    } else if (mark === '(') {
      if (depth < MAX_DEPTH && partnered.has(index)) {
        depth += 1;
        lexemes.push({ kind: 'open' });
      } else literal.push('(');
      index += 1;
    } else if (mark in QUOTES) {
      const close = closingQuote(index);
      if (close < 0) {
        literal.push(mark);
        index += 1;
      } else {
        const text = query.slice(index + 1, close).trim();
        if (text === '') literal.push(mark + (query[close] as string));
        else lexemes.push({ kind: 'phrase', text });
        index = joinedWord(query, close + 1);
      }
    } else if (mark === '-' && optionAt(query, index, lexemes) !== '') {
      const text = optionAt(query, index, lexemes);
      lexemes.push({ kind: 'word', text, prefix: false });
      index += text.length;
    } else if ((mark === '-' || mark === '+') && startsOperand(mark, next)) {
      lexemes.push({ kind: mark === '-' ? 'minus' : 'plus' });
      index += 1;
    } else {
      const start = index;
      const name = FIELD.exec(query.slice(index, index + 16));
      const valueAt = name ? index + name[0].length : index;
      const close = name ? closingQuote(valueAt) : -1;
      if (name && close > valueAt + 1) {
        index = close + 1;
        const value = query.slice(valueAt + 1, close).trim();
        lexemes.push({
          kind: 'field',
          field: name[1]?.toLowerCase() as QueryField,
          value,
          quoted: true,
          source: query.slice(start, index),
        });
        continue;
      }
      const chunk = readChunk();
      if (name && chunk.length > name[0].length) {
        const value = chunk.slice(name[0].length).replace(/["“”„«»]/g, '');
        lexemes.push({
          kind: 'field',
          field: name[1]?.toLowerCase() as QueryField,
          value,
          quoted: false,
          source: chunk,
        });
      } else if (!shouted && (chunk === 'AND' || chunk === 'OR' || chunk === 'NOT')) {
        lexemes.push({ kind: chunk.toLowerCase() as 'and' | 'or' | 'not' });
      } else {
        const prefix = chunk.length > 1 && chunk.endsWith('*') && !chunk.endsWith('**');
        lexemes.push({ kind: 'word', text: prefix ? chunk.slice(0, -1) : chunk, prefix });
      }
    }
  }
  return { lexemes, literal };
}

/** Queries with operators have few other words in capitals. */
function isShouted(query: string): boolean {
  return (
    !/\p{Ll}/u.test(query) &&
    (query.match(/(?<!\p{L})(?!(?:AND|OR|NOT)(?!\p{L}))\p{Lu}{2,}/gu)?.length ?? 0) > SHOUTED_WORDS
  );
}

/** Whether the sign is an operator. It's text in `-500` (a number), in `--force` (a flag), and before a space. */
function startsOperand(mark: string, next: string | undefined): boolean {
  if (next === undefined || SPACE.test(next) || next === '-' || next === '+' || next === ')') return false;
  return mark === '+' || !/\p{Nd}/u.test(next);
}

/** Hyphens that join a word to the phrase before it (`"Model C"-schools`) exclude nothing. */
function joinedWord(query: string, from: number): number {
  const joined = /^-+(?=[^\s\p{Nd}+)-])/u.exec(query.slice(from, from + 16));
  return joined === null ? from : from + joined[0].length;
}

const OPTION = /^-[A-Za-z](?::[A-Za-z]{1,8})?(?=[\s)]|$)/u;

function optionAt(query: string, at: number, before: readonly Lexeme[]): string {
  const last = before.at(-1)?.kind;
  if (last !== 'word' && last !== 'phrase') return '';
  return OPTION.exec(query.slice(at, at + 12))?.[0] ?? '';
}

function partneredParentheses(query: string): Set<number> {
  const partnered = new Set<number>();
  const open: number[] = [];
  for (let at = 0; at < query.length; at += 1) {
    if (query[at] === '(') open.push(at);
    else if (query[at] === ')') {
      const partner = open.pop();
      if (partner !== undefined) partnered.add(partner);
    }
  }
  return partnered;
}
