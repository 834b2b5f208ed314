/**
 * Parses a query. It never throws. The root is an `or` node with the typed items, or null if there are none. An
 * explicit OR is an `or` node inside the root. They differ: `+word` is required in the root, but an alternative in an
 * explicit OR. The same applies to phrases, unless `softenPhrases` replaces them.
 */
import type { Filters } from '../filter/filters.ts';
import { analyze } from '../text/analyze.ts';
import { lastBefore, startOf } from './date-bounds.ts';
import { MAX_QUERY_POINTS, MAX_QUERY_TERMS, MAX_QUERY_WORDS, MAX_TERM_POINTS } from './grammar.ts';
import { type Lexed, type Lexeme, lex } from './lex.ts';
import { leavesOf, type ParsedQuery, type QueryNode } from './parsed-query.ts';

export function parseQuery(text: string): ParsedQuery {
  const raw = capped(String(text), MAX_QUERY_POINTS);
  return parsed(raw, lex(raw));
}

/** Parses a command line or statement copied from a memory, in which signs exclude nothing. */
export function parseLiterally(text: string): ParsedQuery {
  const raw = capped(String(text), MAX_QUERY_POINTS);
  const words = raw.split(/\s+/u).filter((word) => word !== '');
  const signs = words.filter((word) => /^[-+]./u.test(word) || /^(?:AND|OR|NOT)$/.test(word));
  return parsed(raw, { lexemes: words.map((word) => ({ kind: 'word', text: word, prefix: false })), literal: signs });
}

function parsed(raw: string, { lexemes, literal }: Lexed): ParsedQuery {
  const parser = new Parser(lexemes, literal);
  const items = parser.list();
  const root: QueryNode | null = items.length > 0 ? { kind: 'or', children: items } : null;
  const { typed, ...leaves } = leavesOf(root);
  return {
    raw,
    root,
    filters: filtersOf(parser.filterTerms),
    filterTerms: parser.filterTerms.map(({ field, value, negated }) => ({
      field: negated ? `-${field}` : field,
      value,
    })),
    semanticText: typed.join(' '),
    ...leaves,
    literal,
    blank: root === null && parser.filterTerms.length === 0,
  };
}

interface FilterTerm {
  field: string;
  value: string;
  negated: boolean;
}

class Parser {
  readonly filterTerms: FilterTerm[] = [];
  readonly #lexemes: readonly Lexeme[];
  readonly #literal: string[];
  #index = 0;
  #words = 0;
  /** Inside an odd number of negations, a filter must not match. */
  #negations = 0;
  /** Words in phrases so far. Limited, because each phrase scans every document that contains its words. */
  #phraseWords = 0;

  constructor(lexemes: readonly Lexeme[], literal: string[]) {
    this.#lexemes = lexemes;
    this.#literal = literal;
  }

  list(): QueryNode[] {
    const items: QueryNode[] = [];
    while (this.#index < this.#lexemes.length && this.#lexemes[this.#index]?.kind !== 'close') {
      items.push(...this.#alternatives());
    }
    return items;
  }

  /** An operator without an operand on one side is a word. */
  #alternatives(): QueryNode[] {
    const branches: QueryNode[][] = [this.#conjunction()];
    while (this.#lexemes[this.#index]?.kind === 'or') {
      this.#index += 1;
      const branch = this.#conjunction();
      const previous = branches.at(-1) as QueryNode[];
      if (branch.length > 0 && previous.length > 0) branches.push(branch);
      else {
        const word = this.#operatorWord('OR');
        previous.push(...word, ...branch);
      }
    }
    if (branches.length === 1) return branches[0] as QueryNode[];
    return [{ kind: 'or', children: branches.map((branch) => grouped(branch)) }];
  }

  #conjunction(): QueryNode[] {
    const parts: QueryNode[] = [...this.#operand()];
    const joined: QueryNode[] = [];
    let operators = 0;
    while (this.#lexemes[this.#index]?.kind === 'and') {
      this.#index += 1;
      const right = this.#operand();
      if (parts.length > 0 && right.length > 0) {
        operators += 1;
        joined.push(...right);
      } else {
        parts.push(...this.#operatorWord('AND'), ...right);
      }
    }
    if (operators === 0) return parts;
    return [{ kind: 'and', children: [grouped(parts), ...joined] }];
  }

  #operand(): QueryNode[] {
    const lexeme = this.#lexemes[this.#index];
    if (lexeme === undefined || lexeme.kind === 'close' || lexeme.kind === 'or' || lexeme.kind === 'and') return [];
    this.#index += 1;
    switch (lexeme.kind) {
      case 'word':
        return this.#word(lexeme.text, lexeme.prefix);
      case 'phrase':
        return this.#phrase(lexeme.text);
      case 'field':
        return this.#field(lexeme);
      case 'minus':
      case 'not':
        return this.#negated(lexeme.kind === 'minus' ? '-' : 'NOT');
      case 'plus': {
        const operand = this.#operand();
        return operand.map((child) =>
          child.kind === 'not' || child.kind === 'must' ? child : { kind: 'must', child },
        );
      }
      case 'open': {
        const items = this.list();
        if (this.#lexemes[this.#index]?.kind === 'close') this.#index += 1;
        return items.length > 0 ? [grouped(items)] : [];
      }
    }
  }

  #negated(sign: '-' | 'NOT'): QueryNode[] {
    const filters = this.filterTerms.length;
    this.#negations += 1;
    const operand = this.#operand();
    this.#negations -= 1;
    if (operand.length === 0 && this.filterTerms.length > filters) return [];
    const child = operand[0];
    if (child === undefined) return sign === 'NOT' ? this.#operatorWord('NOT') : [];
    return [child.kind === 'not' ? child.child : { kind: 'not', child: child.kind === 'must' ? child.child : child }];
  }

  /** Reads the operator as a word, in lower case, so that its printed form isn't an operator. */
  #operatorWord(name: 'AND' | 'OR' | 'NOT'): QueryNode[] {
    this.#literal.push(name);
    return this.#word(name.toLowerCase(), false);
  }

