/** `[[Target]]`, `[[Target|shown]]`, `[[Target#heading]]`; the target as it is written, in a text or a file alike. */
const WIKI_LINK = /\[\[([^[\]|#\n]{1,1000})(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/g;

/** Distinct targets of the `[[wiki links]]` of a text, trimmed, in order of appearance. */
export function wikiLinks(text: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(WIKI_LINK)) {
    const target = match[1]!.trim();
    if (target !== '') targets.add(target);
  }
  return [...targets];
}

/** A blank in place of each link. */
export function withoutWikiLinks(text: string): string {
  return text.replace(WIKI_LINK, ' ');
}
