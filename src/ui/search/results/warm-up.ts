/**
 * Parses the rows' templates, loads their fonts and creates the formatters while the engine starts. Without it, the
 * first answer did all of that in one task of 30 ms. The first date formatter of a process takes 13 to 16 ms, so it's
 * created in three steps: the likely subtags (5 ms), the list of locales (8 ms), the formatter itself (4 ms).
 */
import { render } from 'lit';
import type { Hit } from '../../../core/results/response.ts';
import { rowOfHit } from '../../session/answer/result-row.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { formatDay } from '../../shared/format.ts';
import { idle } from '../../shared/idle.ts';
import type { ResultList } from './result-list.ts';

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

export async function warmUpRows(part: Part, session: Session, list: ResultList): Promise<void> {
  const { strings, results } = session;
  const { locale } = strings;
  const rows = document.createElement('div');
  for (const step of [
    () => new Intl.Locale(locale).maximize(),
    () => Intl.Collator.supportedLocalesOf(locale),
    () => formatDay(0, Date.now(), locale),
    () => {
      const all = { rows: [rowOfHit(TITLED)], weak: [rowOfHit(HIT)], rested: new Set(['']), most: 2 };
      render(list.draw(strings, all), rows);
      strings.resultsFor(1, 1);
    },
    () => layOut(rows, part.renderRoot),
  ]) {
    await idle();
    if (results.ids.length > 0) return;
    step();
  }
}

/** Adds and removes the rows within one task, so they're never painted or read out. */
function layOut(rows: HTMLElement, root: ParentNode): void {
  rows.style.position = 'absolute';
  root.querySelector('.list')?.append(rows);
  rows.getBoundingClientRect();
  rows.remove();
}
