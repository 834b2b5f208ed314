/**
 * Markdown as a person reads it, made as elements of the parser's tokens: no text is ever read as HTML, and HTML in a note
 * is shown as text. Addresses that run something (`javascript:`) the parser itself refuses.
 */
import MarkdownIt from 'markdown-it';
import { make } from './dom.ts';

type Token = ReturnType<MarkdownIt['parse']>[number];

const markdown = new MarkdownIt({ html: false, linkify: true });

markdown.inline.ruler.before('link', 'wiki-link', (state, silent) => {
  const match = /^\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/.exec(state.src.slice(state.pos, state.pos + 500));
  if (!match) return false;
  if (!silent) {
    const name = match[1]!.trim();
    state.push('link_open', 'a', 1).attrSet('href', `#link/${encodeURIComponent(name)}`);
    state.push('text', '', 0).content = match[2]?.trim() || name;
    state.push('link_close', 'a', -1);
  }
  state.pos += match[0].length;
  return true;
});

export function preview(text: string): DocumentFragment {
  const page = document.createDocumentFragment();
  build(markdown.parse(text, {}), page);
  return page;
}

function build(tokens: readonly Token[], parent: Element | DocumentFragment): void {
  const open = [parent];
  for (const token of tokens) {
    const inside = open.at(-1)!;
    if (token.type === 'inline') build(token.children ?? [], inside);
    else if (token.hidden) continue;
    else if (token.nesting < 0) open.pop();
    else if (token.nesting > 0) open.push(inside.appendChild(elementOf(token)));
    else inside.append(leafOf(token));
  }
}

function elementOf(token: Token): HTMLElement {
  const element = document.createElement(token.tag);
  for (const name of ['href', 'start']) {
    const value = token.attrGet(name);
    if (value !== null) element.setAttribute(name, value);
  }
  if (element instanceof HTMLAnchorElement) element.rel = 'noreferrer';
  return element;
}

function leafOf({ type, tag, content }: Token): Node | string {
  if (type === 'softbreak') return make('br', {});
  // A picture from elsewhere would tell its server what is read, and when: it is shown by its name.
  if (type === 'image') return `🖼 ${content}`;
  if (type === 'fence' || type === 'code_block') return make('pre', { tabIndex: 0 }, make('code', {}, content));
  if (tag === '') return content;
  return make(tag as 'code' | 'hr', { textContent: content });
}
