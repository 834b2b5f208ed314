import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { frameIcons } from '../../shared/frame-icons.ts';
import type { FrameStrings } from '../../strings/frame-words.ts';

export interface SearchBoxView {
  strings: FrameStrings;
  filled: boolean;
  placeholder: string;
  shortcutHint: string;
  busy: boolean;
  /** Null if the list of options is in another shadow root, to which ARIA attributes can't refer. */
  options: { expanded: boolean; active: string | null } | null;
  onFocus: () => void;
  onInput: (value: string) => void;
  onKeydown: (event: KeyboardEvent) => void;
  onClear: () => void;
}

export function renderSearchBox(view: SearchBoxView): TemplateResult {
  const { strings, options } = view;
  const expanded = options?.expanded ?? false;
  return html`<div class="box" part="search-box">
      ${view.busy ? html`<span class="spinner" aria-hidden="true"></span>` : frameIcons.search}
      <input
        id="query"
        part="input"
        type="text"
        role=${options ? 'combobox' : 'searchbox'}
        inputmode="search"
        enterkeyhint="search"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength="2048"
        aria-label=${strings.searchLabel}
        aria-autocomplete=${ifDefined(options ? 'list' : undefined)}
        aria-haspopup=${ifDefined(options ? 'listbox' : undefined)}
        aria-expanded=${ifDefined(options ? (expanded ? 'true' : 'false') : undefined)}
        aria-controls=${expanded ? 'listbox' : nothing}
        aria-activedescendant=${(expanded && options?.active) || nothing}
        placeholder=${view.placeholder}
        @focus=${view.onFocus}
        @input=${(event: Event) => view.onInput((event.target as HTMLInputElement).value)}
        @keydown=${view.onKeydown}
      />
      ${
        view.filled
          ? html`<button type="button" class="icon-only quiet" aria-label=${strings.clear} title=${strings.clear} @click=${view.onClear}>
              ${frameIcons.clear}
            </button>`
          : view.shortcutHint
            ? html`<kbd aria-hidden="true">${view.shortcutHint}</kbd>`
            : nothing
      }
    </div>`;
}
