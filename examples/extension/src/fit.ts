/** Shortens fields to the store's limits, so that a page isn't lost because of a long title. */
import type { Saved } from './queue.ts';

/** Limits of the store, in UTF-16 units. */
const LONGEST_ID = 512;
const LONGEST_TITLE = 4_096;
const LONGEST_LANG = 64;
const LONGEST_TAG = 512;

export const pageId = (url: string): Promise<string> => fittedId('page', url.split('#', 1)[0]!);

/** A chat's message may be saved again, when the chat has grown. */
export const messageId = (chat: string, message: string): Promise<string> => fittedId('message', `${chat} ${message}`);

/** Long names are hashed. */
async function fittedId(kind: string, name: string): Promise<string> {
  const id = `${kind} ${name}`;
  if (id.length <= LONGEST_ID) return id;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name)));
  return `${kind} sha256-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Clips title and tags. Leaves out a `lang` of over 64 letters: the store then detects it from the text. */
export function fitted<Item extends Pick<Saved, 'title' | 'lang' | 'tags'>>({ lang, ...item }: Item): Item {
  return {
    ...item,
    title: clipped(item.title, LONGEST_TITLE),
    tags: item.tags.map((tag) => clipped(tag, LONGEST_TAG)),
    ...(lang !== undefined && lang.length <= LONGEST_LANG ? { lang } : {}),
  } as Item;
}

/** Never cuts a surrogate pair. */
const clipped = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
