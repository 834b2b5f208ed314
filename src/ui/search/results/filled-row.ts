/**
 * Fills a copy of the page's row template. An element with `data-text` shows the value that the attribute names.
 * Matches in it are marked, but it's never parsed as HTML. Without a value, the element is hidden.
 */
import { nothing, render } from 'lit';
import type { Memory } from '../../../core/record/memory.ts';
import type { Highlight } from '../../../core/results/response.ts';
import type { ResultRow } from '../../session/answer/result-row.ts';
import { placeWords, titleOf } from '../../session/title.ts';
import { formatDay } from '../../shared/format.ts';
import { renderSegments, segments, shownHighlights } from '../../shared/marked-text.ts';
import { markdownMarks } from '../../shared/plain-markdown.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export type FillRow = (
  template: HTMLTemplateElement,
  row: ResultRow,
  strings: SearchStrings,
  doubtful: boolean,
) => Node;

type Show = (row: ResultRow, strings: SearchStrings, highlights: readonly Highlight[]) => unknown;

const SHOWN: { readonly [name: string]: Show } = {
  title: ({ memory }, strings, highlights) =>
    memory.title?.trim() ? renderSegments(segments(memory.title, 0, highlights, 'title')) : titleOf(memory, strings),
  passage: ({ passage }, _, highlights) =>
    renderSegments(segments(passage.text, passage.start, highlights, 'text', markdownMarks(passage.text))),
  text: ({ memory }) => memory.text,
  tags: ({ memory }) => memory.tags.join(', '),
  type: ({ memory }) => memory.type,
  source: ({ memory }) => memory.source,
  url: ({ memory }) => memory.url,
  thread: ({ memory }) => memory.thread,
  role: ({ memory }) => memory.role,
  place: ({ memory, hit }, strings) => placeWords(memory, hit, strings),
  day: ({ memory }, { locale }) => formatDay(memory.createdAt, Date.now(), locale),
  label: ({ hit }, { label }) => hit && label[hit.label],
};

/** Filled nodes by row, so that an unchanged row keeps its node and rendering leaves it alone. */
const kept = new WeakMap<
  ResultRow,
  { template: HTMLTemplateElement; strings: SearchStrings; doubtful: boolean; node: Node }
>();

export const fillRow: FillRow = (template, row, strings, doubtful) => {
  const before = kept.get(row);
  if (before?.template === template && before.strings === strings && before.doubtful === doubtful) return before.node;
  const node = document.createElement('div');
  node.className = 'own';
  // A framework may have put the markup into the template element itself instead of its content.
  const source = template.content.childElementCount > 0 ? template.content : template;
  node.append(...[...source.childNodes].map((child) => document.importNode(child, true)));
  for (const element of node.querySelectorAll<HTMLElement>('[data-text]')) {
    const value = shown(element.dataset.text ?? '', row, strings, doubtful);
    element.replaceChildren();
    element.dir = row.memory.dir ?? 'auto';
    element.hidden = value === '' || value === undefined || value === null;
    render(value ?? nothing, element);
  }
  kept.set(row, { template, strings, doubtful, node });
  return node;
};

function shown(name: string, row: ResultRow, strings: SearchStrings, doubtful: boolean): unknown {
  if (name.startsWith('metadata.')) return fromMetadata(row.memory, name.split('.').slice(1));
  return Object.hasOwn(SHOWN, name)
    ? SHOWN[name]!(row, strings, row.hit ? shownHighlights(row.hit, doubtful) : [])
    : undefined;
}

function fromMetadata({ metadata }: Memory, path: readonly string[]): string | undefined {
  let value: unknown = metadata;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { [key: string]: unknown })[key];
  }
  const said = (one: unknown): boolean => typeof one === 'string' || typeof one === 'number';
  if (Array.isArray(value) && value.every(said)) return value.join(', ');
  return said(value) ? String(value) : undefined;
}
