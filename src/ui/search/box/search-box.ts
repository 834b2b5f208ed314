/** The box with its buttons, and the tools beside it. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SideKind } from '../../session/panel.ts';
import { icons } from '../../shared/icons.ts';
import type { Strings } from '../../strings/strings.ts';

export interface SearchBoxView {
  strings: Strings;
  query: string;
  placeholder: string;
  busy: boolean;
  expanded: boolean;
  activeOption: string | null;
  readonly: boolean;
  side: SideKind;
  /** A new note was begun and not saved. */
  draft: boolean;
  shortcutHint: string;
  onFocus: () => void;
  onInput: (value: string) => void;
  onKeydown: (event: KeyboardEvent) => void;
  onClear: () => void;
  onSide: (side: SideKind) => void;
}

export function renderSearchBox(view: SearchBoxView): TemplateResult {
  const { strings } = view;
  return html`
    <div class="box" part="search-box">
      ${view.busy ? html`<span class="spinner" aria-hidden="true"></span>` : icons.search}
      <input
        id="query"
        part="input"
        type="text"
        role="combobox"
        inputmode="search"
        enterkeyhint="search"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength="2048"
        aria-label=${strings.searchLabel}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded=${view.expanded ? 'true' : 'false'}
        aria-controls=${view.expanded ? 'listbox' : nothing}
        aria-activedescendant=${view.activeOption ?? nothing}
        placeholder=${view.placeholder}
        .value=${live(view.query)}
        @focus=${view.onFocus}
        @input=${(event: Event) => view.onInput((event.target as HTMLInputElement).value)}
        @keydown=${view.onKeydown}
      />
      ${
        view.query
          ? html`<button type="button" class="icon-only quiet" aria-label=${strings.clear} title=${strings.clear} @click=${view.onClear}>
              ${icons.clear}
            </button>`
          : view.shortcutHint
            ? html`<kbd aria-hidden="true">${view.shortcutHint}</kbd>`
            : nothing
      }
    </div>
    <div class="tools">
      <slot name="tools"></slot>
      ${
        view.readonly
          ? nothing
          : html`<button
                type="button"
                class="primary add"
                data-tool="form"
                part="add"
                aria-expanded=${view.side === 'form' ? 'true' : 'false'}
                @click=${() => view.onSide(view.side === 'form' ? 'none' : 'form')}
              >
                ${icons.add}<span>${strings.add}</span>${view.draft ? html`<i class="draft-dot" aria-hidden="true"></i><span class="visually-hidden">${strings.draftWaiting}</span>` : nothing}
              </button>`
      }
    </div>
  `;
}

/** Import, settings and help, at the end of the line of filters. */
export function renderTools(view: Pick<SearchBoxView, 'strings' | 'readonly' | 'side' | 'onSide'>): TemplateResult {
  const { strings } = view;
  const tool = (side: SideKind, label: string, icon: TemplateResult): TemplateResult =>
    html`<button
      type="button"
      class="icon-only quiet tool"
      data-tool=${side}
      aria-label=${label}
      title=${label}
      aria-expanded=${view.side === side ? 'true' : 'false'}
      @click=${() => view.onSide(view.side === side ? 'none' : side)}
    >${icon}</button>`;
  return html`${view.readonly ? nothing : tool('import', strings.import, icons.upload)}
  ${tool('settings', strings.settings, icons.settings)} ${tool('help', strings.help, icons.help)}`;
}
