import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Highlight, RelevanceLabel } from '../../../core/results/response.ts';
import { bodyStart, type ResultRow } from '../../session/answer/result-row.ts';
import { originOf, titleOf } from '../../session/title.ts';
import { formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { renderSegments, segments, shownHighlights } from '../../shared/marked-text.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { type Cut, cutMarks, excerpt, firstLine, hiddenMarks } from './excerpt.ts';
import type { Room } from './line-room.ts';

export interface RowContentView {
  strings: SearchStrings;
  now: number;
  doubtful: boolean;
  room: Room;
}

export function renderRowContent(
  { strings, now, doubtful, room }: RowContentView,
  row: ResultRow,
  labelled: boolean,
): TemplateResult {
  const { memory, hit } = row;
  const highlights = hit ? shownHighlights(hit, doubtful) : [];
  const whole = { text: row.passage.text, start: row.passage.start };
  const hidden = hiddenMarks(whole, highlights);
  const day = formatDay(memory.createdAt, now, strings.locale);
  // Letters of the date are a tenth narrower than the title's, which leaves room for the gap between them.
  const columns = room.title - day.length - 1;
  const body = bodyStart(memory);
  const isNamed = memory.title?.trim() || memory.type === 'conversation' || whole.start !== body;
  const line = isNamed ? null : firstLine(whole, hidden, columns);
  const marked = ({ text, start }: Cut): TemplateResult[] =>
    renderSegments(segments(text, start, highlights, 'text', cutMarks(hidden, start - whole.start, text.length)));
  const rest = line?.rest ?? whole;
  const shown = excerpt(rest, highlights, 'text', room.passage, cutMarks(hidden, rest.start - whole.start));
  const title = memory.title?.trim()
    ? renderTitle(memory.title, highlights, columns)
    : html`<span class="untitled">${line ? marked(line.head) : titleOf(memory, strings)}${line?.isCut ? '…' : nothing}</span>`;
  const cutBefore = shown.start > (line?.rest.start ?? body);
  const cutAfter = row.passage.end < memory.text.length;
  return html`<div class="line">
        <span class="title" part="title" dir="auto" lang=${ifDefined(memory.lang)}>${title}</span>
        ${
          memory.pinned
            ? html`<span class="pinned" role="img" aria-label=${strings.isPinned} title=${strings.isPinned}>${icons.pin}</span>`
            : nothing
        }
        ${hit && labelled ? renderLabel(strings, hit.label) : nothing}
        <time class="when" datetime=${new Date(memory.createdAt).toISOString()}
          >${day}</time
        >
        ${renderMeta(strings, row)}
      </div>
      <p class="passage" part="passage" dir=${memory.dir ?? 'auto'} lang=${ifDefined(memory.lang)}
        >${cutBefore ? '… ' : nothing}${marked(shown)}${cutAfter ? ' …' : nothing}</p
      >`;
}

function renderTitle(text: string, highlights: readonly Highlight[], columns: number): TemplateResult {
  const shown = excerpt({ text, start: 0 }, highlights, 'title', columns);
  return html`${shown.start > 0 ? '… ' : nothing}${renderSegments(segments(shown.text, shown.start, highlights, 'title'))}`;
}

function renderMeta(strings: SearchStrings, { memory, hit }: ResultRow): TemplateResult | typeof nothing {
  const origin = originOf(memory, hit, strings);
  const duplicates = hit?.duplicates.length ?? 0;
  const tags = memory.tags.slice(0, 4);
  // An empty line has no baseline, so it would move the title down.
  if (origin.length + duplicates + tags.length === 0) return nothing;
  return html`<span class="meta"
    >${origin.map((word) => html`<span class="origin"><bdi>${word}</bdi></span>`)}${
      duplicates > 0 ? html`<span>${strings.duplicates(duplicates)}</span>` : nothing
    }${
      tags.length > 0
        ? html`<span class="tags"
            >${tags.map(
              (tag) =>
                html`<span class=${hit?.scores.tagMatches.includes(tag) ? 'tag matched' : 'tag'} part="tag" dir="auto"
                  >${tag}</span
                >`,
            )}</span
          >`
        : nothing
    }</span
  >`;
}

const STRENGTH: { [label in RelevanceLabel]: number } = { strong: 3, likely: 2, weak: 1 };

function renderLabel(strings: SearchStrings, label: RelevanceLabel): TemplateResult {
  return html`<span class="label ${label}" part="label ${label}" title=${strings.label[label]}>
    <span class="dots" aria-hidden="true">${[3, 2, 1].map((dot) => html`<i class=${dot <= STRENGTH[label] ? 'on' : ''}></i>`)}</span
    ><span class="visually-hidden">${strings.label[label]}</span></span
  >`;
}
