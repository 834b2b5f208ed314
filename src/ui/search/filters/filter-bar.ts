/**
 * Each facet is a button that opens a list of checkboxes, or of radio buttons for months. In a narrow element one
 * button opens all of them.
 * @tagname hs-filter-bar
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { FacetName, Facets, Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import type { SearchBy } from '../../session/answer/answer-page.ts';
import { chosenValues, toggleValue } from '../../session/answer/filter-values.ts';
import { contentStyles } from '../../shared/content.styles.ts';
import { controls } from '../../shared/controls.styles.ts';
import { formatMonth, formatNumber } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { filterBarStyles } from './filter-bar.styles.ts';
import { FiltersChangeEvent, SearchByChangeEvent, SortChangeEvent } from './filter-events.ts';
import { sourceNames } from './source-names.ts';

const SEARCH_BY: readonly SearchBy[] = ['both', 'keyword', 'semantic'];
const FACET_ORDER: readonly FacetName[] = ['tags', 'type', 'source', 'month'];
const SORT_ORDER: readonly SortOrder[] = ['relevance', 'newest', 'updated', 'oldest', 'title'];
/** Other values can be typed in the query, such as `tag:rare`. */
const MAX_FACET_VALUES = 60;

type List = FacetName | 'sort' | 'all';

export class FilterBarElement extends LitElement {
  static override styles = [controls, contentStyles, filterBarStyles];

