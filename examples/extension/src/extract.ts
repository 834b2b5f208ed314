/** Reads a page's text. The background injects this script to save a page, and then reads its default export. */
import { isProbablyReaderable, Readability } from '@mozilla/readability';

/** UTF-16 units that always fit into a memory, even though one may take three bytes. */
const LONGEST = 300_000;

export default ((): { title: string; text: string; lang: string } => {
  const article = isProbablyReaderable(document)
    ? new Readability(document.cloneNode(true) as Document, { serializer: textOf }).parse()
    : null;
  const text = article?.content ?? textOf(document.querySelector('main, article') ?? document.body);
  return { title: document.title || location.href, text: text.slice(0, LONGEST), lang: document.documentElement.lang };
})();

function textOf(root: Node): string {
  const blocks: string[] = [];
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child instanceof Text) {
        blocks[blocks.length - 1] += child.data.replace(/\s+/g, ' ');
      } else if (child instanceof Element && !child.matches('script, style, noscript, template, nav, svg, [hidden]')) {
        const isBlock = child.matches(
          'p, div, section, article, main, h1, h2, h3, h4, h5, h6, li, pre, blockquote, tr, br, dt, dd',
        );
        if (isBlock) blocks.push('');
        walk(child);
        if (isBlock) blocks.push('');
      }
    }
  };
  blocks.push('');
  walk(root);
  return blocks
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .join('\n\n');
}
