/** @tagname hs-judge-panel */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { isHybridSearchError } from '../../../core/errors.ts';
import type { ResultRow } from '../../session/answer/result-row.ts';
import { titleOf } from '../../session/title.ts';
import { renderBar } from '../../shared/bar.ts';
import type { EvaluationReport, HybridSearchClient, JudgedQuery } from '../../shared/engine-access.ts';
import { onFirstClick } from '../../shared/first-click.ts';
import { formatNumber } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { PanelCloseEvent } from '../../shared/panel-events.ts';
import { downloadBlob, pickFiles } from '../../shared/save-file.ts';
import type { Strings } from '../../strings/strings.ts';
import { type Sweep, sweepAlpha } from './alpha-sweep.ts';
import { AlphaChangeEvent, JudgeErrorEvent } from './judge-events.ts';
import { judgePanelStyles } from './judge-panel.styles.ts';
import { renderJudgeReport } from './judge-report.ts';
import {
  answeredQuestions,
  keepJudgements,
  parseJudgements,
  poolFor,
  printJudgements,
  readJudgements,
  withJudged,
} from './judgements.ts';

interface Judging {
  query: string;
  pool: readonly ResultRow[];
  relevant: { readonly [id: string]: number };
}

export class JudgePanelElement extends LitElement {
  static override styles = [panelStyles, judgePanelStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  @property() store = '';
  @property() query = '';
  /** Null: automatic. */
  @property({ attribute: false }) alpha: number | null = null;
  @state() private judged: readonly JudgedQuery[] = [];
  @state() private judging: Judging | null = null;
  /** Finished share of the measurement, 0–1. */
  @state() private share: number | null = null;
  @state() private result: Sweep | { report: EvaluationReport } | null = null;
  @state() private refused = false;
  @state() private foundNone = false;
  #abort = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.judged = readJudgements(this.store);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    return html`
      <div class="panel-head" part="panel-head">
        <h2 tabindex="-1" part="panel-title">${strings.judgeHeading}</h2>
        <button type="button" class="icon-only quiet close" part="button" aria-label=${strings.close} title=${strings.close} @click=${() => this.dispatchEvent(new PanelCloseEvent())}>
          ${icons.clear}
        </button>
      </div>
      <div class="content" part="panel-body">${this.judging ? this.#question(this.judging) : this.#overview()}</div>
    `;
  }

  #overview(): TemplateResult {
    const { strings } = this;
    const useful = answeredQuestions(this.judged).length;
    return html`
      <p class="hint">${strings.judgeHint}</p>
      <form @submit=${this.#ask}>
        <div class="field">
          <label for="question">${strings.judgeQuestion}</label>
          <input class="input" part="field" id="question" name="question" dir="auto" autocomplete="off" .value=${this.query} />
        </div>
        <button type="submit" class="primary" part="button primary">${strings.judgeStart}</button>
        <p class="hint" role="status">${this.foundNone ? strings.nothingRelevant : nothing}</p>
      </form>
      ${this.judged.length > 0 ? this.#list() : nothing}
      <div class="buttons">
        <button type="button" class="outlined" part="button" ?disabled=${useful === 0} aria-disabled=${this.share !== null ? 'true' : 'false'} @click=${this.#measure}>
          ${strings.judgeMeasure(useful)}
        </button>
        <button type="button" class="outlined" part="button" ?disabled=${this.judged.length === 0} @click=${this.#export}>
          ${strings.export}
        </button>
        <button type="button" class="outlined" part="button" @click=${this.#import}>${strings.import}</button>
      </div>
      ${this.refused ? html`<p role="alert">${strings.judgeRefused}</p>` : nothing}
      ${
        this.share === null
          ? nothing
          : html`<div role="progressbar" aria-label=${strings.judgeHeading} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(this.share * 100)}>
              ${renderBar(this.share)}
            </div>`
      }
      <div aria-live="polite">${
        this.result
          ? renderJudgeReport({ strings, result: this.result, alpha: this.alpha, onTake: (alpha) => this.#take(alpha) })
          : nothing
      }</div>
      ${
        this.alpha === null
          ? nothing
          : html`<p class="in-use">
              ${strings.judgeInUse(this.#number(this.alpha, 1))}
              <button type="button" class="link" part="button" @click=${() => this.#take(null)}>${strings.judgeAutomatic}</button>
            </p>`
      }
    `;
  }

  #list(): TemplateResult {
    const { strings } = this;
    return html`<ul class="judged" aria-label=${strings.judgeDone}>
      ${this.judged.map(({ query, relevant }) => {
        const answers = Object.values(relevant).filter((grade) => grade > 0).length;
        return html`<li>
          <span dir="auto">${query}</span>
          <span class="hint">${strings.judgeAnswers(answers)}</span>
          <button type="button" class="icon-only quiet" part="button" aria-label=${`${strings.remove}: ${query}`} @click=${onFirstClick(() => this.#forget(query))}>
            ${icons.trash}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  #question({ query, pool, relevant }: Judging): TemplateResult {
    const { strings } = this;
    const at = Object.keys(relevant).length;
    const row = pool[at];
    if (!row) return html`${nothing}`;
    const { memory, passage } = row;
    return html`<p class="asked" dir="auto">${query}</p>
      <p class="hint">${strings.judgeAt(at + 1, pool.length)}</p>
      <article class="note" tabindex="-1" aria-labelledby="note-title" @keydown=${this.#onKeydown}>
        <h3 id="note-title" dir="auto">${titleOf(memory, strings)}</h3>
        <p dir=${memory.dir ?? 'auto'}>${passage.text}</p>
        <div class="buttons">
          <button type="button" class="primary" part="button primary" aria-keyshortcuts="y" @click=${onFirstClick(() => this.#judge(1))}>
            ${strings.judgeYes}<kbd aria-hidden="true">Y</kbd>
          </button>
          <button type="button" class="outlined" part="button" aria-keyshortcuts="n" @click=${onFirstClick(() => this.#judge(0))}>
            ${strings.judgeNo}<kbd aria-hidden="true">N</kbd>
          </button>
          <button type="button" class="quiet" part="button" ?disabled=${at === 0} @click=${onFirstClick(this.#back)}>${strings.judgeBack}</button>
          <button type="button" class="quiet" part="button" @click=${onFirstClick(this.#finish)}>${strings.judgeFinish}</button>
        </div>
      </article>`;
  }

  #number(value: number, digits: number): string {
    return formatNumber(value, this.strings.locale, digits);
  }

  async #ask(event: Event): Promise<void> {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('question') as HTMLInputElement;
    const query = field.value.trim();
    if (!query || !this.client) return;
    const pool = await poolFor(this.client, query);
    if (!this.isConnected) return;
    this.query = '';
    this.foundNone = pool.length === 0;
    if (!this.foundNone) return this.#show({ query, pool, relevant: {} });
    // An empty answer is a judgement too: the store has no answer to the question.
    this.#keep(withJudged(this.judged, { query, relevant: {} }));
    field.value = '';
    field.focus();
  }

  #judge(grade: number): void {
    const { judging } = this;
    const row = judging?.pool[Object.keys(judging.relevant).length];
    if (!judging || !row) return;
    const next = { ...judging, relevant: { ...judging.relevant, [row.id]: grade } };
    if (Object.keys(next.relevant).length < next.pool.length) this.#show(next);
    else this.#end(next);
  }

  readonly #back = (): void => {
    if (!this.judging) return;
    const before = Object.entries(this.judging.relevant).slice(0, -1);
    this.#show({ ...this.judging, relevant: Object.fromEntries(before) });
  };

  readonly #finish = (): void => {
    if (this.judging) this.#end(this.judging);
  };

  #end({ query, relevant }: Judging): void {
    this.judging = null;
    if (Object.keys(relevant).length > 0) this.#keep(withJudged(this.judged, { query, relevant: { ...relevant } }));
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#question')?.focus());
  }

  #forget(query: string): void {
    this.#keep(this.judged.filter((one) => one.query !== query));
    this.focus();
  }

  #keep(judged: readonly JudgedQuery[]): void {
    this.judged = judged;
    this.result = null;
    keepJudgements(this.store, judged);
  }

  #show(judging: Judging): void {
    this.judging = judging;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.note')?.focus());
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const key = event.key.toLowerCase();
    if (key === 'y') this.#judge(1);
    else if (key === 'n') this.#judge(0);
    else if (key === 'backspace') this.#back();
    else return;
    event.preventDefault();
  }

  readonly #measure = async (): Promise<void> => {
    if (!this.client || this.share !== null) return;
    this.#abort = new AbortController();
    this.result = null;
    this.share = 0;
    try {
      this.result = await sweepAlpha(this.client, answeredQuestions(this.judged), this.#abort.signal, (share) => {
        this.share = share;
      });
    } catch (error) {
      if (!isHybridSearchError(error, 'aborted')) this.dispatchEvent(new JudgeErrorEvent(error as Error));
    } finally {
      this.share = null;
    }
  };

  readonly #export = (): void => {
    downloadBlob(
      new Blob([printJudgements(this.judged)], { type: 'application/json' }),
      `${this.store}-judgements.json`,
    );
  };

  readonly #import = async (): Promise<void> => {
    const [file] = await pickFiles('files');
    if (!file) return;
    const read = parseJudgements(await file.text());
    this.refused = read === null;
    if (read) this.#keep(read.reduce((all, one) => withJudged(all, one), [...this.judged]));
  };

  #take(alpha: number | null): void {
    this.alpha = alpha;
    this.dispatchEvent(new AlphaChangeEvent(alpha));
  }
}
