/** Shows Markdown without parsing text as HTML. The parser refuses addresses that run something (`javascript:`). */
import MarkdownIt from 'markdown-it';
import { make } from './dom.ts';
import { frontMatterOf } from './front-matter.ts';
import { taskOf } from './tasks.ts';

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

/** `line` counts from 0. */
export type OnTask = (line: number, done: boolean) => void;

const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' });

export function preview(text: string, onTask: OnTask): DocumentFragment {
  const page = document.createDocumentFragment();
  const { length, date } = frontMatterOf(text);
  if (date !== null)
    page.append(
      make('p', { className: 'date' }, make('time', { dateTime: new Date(date).toISOString() }, days.format(date))),
    );
  // Blank lines instead of the front matter keep the line numbers the same.
  const hidden = text.slice(0, length).replace(/[^\n]/g, '');
  build(markdown.parse(hidden + text.slice(length), {}), page, onTask);
  return page;
}

function build(tokens: readonly Token[], parent: Element | DocumentFragment, onTask: OnTask): void {
  const open = [parent];
  for (const [index, token] of tokens.entries()) {
    const inside = open.at(-1)!;
    if (token.type === 'inline') {
      const isItem = tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
      const place = (isItem && task(token, inside, onTask)) || inside;
      build(token.children ?? [], place, onTask);
    } else if (token.hidden) continue;
    else if (token.nesting < 0) open.pop();
    else if (token.nesting > 0) open.push(inside.appendChild(elementOf(token)));
    else inside.append(leafOf(token));
  }
}

/** The label gets the rest of the item. Null if the item isn't a task. */
function task(token: Token, item: Element | DocumentFragment, onTask: OnTask): HTMLElement | null {
  const found = taskOf(token.content);
  const [first] = token.children ?? [];
  const line = token.map?.[0];
  if (!found || first?.type !== 'text' || line === undefined) return null;
  first.content = first.content.slice(found.length);
  const box = make('input', { type: 'checkbox', checked: found.done });
  box.onchange = () => onTask(line, box.checked);
  return item.appendChild(make('label', { className: 'task' }, box, ' '));
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
  // Loading a picture from another server would reveal what the user reads and when, so only its name is shown.
  if (type === 'image') return `🖼 ${content}`;
  if (type === 'fence' || type === 'code_block') return make('pre', { tabIndex: 0 }, make('code', {}, content));
  if (tag === '') return content;
  return make(tag as 'code' | 'hr', { textContent: content });
}