  @property({ attribute: false }) strings!: SearchStrings;
  @property({ attribute: false }) facets: Partial<Facets> = {};
  @property({ attribute: false }) filters: Filters = {};
  @property() sort: SortOrder = 'relevance';
  @property({ attribute: false }) searchBy: SearchBy = 'both';
  @property({ type: Boolean }) browsing = false;
  @property() order: SortOrder = 'newest';
  @state() private opened: List | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.#onOutside, true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#onOutside, true);
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    const shown = FACET_ORDER.filter(
      (facet) => Object.keys(this.facets[facet] ?? {}).length > 0 || chosenValues(this.filters, facet).length > 0,
    );
    return html`<div class="bar-line" role="group" aria-label=${strings.filters}>
      <div class="facets" @keydown=${this.#onKeydown} @focusout=${this.#onFocusOut}>
        ${shown.length > 0 ? this.#allFacets(shown) : nothing} ${shown.map((facet) => this.#facet(facet))}
        ${shown.flatMap((facet) => chosenValues(this.filters, facet).map((value) => this.#chosen(facet, value)))}
        ${this.searchBy === 'both' || this.browsing ? nothing : this.#chosenBy()}
      </div>
      <slot name="summary"></slot>
      ${this.#sorting()}
      <slot></slot>
    </div>`;
  }

  /** The frame clips its content, so an open list is limited to the available height. */
  protected override updated(changed: PropertyValues): void {
    if (!changed.has('opened')) return;
    const panel = this.renderRoot.querySelector<HTMLElement>('.panel');
    const root = this.getRootNode();
    const frame = root instanceof ShadowRoot ? root.host.closest('.frame') : null;
    if (!panel || !frame) return;
    const room = frame.getBoundingClientRect().bottom - panel.getBoundingClientRect().top - 8;
    if (room < panel.offsetHeight) panel.style.maxBlockSize = `${Math.max(96, room)}px`;
  }

  get #effectiveSort(): SortOrder {
    return this.browsing && this.sort === 'relevance' ? this.order : this.sort;
  }

  /** Uses radio buttons, because a native select would be a second combobox next to the box. */
  #sorting(): TemplateResult {
    const { strings, browsing } = this;
    const sort = this.#effectiveSort;
    const orders = SORT_ORDER.filter((order) => !(browsing && order === 'relevance'));
    const label = html`<span class="visually-hidden">${strings.sort}: </span><span class="sort-name">${strings.sortBy[sort]}</span>`;
    return html`<div class="facet sort" @keydown=${this.#onKeydown} @focusout=${this.#onFocusOut}>
      ${this.#list('sort', strings.sort, label, () => [
        radios('sort', orders, sort, strings.sortBy, (order) => this.dispatchEvent(new SortChangeEvent(order))),
        browsing ? nothing : this.#searchingBy(),
      ])}
    </div>`;
  }

  #searchingBy(): TemplateResult {
    const { strings, searchBy } = this;
    const choose = (by: SearchBy): boolean => this.dispatchEvent(new SearchByChangeEvent(by));
    return html`<div role="group" aria-label=${strings.searchBy}>
      <p class="panel-heading" aria-hidden="true">${strings.searchBy}</p>
      ${radios('search-by', SEARCH_BY, searchBy, strings.searchWith, choose)}
    </div>`;
  }

  #chosenBy(): TemplateResult {
    return this.#chip(this.strings.searchWith[this.searchBy], () => {
      this.dispatchEvent(new SearchByChangeEvent('both'));
      this.renderRoot.querySelector<HTMLElement>('[data-facet="sort"]')?.focus();
    });
  }

  #facet(facet: FacetName): TemplateResult {
    const { strings } = this;
    const chosen = chosenValues(this.filters, facet);
    const label = html`<span class="chip-text">${strings.facet[facet]}</span
      >${chosen.length > 0 ? html` <span class="badge">${chosen.length}</span>` : nothing}`;
    return html`<div class="facet">
      ${this.#list(facet, strings.facet[facet], label, () => [
        this.#values(facet, chosen),
        chosen.length > 0
          ? html`<button type="button" class="quiet clear" part="button" @click=${() => this.#clear(facet)}>${strings.clearFilters}</button>`
          : nothing,
      ])}
    </div>`;
  }

  #allFacets(shown: readonly FacetName[]): TemplateResult {
    const { strings } = this;
    const count = shown.reduce((sum, facet) => sum + chosenValues(this.filters, facet).length, 0);
    const label = html`<span class="chip-text">${strings.filter}</span
      >${count > 0 ? html` <span class="badge" aria-hidden="true">${count}</span>` : nothing}`;
    return html`<div class="facet all">
      ${this.#list('all', strings.filters, label, () =>
        shown.map(
          (facet) => html`<div role="group" aria-label=${strings.facet[facet]}>
            <p class="panel-heading" aria-hidden="true">${strings.facet[facet]}</p>
            ${this.#values(facet, chosenValues(this.filters, facet))}
          </div>`,
        ),
      )}
    </div>`;
  }

  #list(name: List, title: string, label: TemplateResult, content: () => unknown): TemplateResult {
    const open = this.opened === name;
    return html`<button
        type="button"
        class=${name === 'sort' ? 'quiet' : 'chip'}
        part=${name === 'sort' ? 'sort' : 'chip'}
        aria-expanded=${open ? 'true' : 'false'}
        aria-controls=${open ? `panel-${name}` : nothing}
        data-facet=${name}
        @click=${() => {
          this.opened = open ? null : name;
        }}
      >${label}${icons.chevron}</button>
      ${
        open
          ? html`<div class="panel" id=${`panel-${name}`} part="filter-panel" role="group" aria-label=${title}>${content()}</div>`
          : nothing
      }`;
  }

  #chosen(facet: FacetName, value: string): TemplateResult {
    return this.#chip(this.#valueLabel(facet, value), () => this.#removeChip(facet, value));
  }

  #chip(label: string, onRemove: () => void): TemplateResult {
    return html`<button
      type="button"
      class="chip chosen"
      part="chip chosen"
      aria-label=${this.strings.removeFilter(label)}
      @click=${onRemove}
    >
      <span class="chip-text" dir="auto">${label}</span>${icons.clear}
    </button>`;
  }

  #values(facet: FacetName, chosen: readonly string[]): TemplateResult {
    const { strings } = this;
    const counts = new Map(Object.entries(this.facets[facet] ?? {}));
    for (const value of chosen) if (!counts.has(value)) counts.set(value, 0);
    const entries = [...counts].sort((a, b) =>
      facet === 'month' ? (a[0] < b[0] ? 1 : -1) : b[1] - a[1] || a[0].localeCompare(b[0], strings.locale),
    );
    return html`<div class="values">
      ${entries.slice(0, MAX_FACET_VALUES).map(
        ([value, count]) => html`<label class="value">
          <input
            type=${facet === 'month' ? 'radio' : 'checkbox'}
            name=${facet}
            .checked=${chosen.includes(value)}
            @click=${() => this.#choose(facet, value)}
          />
          <span class="value-name" dir="auto">${this.#valueLabel(facet, value)}</span>
          <span class="count">${formatNumber(count, strings.locale)}</span>
        </label>`,
      )}
      ${entries.length === 0 ? html`<p class="hint">${strings.facetEmpty}</p>` : nothing}
    </div>`;
  }

  #valueLabel(facet: FacetName, value: string): string {
    const { strings } = this;
    if (facet === 'month') return formatMonth(value, strings.locale);
    const names: { readonly [value: string]: string } =
      facet === 'source' ? sourceNames(strings) : facet === 'type' ? strings.kinds : {};
    return Object.hasOwn(names, value) ? names[value]! : value;
  }

  #choose(facet: FacetName, value: string): void {
    this.dispatchEvent(new FiltersChangeEvent(toggleValue(this.filters, facet, value)));
  }

  /** Moves the focus to the button of the list, because the chip will be gone. */
  #removeChip(facet: FacetName, value: string): void {
    this.#choose(facet, value);
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>(`[data-facet="${facet}"], [data-facet="all"]`);
    [...buttons].find((button) => button.checkVisibility())?.focus();
  }

  #clear(facet: FacetName): void {
    let next = this.filters;
    for (const value of chosenValues(next, facet)) next = toggleValue(next, facet, value);
    this.dispatchEvent(new FiltersChangeEvent(next));
    this.#closeAndReturn();
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.opened === null) return;
    // The default action would close a surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
    this.#closeAndReturn();
  }

  #closeAndReturn(): void {
    const facet = this.opened;
    this.opened = null;
    this.renderRoot.querySelector<HTMLElement>(`[data-facet="${facet}"]`)?.focus();
  }

  #onFocusOut(event: FocusEvent): void {
    const to = event.relatedTarget;
    if (to instanceof Node && !this.renderRoot.contains(to)) this.opened = null;
  }

  readonly #onOutside = (event: Event): void => {
    if (this.opened !== null && !event.composedPath().includes(this)) this.opened = null;
  };
}

function radios<Value extends string>(
  name: string,
  values: readonly Value[],
  chosen: Value,
  labels: { readonly [value in Value]: string },
  onChoose: (value: Value) => void,
): TemplateResult[] {
  return values.map(
    (value) => html`<label class="value">
      <input type="radio" name=${name} .checked=${value === chosen} @change=${() => onChoose(value)} />
      <span class="value-name">${labels[value]}</span>
    </label>`,
  );
}
