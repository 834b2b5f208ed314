/** Reads HTML or XML tag by tag, without building a tree. */
import { Parser } from 'htmlparser2';

export interface Markup {
  open(name: string, attributes: { readonly [name: string]: string }): void;
  text(text: string): void;
  close(name: string): void;
  /** Called for `<!…>` and `<?…>`. */
  declaration?(text: string): void;
}

export class TooDeep extends Error {}

/** As in browsers. At each end tag, the parser searches all open tags, so deep nesting takes quadratic time. */
export const MAX_DEPTH = 512;

export interface MarkupParser {
  /** @throws TooDeep */
  write(piece: string): void;
  end(): void;
}

export type Syntax = 'html' | 'xhtml' | 'xml';

export function createParser(markup: Markup, syntax: Syntax): MarkupParser {
  let depth = 0;
  return new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > MAX_DEPTH) throw new TooDeep();
        markup.open(name, attributes);
      },
      onclosetag(name) {
        depth--;
        markup.close(name);
      },
      ontext: (text) => markup.text(text),
      onprocessinginstruction: (_, text) => markup.declaration?.(text),
    },
    { xmlMode: syntax === 'xml', recognizeSelfClosing: syntax !== 'html' },
  );
}
