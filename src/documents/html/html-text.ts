/** Turns HTML into the text that a person reads, as Markdown. If a page marks its main part, only that part is kept. */
import type { PictureReference } from '../../core/import/report.ts';
import { createParser, type Markup, type Syntax } from './parse.ts';

type Attributes = Parameters<Markup['open']>[1];

export interface HtmlText {
  text: string;
  title: string;
  lang: string;
  /** Contents of `meta` elements, by lower-case `property`, `name` or `itemprop`. The first of each is kept. */
  meta: ReadonlyMap<string, string>;
  canonical: string;
  links: string[];
  pictures: PictureReference[];
}

const SKIPPED = new Set(
  'script style template noscript iframe object svg math canvas select datalist dialog en-crypt'.split(' '),
);
/** Elements around the text that aren't part of it. */
const ASIDE = new Set(['nav', 'footer', 'aside']);
const MAIN = new Set(['main', 'article']);
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details div dl dt en-note fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead title tr ul'
  ).split(' '),
);
const CELLS = new Set(['td', 'th']);
/** A footnote's text isn't part of the sentence around it. */
const NOTE = /(?:^|\s)(?:(?:foot|end|rear)?note|doc-(?:foot|end)note)(?:\s|$)/;
const NOTE_REFERENCE = /(?:^|\s)(?:doc-)?noteref(?:\s|$)/;
/** A main part with fewer characters is only a teaser, so the rest of the page is kept too. */
const MAIN_LENGTH = 140;
const MAX_LINKS = 1_000;
const MAX_PICTURES = 1_000;

type Counter = 'skipped' | 'main' | 'aside' | 'quote' | 'pre' | 'row' | 'title' | 'note';

interface Block {
  text: string;
  main: boolean;
  aside: boolean;
  note: boolean;
  /** List items and table rows follow each other without an empty line. */
  close: boolean;
}

/** @throws TooDeep */
export function htmlToText(html: string, syntax: Syntax = 'html'): HtmlText {
  const reader = new HtmlReader(syntax);
  const parser = createParser(reader, syntax);
  parser.write(html);
  parser.end();
  return reader.result();
}

