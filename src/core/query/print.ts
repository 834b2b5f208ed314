/** Prints a query as text that parses to the same query, for links, recent searches and the stability test. */
import { lex } from './lex.ts';
import type { ParsedQuery, QueryNode } from './parsed-query.ts';

export function printQuery(parsed: ParsedQuery): string {
  const items = parsed.root === null ? [] : parsed.root.kind === 'or' ? parsed.root.children : [parsed.root];
  const filters = parsed.filterTerms.map(({ field, value }) => `${field}:${needsQuotes(value) ? `"${value}"` : value}`);
  return [...items.map((item, at) => printItem(item, items[at - 1])), ...filters].join(' ');
}

/** A word like `-c` is read as an option only after a word or phrase, so it's quoted anywhere else. */
function printItem(node: QueryNode, before: QueryNode | undefined): string {
  const afterWord = before?.kind === 'word' || (before?.kind === 'phrase' && before.field === undefined);
  return node.kind === 'word' && afterWord && OPTION.test(node.text) ? node.text : print(node);
}

const OPTION = /^-[A-Za-z](?::[A-Za-z]{1,8})?$/u;

function print(node: QueryNode): string {
  switch (node.kind) {
    case 'word':
      return printWord(node.text, node.prefix);
    case 'phrase':
      return node.field ? `${node.field}:"${node.text}"` : `"${node.text}"`;
    case 'field':
      return `${node.field}:${print(node.child)}`;
    case 'must':
      return `+${print(node.child)}`;
    case 'not':
      return `NOT ${print(node.child)}`;
    case 'and':
      return `(${node.children.map(print).join(' AND ')})`;
    case 'or':
      return `(${node.children.map(print).join(' OR ')})`;
  }
}

/** Quotes a word that would be read as something else, such as `before:soon`, which looks like a field. */
function printWord(text: string, prefix: boolean): string {
  const printed = prefix ? `${text}*` : text;
  const { lexemes } = lex(printed);
  const [first] = lexemes;
  const same = lexemes.length === 1 && first?.kind === 'word' && first.text === text && first.prefix === prefix;
  return same && !/[()]/u.test(text.replaceAll('()', ''))
    ? printed
    : `"${text.replace(/["“”„«»()\s]+/gu, ' ').trim()}"`;
}

function needsQuotes(value: string): boolean {
  return /[\s()]/u.test(value);
}
