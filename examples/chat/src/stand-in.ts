/**
 * Replaces a language model: it only quotes the passages of the context, with their sources. To use a model, send it
 * `context.text` and the question, and ask it to cite the numbers in brackets.
 */
import type { Context } from 'hybrid-search-element/client';

const QUOTES = 2;

export interface Answer {
  text: string;
  cited: number[];
}

export function answer(context: Context): Answer {
  const telling = context.passages
    .filter(({ label, text }) => label !== 'weak' && !isQuestion(text))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, QUOTES);
  if (telling.length === 0) return { text: 'Nothing that I remember answers that.', cited: [] };
  const quotes = telling.map(({ text, citation }) => `“${text}” [${citation}]`);
  return { text: `I remember: ${quotes.join(' and ')}`, cited: telling.map(({ citation }) => citation) };
}

/** Only questions are answered. Any other message is just stored. */
export function isQuestion(text: string): boolean {
  return /[?？؟]\s*$/u.test(text);
}
