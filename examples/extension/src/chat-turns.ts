/**
 * Finds the messages of a chat page by what such pages have in common: attributes, names and labels that say who
 * wrote an element's text. Knows no site by its address, and no class names, which change with each release.
 */
import { textOfMessage } from './page-text.ts';

export type Role = 'user' | 'assistant' | 'system';

export interface Turn {
  /** The page's own id of the message. */
  id?: string;
  role: Role;
  text: string;
}

interface Marked {
  element: Element;
  role: Role;
}

/** The value is the role. */
const ROLE_ATTRIBUTES = [
  'data-message-author-role',
  'data-message-role',
  'data-author-role',
  'data-turn',
  'data-role',
  'data-author',
  'data-sender',
];
/** The value is a name, such as `user-message`. */
const NAME_ATTRIBUTES = ['data-testid', 'data-test-id', 'data-content'];
const ROLES: ReadonlyMap<string | undefined, Role> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['model', 'assistant'],
  ['agent', 'assistant'],
  ['tool', 'assistant'],
  ['system', 'system'],
]);
const MESSAGE_NAMES: ReadonlySet<string> = new Set(['message', 'turn', 'query', 'prompt', 'response', 'reply']);
/** Lists of other chats, what can be clicked, and what isn't shown. */
const NOT_MESSAGES =
  'nav, aside, button, a, input, textarea, label, [role="button"], [role="menuitem"], [hidden], [aria-hidden="true"]';
/** Where the next message is written. */
const COMPOSER = 'textarea, form, [contenteditable="true"]';
const LABELLED = ['article', 'listitem', 'group', 'row'].map((role) => `[role="${role}"][aria-label]`).join();
const OWN_LABEL = /^(?:you(?:r (?:message|prompt))?|me|message from you)\b/i;
const OTHER_LABEL = /\b(?:said|says|response|reply|replied|answer(?:ed)?|message from)\b/i;

/** Returns the messages in order, or nothing unless the page shows both a question and an answer. */
export function chatTurns(page: Document): Turn[] {
  for (const attribute of ROLE_ATTRIBUTES) {
    const marked = outermost(byRole(page, attribute));
    if (hasBoth(marked)) return turnsOf(marked);
  }
  for (const find of [...NAME_ATTRIBUTES.map(byName), byTag, byLabel]) {
    const marked = outermost(find(page));
    const both = hasBoth(marked) ? marked : withAnswers(marked);
    if (hasBoth(both)) return turnsOf(both);
  }
  return [];
}

const hasBoth = (marked: readonly Marked[]): boolean => new Set(marked.map(({ role }) => role)).size > 1;

const byRole = (page: Document, attribute: string): Marked[] =>
  marks(page, `[${attribute}]`, (element) => ROLES.get(element.getAttribute(attribute)!.trim().toLowerCase()));

const byName = (attribute: string) => (page: Document) =>
  marks(page, `[${attribute}]`, (element) => roleInName(element.getAttribute(attribute)!));

/** Custom elements are named by what they show, such as `user-query` and `model-response`. */
const byTag = (page: Document) =>
  marks(page, '*', ({ localName }) => (localName.includes('-') ? roleInName(localName) : undefined));

const byLabel = (page: Document) =>
  marks(page, `article[aria-label], ${LABELLED}`, (element) => {
    const label = element.getAttribute('aria-label')!.trim();
    if (OWN_LABEL.test(label)) return 'user';
    return OTHER_LABEL.test(label) ? 'assistant' : undefined;
  });

function marks(page: Document, selector: string, roleOf: (element: Element) => Role | undefined): Marked[] {
  return [...page.querySelectorAll(selector)].flatMap((element) => {
    if (element.closest(NOT_MESSAGES) || textOfMessage(element) === '') return [];
    const role = roleOf(element);
    return role ? [{ element, role }] : [];
  });
}

function roleInName(name: string): Role | undefined {
  const words = name.toLowerCase().split(/[^a-z]+/);
  return words.some((word) => MESSAGE_NAMES.has(word)) ? ROLES.get(words.find((word) => ROLES.has(word))) : undefined;
}

function outermost(marked: readonly Marked[]): Marked[] {
  const kept: Marked[] = [];
  // In document order, an element comes after those that contain it.
  for (const each of marked) if (!kept.at(-1)?.element.contains(each.element)) kept.push(each);
  return kept;
}

/**
 * For pages that mark only one side: the other side's messages are next to them. The chat's list is the element around
 * the marked ones that has the most text between them.
 */
function withAnswers(marked: readonly Marked[]): Marked[] {
  const [{ element: first, role } = { element: null, role: 'user' }] = marked;
  const other: Role = role === 'user' ? 'assistant' : 'user';
  let best: Marked[] = [];
  let most = 0;
  for (let around = first?.parentElement; around && around.localName !== 'html'; around = around.parentElement) {
    const list = around;
    if (!marked.every(({ element }) => list.contains(element))) continue;
    const later = [...list.children].filter(
      (child) => child.contains(first) || first!.compareDocumentPosition(child) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    let length = 0;
    const both = later.flatMap((child): Marked[] => {
      const own = marked.filter(({ element }) => child.contains(element));
      if (own.length > 0 || child.querySelector(COMPOSER) || child.matches(COMPOSER)) return own;
      length += textOfMessage(child).length;
      return [{ element: child, role: other }];
    });
    if (length <= most) continue;
    most = length;
    best = both;
  }
  return best;
}

function turnsOf(marked: readonly Marked[]): Turn[] {
  const ids = new Set<string>();
  return marked.flatMap(({ element, role }) => {
    const text = textOfMessage(element);
    if (text === '') return [];
    const id =
      element.getAttribute('data-message-id') ??
      element.querySelector('[data-message-id]')?.getAttribute('data-message-id');
    if (!id || ids.has(id)) return [{ role, text }];
    ids.add(id);
    return [{ id, role, text }];
  });
}
