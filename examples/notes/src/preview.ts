/** Markdown as a person reads it. HTML in a note is shown as text: what is stored is never markup of the page. */
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

markdown.inline.ruler.before('link', 'wiki-link', (state, silent) => {
  const match = /^\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/.exec(state.src.slice(state.pos, state.pos + 500));
  if (!match) return false;
  if (!silent) {
    const name = match[1]!.trim();
    state.push('link_open', 'a', 1).attrSet('href', `#link/${encodeURIComponent(name)}`);
    state.push('text', '', 0).content = match[2]?.trim() || name;
    state.push('link_close', 'a', -1);
  }
  state.pos += match[0].length;
  return true;
});
// A picture from elsewhere would tell its server what is read, and when: it is shown by its name.
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(`🖼 ${tokens[index]!.content}`);
markdown.renderer.rules.link_open = (tokens, index, options, _, renderer) => {
  const token = tokens[index]!;
  if (!token.attrGet('href')?.startsWith('#')) token.attrSet('rel', 'noreferrer');
  return renderer.renderToken(tokens, index, options);
};

export function preview(text: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = markdown.render(text);
  return template.content;
}
