import type { Token } from 'markdown-it';

/** Deeper headings, such as the parameters of a method, belong to the section above them. */
const DEEPEST_LEVEL = 3;
/**
 * All properties of an interface are one section. As separate sections, they were nearly half of all sections, and
 * ranked above longer texts because they're short.
 */
const UNDIVIDED = 'Properties';

export interface Section {
  url: string;
  path: readonly string[];
  text: string;
}

/** Adds the anchors that GitHub gives the same headings, and limits levels so that none is skipped. */
export function addAnchors(tokens: readonly Token[]): void {
  const times = new Map<string, number>();
  let level = 0;
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const anchor = anchorOf(wordsOf(tokens[index + 1]!));
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    token.attrSet('id', before === 0 ? anchor : `${anchor}-${before}`);
    // Screen-reader users expect that no level is skipped.
    level = Math.min(levelOf(token), level + 1);
    token.tag = `h${level}`;
    tokens[index + 2]!.tag = token.tag;
  });
}

export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Leaves out headings without any text of their own. The sections below them have these headings in their path.
 * @param tokens with anchors
 * @param title for a page without a first heading
 */
export function sectionsOf(tokens: readonly Token[], page: string, title: string): Section[] {
  const sections: Section[] = [{ url: page, path: [title], text: '' }];
  let path = [title];
  tokens.forEach((token, index) => {
    const opens = (at: Token | undefined): boolean =>
      at?.type === 'heading_open' && levelOf(at) <= (path[1] === UNDIVIDED ? 2 : DEEPEST_LEVEL);
    if (opens(token)) {
      path = [...path.slice(0, levelOf(token) - 1), wordsOf(tokens[index + 1]!)];
      sections.push({ url: `${page}#${token.attrGet('id')}`, path, text: '' });
    } else if (!opens(tokens[index - 1])) sections.at(-1)!.text += textOf(token);
  });
  return sections
    .map(({ text, ...section }) => ({
      ...section,
      text: text
        .replace(/ · \n/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    }))
    .filter(({ text }) => text !== '');
}

const levelOf = ({ tag }: Token): number => Number(tag.slice(1));

function textOf(token: Token): string {
  switch (token.type) {
    case 'inline':
      return wordsOf(token);
    case 'fence':
    case 'code_block':
      return `${token.content}\n`;
    case 'th_close':
    case 'td_close':
      return ' · ';
    case 'paragraph_close':
      // In a compact list, the parser hides the paragraphs.
      return token.hidden ? '\n' : '\n\n';
    default:
      return token.nesting < 0 ? '\n' : '';
  }
}

/** Returns the text of a line without its markup. */
function wordsOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');
}
