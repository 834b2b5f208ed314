/** `[[Target]]`, `[[Target|shown]]`, `[[Target#heading]]` */
const WIKI_LINK = /\[\[([^[\]|#\n]{1,1000})(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/g;

export function wikiLinks(text: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(WIKI_LINK)) {
    const target = match[1]!.trim();
    if (target !== '') targets.add(target);
  }
  return [...targets];
}

export function withoutWikiLinks(text: string): string {
  return text.replace(WIKI_LINK, ' ');
}
