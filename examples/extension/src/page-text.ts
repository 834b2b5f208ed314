const NOT_SHOWN = 'script, style, noscript, template, nav, svg, [hidden]';
const BLOCKS = 'p, div, section, article, main, h1, h2, h3, h4, h5, h6, li, pre, blockquote, tr, br, dt, dd';

/**
 * Returns the text with an empty line between blocks.
 *
 * @param without selector of elements to leave out
 */
export function textOf(root: Node, without = NOT_SHOWN): string {
  const blocks: string[] = [''];
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child instanceof Text) {
        const isCode = child.parentElement?.closest('pre');
        blocks[blocks.length - 1] += isCode ? child.data : child.data.replace(/\s+/g, ' ');
      } else if (child instanceof Element && !child.matches(without)) {
        const isBlock = child.matches(BLOCKS);
        if (isBlock) blocks.push('');
        walk(child);
        if (isBlock) blocks.push('');
      }
    }
  };
  walk(root);
  return blocks
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Leaves out buttons such as "Copy", which pages put inside a chat's messages. */
export const textOfMessage = (element: Element): string =>
  textOf(element, `${NOT_SHOWN}, button, [role="button"], [aria-hidden="true"]`);
