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
  return new Lexer(query).lex();
}

class Lexer {
  readonly #query: string;
  readonly #lexemes: Lexeme[] = [];
  readonly #literal: string[] = [];
  readonly #shouted: boolean;
  readonly #partnered: ReadonlySet<number>;
  /** Quotes that never close after this point. Without this set, each of a thousand would scan the rest of the text. */
  readonly #unclosed = new Set<string>();
  #index = 0;
  #depth = 0;

  constructor(query: string) {
    this.#query = query;
    this.#shouted = isShouted(query);
    this.#partnered = partneredParentheses(query);
  }

  lex(): Lexed {
    while (this.#index < this.#query.length) this.#readNext();
    return { lexemes: this.#lexemes, literal: this.#literal };
  }

  #readNext(): void {
    const mark = this.#query[this.#index] as string;
    if (SPACE.test(mark)) this.#index += 1;
    else if (mark === ')') this.#readClose();
    else if (mark === '(') this.#readOpen();
    else if (mark in QUOTES) this.#readPhrase(mark);
    else if (!this.#readSign(mark) && !this.#readQuotedField()) this.#readWord();
  }

  #readClose(): void {
    if (this.#depth > 0) {
      this.#depth -= 1;
      this.#lexemes.push({ kind: 'close' });
    } else this.#literal.push(')');
    this.#index += 1;
  }

  #readOpen(): void {
    if (this.#depth < MAX_DEPTH && this.#partnered.has(this.#index)) {
      this.#depth += 1;
      this.#lexemes.push({ kind: 'open' });
    } else this.#literal.push('(');
    this.#index += 1;
  }

  #readPhrase(mark: string): void {
    const close = this.#closingQuote(this.#index);
    if (close < 0) {
      this.#literal.push(mark);
      this.#index += 1;
      return;
    }
    const text = this.#query.slice(this.#index + 1, close).trim();
    if (text === '') this.#literal.push(mark + (this.#query[close] as string));
    else this.#lexemes.push({ kind: 'phrase', text });
    this.#index = joinedWord(this.#query, close + 1);
  }

  /** Reads an option such as `-v`, or an operator. Returns whether there was one. */
  #readSign(mark: string): boolean {
    if (mark !== '-' && mark !== '+') return false;
    const option = mark === '-' ? optionAt(this.#query, this.#index, this.#lexemes) : '';
    if (option !== '') {
      this.#lexemes.push({ kind: 'word', text: option, prefix: false });
      this.#index += option.length;
      return true;
    }
    if (!startsOperand(mark, this.#query[this.#index + 1])) return false;
    this.#lexemes.push({ kind: mark === '-' ? 'minus' : 'plus' });
    this.#index += 1;
    return true;
  }

  #readQuotedField(): boolean {
    const start = this.#index;
    const name = this.#fieldName();
    if (!name) return false;
    const valueAt = start + name[0].length;
    const close = this.#closingQuote(valueAt);
    if (close <= valueAt + 1) return false;
    this.#index = close + 1;
    const value = this.#query.slice(valueAt + 1, close).trim();
    this.#pushField(name, value, true, this.#query.slice(start, this.#index));
    return true;
  }

  #readWord(): void {
    const name = this.#fieldName();
    const chunk = this.#readChunk();
    if (name && chunk.length > name[0].length) {
      this.#pushField(name, chunk.slice(name[0].length).replace(/["“”„«»]/g, ''), false, chunk);
    } else if (!this.#shouted && (chunk === 'AND' || chunk === 'OR' || chunk === 'NOT')) {
      this.#lexemes.push({ kind: chunk.toLowerCase() as 'and' | 'or' | 'not' });
    } else {
      const prefix = chunk.length > 1 && chunk.endsWith('*') && !chunk.endsWith('**');
      this.#lexemes.push({ kind: 'word', text: prefix ? chunk.slice(0, -1) : chunk, prefix });
    }
  }

  #fieldName(): RegExpExecArray | null {
    return FIELD.exec(this.#query.slice(this.#index, this.#index + 16));
  }

  #pushField(name: RegExpExecArray, value: string, quoted: boolean, source: string): void {
    this.#lexemes.push({ kind: 'field', field: name[1]?.toLowerCase() as QueryField, value, quoted, source });
  }

  #closingQuote(from: number): number {
    const quote = this.#query[from] as string;
    const closers = QUOTES[quote];
    if (closers === undefined || this.#unclosed.has(quote)) return -1;
    for (let at = from + 1; at < this.#query.length; at += 1) {
      if (closers.includes(this.#query[at] as string)) return at;
    }
    this.#unclosed.add(quote);
    return -1;
  }

  #readChunk(): string {
    const start = this.#index;
    let inner = 0;
    while (this.#index < this.#query.length && !SPACE.test(this.#query[this.#index] as string)) {
      if (this.#query[this.#index] === '(') inner += 1;
      else if (this.#query[this.#index] === ')') {
        if (inner === 0 && this.#depth > 0) break;
        inner -= 1;
      }
      this.#index += 1;
    }
    return this.#query.slice(start, this.#index);
  }
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