  #word(text: string, prefix: boolean): QueryNode[] {
    const nodes: QueryNode[] = [];
    for (const piece of pieces(text)) {
      if (this.#words >= MAX_QUERY_WORDS || !searchable(piece)) continue;
      this.#words += 1;
      nodes.push({ kind: 'word', text: piece, prefix });
    }
    return nodes.length > 1 ? [{ kind: 'or', children: nodes }] : nodes;
  }

  #phrase(text: string): QueryNode[] {
    if (this.#phraseWords >= MAX_QUERY_TERMS || !searchable(text)) return [];
    this.#phraseWords += text.split(/\s+/u).length;
    // Parentheses inside quotes aren't tokens. Without them, all parentheses of a printed query are operators.
    return [{ kind: 'phrase', text: text.replace(/[\s()]+/gu, ' ').trim() }];
  }

  #field(lexeme: Extract<Lexeme, { kind: 'field' }>): QueryNode[] {
    const { field, value, quoted, source } = lexeme;
    if (field === 'title') {
      const operand = quoted
        ? this.#phrase(value)
        : this.#word(value.replace(/\*$/, ''), value.endsWith('*') && value.length > 1);
      return operand.map(inTitle);
    }
    const understood =
      field === 'before'
        ? lastBefore(value) !== null
        : field === 'after'
          ? startOf(value) !== null
          : field === 'has'
            ? /^images?$/i.test(value)
            : value !== '';
    if (understood && this.filterTerms.length < MAX_QUERY_TERMS) {
      this.filterTerms.push({ field, value: field === 'has' ? 'image' : value, negated: this.#negations % 2 === 1 });
      return [];
    }
    this.#literal.push(source);
    return this.#word(source, false);
  }
}

function inTitle(node: QueryNode): QueryNode {
  if (node.kind === 'phrase') return { ...node, field: 'title' };
  return node.kind === 'or'
    ? { kind: 'or', children: node.children.map(inTitle) }
    : { kind: 'field', field: 'title', child: node };
}

/** Free words are alternatives, everything else is required. */
function grouped(items: QueryNode[]): QueryNode {
  if (items.length === 1) return items[0] as QueryNode;
  const free = items.filter((item) => item.kind === 'word');
  if (free.length === items.length) return { kind: 'or', children: items };
  const required = items.filter((item) => item.kind !== 'word');
  const positive = required.filter((item) => item.kind !== 'not');
  if (free.length === 0) return { kind: 'and', children: required };
  const either = [...positive, ...free];
  return {
    kind: 'and',
    children: [...required, either.length === 1 ? (either[0] as QueryNode) : { kind: 'or', children: either }],
  };
}

function filtersOf(terms: readonly FilterTerm[]): Filters {
  const filters = positiveFilters(terms.filter(({ negated }) => !negated));
  const excluded = terms.filter(({ negated }) => negated).map((term) => positiveFilters([term]));
  return excluded.length > 0 ? { ...filters, not: excluded } : filters;
}

function positiveFilters(terms: readonly Omit<FilterTerm, 'negated'>[]): Filters {
  const filters: Filters = {};
  const all: string[] = [];
  const any: string[] = [];
  for (const { field, value } of terms) {
    if (field === 'tag') {
      if (value.includes(',')) any.push(...value.split(',').filter((tag) => tag !== ''));
      else all.push(value);
    } else if (field === 'type' || field === 'source' || field === 'thread' || field === 'session') {
      const before = filters[field];
      filters[field] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value];
    } else if (field === 'before') filters.endDate = lastBefore(value) as string;
    else if (field === 'after') filters.startDate = startOf(value) as string;
    else if (field === 'has') filters.contentType = 'multimodal';
  }
  if (all.length > 0) filters.allTags = all;
  if (any.length > 0) filters.tags = any;
  return filters;
}

function searchable(text: string): boolean {
  return analyze(text, { stemming: 'none' }).length > 0;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Cuts a long run of a script without spaces into words that overlap by one character, so no bigram is lost. Only the
 * beginning of any other long word is kept.
 */
function pieces(text: string): string[] {
  const points = [...text];
  const cut: string[] = [];
  for (let from = 0; from === 0 || from + 1 < points.length; from += MAX_TERM_POINTS - 1) {
    cut.push(points.slice(from, from + MAX_TERM_POINTS).join(''));
    if (!UNSPACED.test(text)) break;
  }
  return cut;
}

function capped(text: string, most: number): string {
  if (text.length <= most) return text;
  return [...text.slice(0, most * 2)].slice(0, most).join('');
}
