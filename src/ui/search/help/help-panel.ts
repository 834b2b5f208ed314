/**
 * Explains the query language, from the table that the reference is generated from too.
 * @tagname hs-help-panel
 */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { QUERY_GRAMMAR } from '../../../core/query/grammar.ts';
import { PanelView } from '../../session/panel-view.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import { defineInner } from '../../shared/define-inner.ts';
import { icons } from '../../shared/icons.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { PanelCloseEvent } from '../../shared/panel-events.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export class ExampleChooseEvent extends Event {
  static readonly eventName = 'example-choose';
  readonly example: string;

  constructor(example: string) {
    super(ExampleChooseEvent.eventName);
    this.example = example;
  }
}

export class HelpPanelElement extends LitElement {
  static override styles = [
    panelStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }

      h2:focus {
        outline: none;
      }

      .content {
        display: grid;
        gap: 0.75rem;
        padding: 1.1rem 1.25rem 1.5rem;
      }

      table {
        inline-size: 100%;
        border-collapse: collapse;
        font-size: var(--_size-s);
        line-height: 1.45;
      }

      td {
        padding: 0.4rem 0;
        border-block-end: 1px solid var(--_line);
        vertical-align: baseline;
        text-align: start;
      }

      tr:last-child td {
        border: 0;
      }

      td:first-child {
        inline-size: 42%;
        padding-inline-end: 0.9rem;
      }

      td button {
        max-inline-size: 100%;
        padding-inline: 0.55em;
        min-block-size: max(28px, var(--_target) - 6px);
        border-color: var(--_line);
        background: var(--_sunken);
        font-family: var(--_mono);
        font-size: var(--_size-xs);
        font-weight: 500;
        white-space: normal;
        overflow-wrap: anywhere;
        text-align: start;
      }

      td button:hover {
        border-color: var(--_accent-ink);
        color: var(--_accent-ink);
      }

      .meaning {
        color: var(--_muted);
      }
    `,
  ];

  @property({ attribute: false }) strings!: SearchStrings;
  @property({ type: Boolean }) keysHidden = false;

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    return html`
      <div class="panel-head" part="panel-head">
        <h2 tabindex="-1" part="panel-title">${strings.helpHeading}</h2>
        <button type="button" class="icon-only quiet close" part="button" aria-label=${strings.close} title=${strings.close} @click=${() => this.dispatchEvent(new PanelCloseEvent())}>
          ${icons.clear}
        </button>
      </div>
      <div class="content" part="panel-body">
        <p class="hint">${strings.helpIntro}</p>
        <table>
          <tbody>
            ${QUERY_GRAMMAR.map(
              (row) => html`<tr>
                <td>
                  <button type="button" part="button" dir="ltr" title=${strings.helpExample} @click=${() => this.dispatchEvent(new ExampleChooseEvent(row.example))}>
                    ${row.example}
                  </button>
                </td>
                <td class="meaning">${strings.grammar[row.operator] ?? row.meaning}</td>
              </tr>`,
            )}
          </tbody>
        </table>
        <h3>${strings.keys}</h3>
        <p class="hint">${strings.keysHint}</p>
        ${
          this.keysHidden
            ? html`<button type="button" class="outlined" part="button" @click=${() => this.dispatchEvent(new Event('show-keys'))}>
                ${strings.showKeys}
              </button>`
            : nothing
        }
      </div>
    `;
  }
}

export class HelpPanel extends PanelView {
  readonly watched;

  constructor(part: Part, session: Session) {
    defineInner('hs-help-panel', HelpPanelElement);
    super(part, session, 'help', 'hs-help-panel');
    this.watched = [session.keys];
  }

  render(strings: SearchStrings): TemplateResult {
    const { session } = this;
    return html`<hs-help-panel
      part="panel"
      exportparts=${INNER_PARTS}
      ?data-stays=${this.stays}
      .strings=${strings}
      .keysHidden=${session.keys.state.hidden}
      @panel-close=${this.onClose}
      @show-keys=${() => session.keys.setHidden(false)}
      @example-choose=${(event: ExampleChooseEvent) => {
        session.panel.close(false);
        session.ask(event.example, false);
      }}
      @keydown=${this.onKeydown}
    ></hs-help-panel>`;
  }
}
