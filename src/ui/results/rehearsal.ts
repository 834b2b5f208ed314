/**
 * While the engine starts, the page has nothing to do: rows are drawn out of sight, so that their templates are parsed and
 * the formatters made when the first answer comes. Measured at the first answer: 30 ms of computing in one task, of which
 * the first formatter of dates in a process is 12 to 15 and cannot be divided; it has an idle moment of its own.
 */
import { render } from 'lit';
import type { Hit } from '../../core/results/response.ts';
import { formatDay } from '../shared/format.ts';
import { idle } from '../shared/idle.ts';
import type { Strings } from '../strings/strings.ts';
import { renderResultList } from './result-list.ts';
import { rowOfHit } from './result-row.ts';

const noop = (): void => {};

const TEXT = 'one two three';

/** What a row reads of a hit. */
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

/** `over`: the first rows are there already. */
export async function rehearseRows(strings: Strings, over: () => boolean): Promise<void> {
  await idle();
  if (over()) return;
  formatDay(0, Date.now(), strings.locale);
  await idle();
  if (!over()) drawRows(strings);
}

function drawRows(strings: Strings): void {
  const row = rowOfHit(HIT);
  const view = renderResultList({
    strings,
    rows: [row],
    weak: [row],
    completions: [],
    onComplete: noop,
    doubtful: false,
    unfinished: false,
    asked: [],
    own: null,
    activeId: null,
    openId: null,
    whyIds: new Set(),
    rested: { has: () => true },
    readonly: false,
    now: Date.now(),
    optionId: () => '',
    onChoose: noop,
    onAction: noop,
    onHover: noop,
    onLeaveRow: noop,
  });
  render(view, document.createDocumentFragment());
  strings.resultsFor(1, 1);
}