class HtmlReader implements Markup {
  readonly #blocks: Block[] = [];
  readonly #meta = new Map<string, string>();
  readonly #links = new Set<string>();
  readonly #pictures: PictureReference[] = [];
  readonly #lists: { ordered: boolean; count: number }[] = [];
  readonly #anchors: { href: string; at: number; isReference: boolean }[] = [];
  readonly #open: Record<Counter, number> = {
    skipped: 0,
    main: 0,
    aside: 0,
    quote: 0,
    pre: 0,
    row: 0,
    title: 0,
    note: 0,
  };
  readonly #counted: (Counter | null)[] = [];
  /** The text continues after the note. */
  readonly #interrupted: { inline: string; prefix: string }[] = [];
  /** Unlike web pages, books and Evernote notes have no footers or sidebars around their text. */
  readonly #isBook: boolean;
  #inline = '';
  #prefix = '';
  #title = '';
  #lang = '';
  #canonical = '';

  constructor(syntax: Syntax = 'html') {
    this.#isBook = syntax === 'xhtml';
  }

  open(name: string, attributes: Attributes): void {
    const counter = this.#counterOf(name, attributes);
    if (counter === 'note') this.#interrupt();
    // End the block before the element is counted as open, so that earlier text isn't attributed to it.
    else if (BLOCKS.has(name) && !(this.#isInCell(name) && /(?:^| \| )$/.test(this.#inline.trimStart())))
      this.#endBlock();
    this.#counted.push(counter);
    if (counter) this.#open[counter]++;
    // Books scale pictures of a whole page with SVG.
    if (this.#isBook && name === 'image') this.#takePicture({ src: attributes['xlink:href'] ?? attributes.href ?? '' });
    if (this.#open.skipped > 0) return;
    if (name === 'html') this.#lang = attributes.lang ?? attributes['xml:lang'] ?? '';
    else if (name === 'meta') this.#takeMeta(attributes);
    else if (name === 'link' && attributes.rel === 'canonical') this.#canonical = attributes.href ?? '';
    else if (name === 'br') this.#inline += this.#open.row > 0 ? ' ' : '\n';
    else if (name === 'hr') this.#push('---');
    else if (name === 'ul' || name === 'ol') this.#lists.push({ ordered: name === 'ol', count: 0 });
    else if (name === 'li') this.#prefix = this.#bullet() + checkOf(attributes.style);
    else if (CELLS.has(name) && this.#inline.trim() !== '') this.#inline += ' | ';
    else if (/^h[1-6]$/.test(name)) this.#prefix = `${'#'.repeat(Number(name[1]))} `;
    else if (name === 'input' && attributes.type === 'checkbox') this.#check('checked' in attributes);
    else if (name === 'en-todo') this.#check(attributes.checked === 'true');
    else if (name === 'img') this.#takePicture(attributes);
    else if (name === 'a') this.#openAnchor(attributes);
    else if (name === 'code' && this.#open.pre === 0) this.#inline += '`';
  }

  text(text: string): void {
    if (this.#open.skipped > 0) return;
    if (this.#open.title > 0) this.#title += text;
    else if (this.#open.pre > 0) this.#inline += text;
    else {
      const collapsed = text.replace(/[\t\n\f\r ]+/g, ' ');
      this.#inline += /\S$/.test(this.#inline.slice(-1)) ? collapsed : collapsed.trimStart();
    }
  }

  close(name: string): void {
    const counter = this.#counted.pop();
    const shown = this.#open.skipped === 0;
    if (shown && name === 'a') this.#endAnchor();
    else if (shown && name === 'code' && this.#open.pre === 0) this.#inline += '`';
    if (counter === 'note' || (BLOCKS.has(name) && !this.#isInCell(name))) this.#endBlock();
    if (counter) this.#open[counter]--;
    if (shown && (name === 'ul' || name === 'ol')) this.#lists.pop();
    if (shown && /^(?:li|h[1-6])$/.test(name)) this.#prefix = '';
    if (counter === 'note') this.#resume();
  }

  result(): HtmlText {
    this.#endBlock();
    const chosen = this.#chosen();
    let text = '';
    for (const block of chosen) text += (text === '' ? '' : block.close ? '\n' : '\n\n') + block.text;
    return {
      text,
      title: this.#title.replace(/\s+/g, ' ').trim(),
      lang: this.#lang,
      meta: this.#meta,
      canonical: this.#canonical,
      links: [...this.#links],
      pictures: this.#pictures,
    };
  }

  #chosen(): Block[] {
    const outside = this.#blocks.filter(({ aside }) => !aside);
    if (this.#isBook) return [...outside.filter(({ note }) => !note), ...outside.filter(({ note }) => note)];
    const main = outside.filter((block) => block.main);
    const isLong = main.reduce((sum, { text }) => sum + text.length, 0) >= MAIN_LENGTH;
    return isLong ? main : outside.length > 0 ? outside : this.#blocks;
  }

  #counterOf(name: string, attributes: Attributes): Counter | null {
    if (this.#isBook && NOTE.test(kindOf(attributes)) && this.#open.note === 0) return 'note';
    if (SKIPPED.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true') return 'skipped';
    if (/display\s*:\s*none/i.test(attributes.style ?? '')) return 'skipped';
    if (name === 'title') return this.#title === '' ? 'title' : 'skipped';
    if (MAIN.has(name) || attributes.role === 'main') return 'main';
    if (this.#isBook ? name === 'nav' : ASIDE.has(name)) return 'aside';
    if (name === 'blockquote') return 'quote';
    return name === 'pre' ? 'pre' : name === 'tr' ? 'row' : null;
  }

  /** A cell's first paragraph stays on the row's line. */
  #isInCell(name: string): boolean {
    return this.#open.row > 0 && (name === 'p' || name === 'div');
  }

  #takeMeta({ name, property, content, itemprop }: Attributes): void {
    const key = (property ?? name ?? itemprop ?? '').toLowerCase();
    if (key !== '' && content && !this.#meta.has(key)) this.#meta.set(key, content.trim());
  }

  #takePicture({ src = '', alt = '' }: Attributes): void {
    const label = alt.replace(/\s+/g, ' ').trim();
    if (src !== '' && !/^https?:/i.test(src) && this.#pictures.length < MAX_PICTURES) {
      this.#pictures.push({ path: src, alt: label || 'Picture' });
    }
    if (label !== '') this.#inline += ` ${label} `;
  }

  #interrupt(): void {
    this.#interrupted.push({ inline: this.#inline, prefix: this.#prefix });
    this.#inline = '';
    this.#prefix = '';
    for (const anchor of this.#anchors) anchor.at = Number.POSITIVE_INFINITY;
  }

  #resume(): void {
    const { inline = '', prefix = '' } = this.#interrupted.pop() ?? {};
    this.#inline = inline;
    this.#prefix = prefix;
  }

  #openAnchor(attributes: Attributes): void {
    const isReference = this.#isBook && NOTE_REFERENCE.test(kindOf(attributes));
    this.#anchors.push({ href: attributes.href ?? '', at: this.#inline.length, isReference });
  }

  #endAnchor(): void {
    const anchor = this.#anchors.pop();
    if (anchor?.isReference) {
      // The brackets keep the note's number from becoming part of the word before it.
      const number = this.#inline.slice(anchor.at).replace(/[\s[\]()]/g, '');
      if (number !== '') this.#inline = `${this.#inline.slice(0, anchor.at)}[${number}]`;
      return;
    }
    if (!anchor || !/^(?:https?|mailto):/i.test(anchor.href)) return;
    if (this.#links.size < MAX_LINKS) this.#links.add(anchor.href);
    // A block inside the link has already added the link's words.
    const words = this.#inline.slice(anchor.at).trim();
    if (this.#inline.length < anchor.at || words === '' || words.includes('\n') || words === anchor.href) return;
    this.#inline = `${this.#inline.slice(0, anchor.at)}[${words}](${anchor.href})`;
  }

  #check(checked: boolean): void {
    if (this.#inline.trim() === '' && this.#prefix === '') this.#prefix = '- ';
    this.#inline += checked ? '[x] ' : '[ ] ';
  }

  #bullet(): string {
    const list = this.#lists.at(-1);
    if (!list) return '- ';
    list.count++;
    return `${'  '.repeat(Math.min(8, this.#lists.length - 1))}${list.ordered ? `${list.count}.` : '-'} `;
  }

  #endBlock(): void {
    const inline = this.#inline;
    this.#inline = '';
    for (const anchor of this.#anchors) anchor.at = Number.POSITIVE_INFINITY;
    if (inline.trim() === '') return;
    if (this.#open.pre > 0) this.#push(`\`\`\`\n${inline.replace(/^\n|\s+$/g, '')}\n\`\`\``);
    else {
      const lines = inline.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' '));
      this.#push(lines.join('\n').trim());
    }
  }

  #push(lines: string): void {
    const prefix = this.#prefix;
    const text = prefix.startsWith('#') ? lines.replace(/\n+/g, ' ') : lines;
    // Only the first paragraph of a list item gets the item's marker.
    this.#prefix = '';
    const isItem = prefix !== '' && !prefix.startsWith('#');
    const quote = '> '.repeat(Math.min(8, this.#open.quote));
    const whole = quote === '' ? prefix + text : (prefix + text).replace(/^/gm, quote);
    const before = this.#blocks.at(-1);
    this.#blocks.push({
      text: whole,
      main: this.#open.main > 0,
      aside: this.#open.aside > 0,
      note: this.#open.note > 0,
      close: before !== undefined && ((isItem && /^(?:> )*\s*(?:-|\d+\.) /.test(before.text)) || this.#inRow(before)),
    });
    if (this.#open.row > 0) this.#rows.add(this.#blocks.at(-1)!);
  }

  readonly #rows = new WeakSet<Block>();

  #inRow(before: Block): boolean {
    return this.#open.row > 0 && this.#rows.has(before);
  }
}

/** Books state an element's kind in either attribute. */
const kindOf = (attributes: Attributes): string => `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''}`;

/** Evernote stores the state in the item's style. */
function checkOf(style = ''): string {
  const checked = /--en-checked:\s{0,3}(true|false)/.exec(style)?.[1];
  return checked === undefined ? '' : checked === 'true' ? '[x] ' : '[ ] ';
}
