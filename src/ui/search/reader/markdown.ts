/**
 * Renders Markdown safely: the parser's tokens become elements of a few fixed kinds and text nodes, never HTML. Nothing
 * is fetched, so only pictures that are stored in the note are drawn.
 */
import { html, type nothing, type TemplateResult } from 'lit';
import MarkdownIt, { type Token } from 'markdown-it';
import type { MemoryImage } from '../../../core/record/memory.ts';
import type { Highlight } from '../../../core/results/response.ts';
import { renderPicture } from '../../shared/picture-canvas.ts';

const parser = new MarkdownIt({ html: false, linkify: false, breaks: true });

type Content = TemplateResult | string | typeof nothing;

/** Words and sentence to mark, as texts, because offsets into the Markdown don't fit the rendered text. */
interface Marks {
  words: ReadonlySet<string>;
  /** The sentence that matched by meaning. It's marked only if one text node contains all of it. */
  sentence: string | null;
  pictures: ReadonlyMap<string, MemoryImage>;
}

export function renderMarkdown(
  text: string,
  highlights: readonly Highlight[],
  pictures: ReadonlyMap<string, MemoryImage>,
): TemplateResult {
  const slices = highlights.filter(({ field }) => field === 'text');
  const sliceOf = ({ start, end }: Highlight): string => text.slice(start, end);
  const sentence = slices.find(({ kind }) => kind === 'semantic');
  const marks: Marks = {
    words: new Set(slices.filter(({ kind }) => kind === 'keyword').map(sliceOf)),
    sentence: sentence ? sliceOf(sentence) : null,
    pictures,
  };
  return html`${new Reader(parser.parse(text, {}), marks).content(null)}`;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #marks: Marks;
  #at = 0;

  constructor(tokens: readonly Token[], marks: Marks) {
    this.#tokens = tokens;
    this.#marks = marks;
  }

  content(closing: string | null): Content[] {
    const parts: Content[] = [];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (!token || token.type === closing) return parts;
      if (token.type.endsWith('_open')) {
        const inner = this.content(token.type.replace(/_open$/, '_close'));
        parts.push(token.hidden ? html`${inner}` : wrap(token, inner));
      } else parts.push(this.#leaf(token));
    }
  }

  #leaf(token: Token): Content {
    switch (token.type) {
      case 'inline':
        return html`${new Reader(token.children ?? [], this.#marks).content(null)}`;
      case 'text':
        return html`${this.#marked(token.content)}`;
      case 'softbreak':
      case 'hardbreak':
        return html`<br />`;
      case 'code_inline':
        return html`<code dir="ltr">${this.#marked(token.content)}</code>`;
      case 'fence':
      case 'code_block':
        return html`<pre dir="ltr" tabindex="0"><code>${this.#marked(token.content)}</code></pre>`;
      case 'hr':
        return html`<hr />`;
      case 'image': {
        const [, key = ''] = /^image:(.*)$/.exec(String(token.attrGet('src'))) ?? [];
        const image = this.#marks.pictures.get(key);
        return image ? renderPicture(key, image, token.content) : html`<span class="picture">${token.content}</span>`;
      }
      default:
        return token.content;
    }
  }

  #marked(text: string): Content[] {
    const { words, sentence } = this.#marks;
    const at = sentence === null ? -1 : text.indexOf(sentence);
    if (sentence === null || at < 0) return markWords(text, words);
    return [
      ...markWords(text.slice(0, at), words),
      html`<span class="semantic" part="semantic">${markWords(sentence, words)}</span>`,
      ...markWords(text.slice(at + sentence.length), words),
    ];
  }
}

function markWords(text: string, words: ReadonlySet<string>): Content[] {
  if (words.size === 0) return [text];
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const pattern = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${pattern})(?![\\p{L}\\p{N}])`, 'u'))
    .map((part, index) => (index % 2 === 1 ? html`<mark part="mark">${part}</mark>` : part));
}

/** The note's title is on the second level, so its own headings start at the third. */
function wrap(token: Token, inner: Content[]): Content {
  switch (token.tag) {
    case 'a':
      return link(token.attrGet('href') ?? '', inner);
    case 'p':
      return html`<p>${inner}</p>`;
    case 'h1':
      return html`<h3>${inner}</h3>`;
    case 'h2':
      return html`<h4>${inner}</h4>`;
    case 'h3':
      return html`<h5>${inner}</h5>`;
    case 'h4':
    case 'h5':
    case 'h6':
      return html`<h6>${inner}</h6>`;
    case 'ul':
      return html`<ul>${inner}</ul>`;
    case 'ol':
      return html`<ol>${inner}</ol>`;
    case 'li':
      return html`<li>${inner}</li>`;
    case 'blockquote':
      return html`<blockquote>${inner}</blockquote>`;
    case 'em':
      return html`<em>${inner}</em>`;
    case 'strong':
      return html`<strong>${inner}</strong>`;
    case 's':
      return html`<s>${inner}</s>`;
    case 'table':
      return html`<div class="table" tabindex="0"><table>${inner}</table></div>`;
    case 'thead':
      return html`<thead>${inner}</thead>`;
    case 'tbody':
      return html`<tbody>${inner}</tbody>`;
    case 'tr':
      return html`<tr>${inner}</tr>`;
    case 'th':
      return html`<th>${inner}</th>`;
    case 'td':
      return html`<td>${inner}</td>`;
    default:
      return html`${inner}`;
  }
}

/** Only web addresses become links. Other addresses, and anchors within the page, stay text. */
function link(address: string, inner: Content[]): Content {
  if (!/^https?:\/\//i.test(address)) return html`${inner}`;
  return html`<a href=${address} target="_blank" rel="noopener noreferrer">${inner}</a>`;
}
