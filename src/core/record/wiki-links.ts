/** `[[wiki links]]` of a text: `[[Target]]`, `[[Target|shown]]`, `[[Target#heading]]`. */
const WIKI_LINK = /\[\[([^[\]\n|#]{1,200})(?:#[^[\]\n|]*)?(?:\|[^[\]\n]*)?\]\]/g;

/** Distinct targets in order of appearance. */
export function wikiLinks(text: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(WIKI_LINK)) {
    const target = match[1]!.trim();
    if (target !== '') targets.add(target);
  }
  return [...targets];
}
