/** Reads a page's text. The background injects this script to save a page, and then reads its default export. */
import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { chatTurns, type Turn } from './chat-turns.ts';
import { textOf } from './page-text.ts';

/** UTF-16 units that always fit into a memory, even though one may take three bytes. */
const LONGEST = 300_000;

export interface Page {
  title: string;
  text: string;
  lang: string;
  /** The browser shows a PDF, whose text only the background can read. */
  isPdf: boolean;
  /** If the page is a chat. */
  turns?: Turn[];
}

export default ((): Page => {
  const turns = chatTurns(document).map((turn) => ({ ...turn, text: turn.text.slice(0, LONGEST) }));
  return {
    title: document.title || location.href,
    text: turns.length > 0 ? '' : articleText().slice(0, LONGEST),
    lang: document.documentElement.lang,
    isPdf: document.contentType === 'application/pdf',
    ...(turns.length > 0 && { turns }),
  };
})();

function articleText(): string {
  const article = isProbablyReaderable(document)
    ? new Readability(document.cloneNode(true) as Document, { serializer: (node) => textOf(node) }).parse()
    : null;
  return article?.content ?? textOf(document.querySelector('main, article') ?? document.body);
}
