/** Reads wiki links: `[[Target]]`, `[[Target|shown]]`, `[[Target#heading]]`. Matches the target as written. */
const WIKI_LINK = /\[\[([^[\]|#\n]{1,1000})(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/g;

/** Returns the distinct targets of a text's `[[wiki links]]`, trimmed, in order of appearance. */
export function wikiLinks(text: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(WIKI_LINK)) {
    const target = match[1]!.trim();
    if (target !== '') targets.add(target);
  }
  return [...targets];
}

/** Replaces each link by a space. */
export function withoutWikiLinks(text: string): string {
  return text.replace(WIKI_LINK, ' ');
}
