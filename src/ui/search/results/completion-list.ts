import { html, type TemplateResult } from 'lit';
import { type Completion, completionId } from '../../session/answer/completion.ts';
import { formatNumber } from '../../shared/format.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export interface CompletionListView {
  strings: SearchStrings;
  completions: readonly Completion[];
  activeId: string | null;
  optionId: (id: string) => string;
  onComplete: (completion: Completion) => void;
}

export function renderCompletions(view: CompletionListView): TemplateResult {
  const { strings } = view;
  return html`<div class="completions" part="completions">
    ${view.completions.map((completion) => {
      const id = completionId(completion);
      const active = view.activeId === id;
      return html`<span
        class="completion"
        part=${active ? 'completion active' : 'completion'}
        role="option"
        id=${view.optionId(id)}
        aria-selected=${active ? 'true' : 'false'}
        @mousedown=${(event: MouseEvent) => event.preventDefault()}
        @click=${() => view.onComplete(completion)}
        >${completion.meant ? strings.meantField(completion.text) : html`<span dir="auto">${completion.text}</span>`}${
          completion.count === null
            ? ''
            : html` <span class="count">${formatNumber(completion.count, strings.locale)}</span>`
        }</span
      >`;
    })}
  </div>`;
}
