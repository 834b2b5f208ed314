/**
 * Parses the rows' templates, loads their fonts and creates the formatters while the engine starts. Without it, the
 * first answer did all of that in one task of 30 ms. The first date formatter of a process takes 13 to 16 ms, so it's
 * created in three steps: the likely subtags (5 ms), the list of locales (8 ms), the formatter itself (4 ms).
 */
import { render } from 'lit';
import type { Hit } from '../../../core/results/response.ts';
import { rowOfHit } from '../../session/answer/result-row.ts';
import { formatDay } from '../../shared/format.ts';
import { idle } from '../../shared/idle.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { renderResultList } from './result-list.ts';

const noop = (): void => {};

const TEXT = 'one two three';

const HIT = {
  id: '',
  memory: { id: '', text: TEXT, tags: [TEXT], type: TEXT, source: TEXT, createdAt: 0 },
  passage: { text: TEXT, start: 0, end: TEXT.length },
  highlights: [
    { field: 'text', kind: 'keyword', start: 0, end: 3 },
    { field: 'text', kind: 'semantic', start: 4, end: 7 },
  ],
  label: 'strong',
  scores: { tagMatches: [TEXT] },
  duplicates: [],
} as unknown as Hit;

const TITLED = { ...HIT, memory: { ...HIT.memory, title: TEXT } } as Hit;

/** @param over returns whether there are rows already */
export async function warmUpRows(strings: SearchStrings, root: ParentNode, over: () => boolean): Promise<void> {
  let rows: HTMLElement;
  const { locale } = strings;
  for (const step of [
    () => new Intl.Locale(locale).maximize(),
    () => Intl.Collator.supportedLocalesOf(locale),
    () => formatDay(0, Date.now(), locale),
    () => {
      rows = drawRows(strings);
    },
    () => layOut(rows, root),
  ]) {
    await idle();
    if (over()) return;
    step();
  }
}

function drawRows(strings: SearchStrings): HTMLElement {
  const view = renderResultList({
    strings,
    rows: [rowOfHit(TITLED)],
    room: { title: 60, passage: 140 },
    weak: [rowOfHit(HIT)],
    completions: [],
    onComplete: noop,
    doubtful: false,
    unread: [],
    unfinished: false,
    asked: [],
    own: null,
    activeId: null,
    openId: null,
    whyIds: new Set(),
    rested: { has: () => true },
    most: 2,
    readonly: false,
    now: Date.now(),
    optionId: () => '',
    onListKeys: null,
    onChoose: noop,
    onAction: noop,
    onPointer: noop,
    onLeaveRow: noop,
  });
  const rows = document.createElement('div');
  render(view, rows);
  strings.resultsFor(1, 1);
  return rows;
}

/** Adds and removes the rows within one task, so they're never painted or read out. */
function layOut(rows: HTMLElement, root: ParentNode): void {
  rows.style.position = 'absolute';
  root.querySelector('.list')?.append(rows);
  rows.getBoundingClientRect();
  rows.remove();
}
