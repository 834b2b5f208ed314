/** @tagname hs-status-bar */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { downloadBytes, MODEL_PROFILES } from '../../../core/model-profiles.ts';
import { renderBar } from '../../shared/bar.ts';
import type { DurabilityMode, Progress, Stats } from '../../shared/engine-access.ts';
import { formatBytes, formatNumber, formatPercent, formatSpan } from '../../shared/format.ts';
import { notesRead } from '../../shared/meaning.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import { type ModelCommand, ModelCommandEvent } from '../../shared/panel-events.ts';
import { statusIcons } from '../../shared/status-icons.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { statusBarStyles } from './status-bar.styles.ts';

export class StatusBarElement extends LitElement {
  static override styles = [panelStyles, statusBarStyles];

  @property({ attribute: false }) strings!: SearchStrings;
  @property({ attribute: false }) progress: Progress | null = null;
  @property({ attribute: false }) stats: Stats | null = null;
  /** Number of notes whose delete can still be undone. The list hides them already. */
  @property({ type: Number }) leaving = 0;
  @property({ attribute: false }) durability: DurabilityMode | null = null;

  @property({ attribute: false }) sync: unknown = null;
  @property({ type: Boolean }) later = false;

  protected override render(): TemplateResult {
    const { strings, stats } = this;
    const share = this.#share();
    return html`<footer aria-label=${strings.status}>
      ${share === null ? nothing : html`<div class="track" role="progressbar" aria-label=${strings.status} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(share * 100)}>${renderBar(share)}</div>`}
      <div class="line" part="status-line">
        <div class="work">${this.#work()}</div>
        <div class="facts">
          ${this.sync}
          ${stats ? html`<span>${strings.notes(Math.max(0, stats.memories - this.leaving))}</span>` : nothing}
          ${
            this.durability
              ? html`<span class=${`mode ${this.durability}`} title=${strings.durabilityNote[this.durability]}
                  >${strings.durability[this.durability]}</span
                >`
              : nothing
          }
        </div>
      </div>
    </footer>`;
  }

  #unread(): number {
    return this.stats ? Math.max(0, this.stats.memories - this.stats.embedded) : 0;
  }

  #share(): number | null {
    const { progress } = this;
    if (!progress) return null;
    const { model, embedding } = progress;
    if (model.state === 'loading' && isDownloading(model)) return model.loadedBytes / model.totalBytes;
    if (model.state === 'ready' && embedding.queued > 0 && embedding.total > 0)
      return embedding.embedded / embedding.total;
    return null;
  }

  #work(): TemplateResult {
    const { strings, progress } = this;
    const { locale } = strings;
    if (!progress) return html`<span class="dot"></span><span>${strings.modelOff}</span>`;
    const { model, embedding, pictures } = progress;
    if (model.unresponsive) return html`<span class="dot words"></span><span>${strings.modelUnresponsive}</span>`;
    switch (model.state) {
      case 'off':
        return html`<span class="dot words"></span><span>${strings.modelOff}</span>`;
      case 'waiting':
        if (this.later) return html`<span class="dot words"></span><span>${strings.modelLater(this.#unread())}</span>`;
        return html`<span class="dot words"></span
          ><span>${strings.modelWaiting(formatBytes(bytesOf(model), locale))}</span>
          <button type="button" class="outlined small" part="button" @click=${() => this.#send('load')}>
            ${strings.modelLoad} <span class="size">${formatBytes(bytesOf(model), locale)}</span>
          </button>`;
      case 'loading':
        if (!isDownloading(model)) return html`<span class="dot busy"></span><span>${strings.modelStarting}</span>`;
        return html`<span class="dot busy"></span
          ><span class="figures"
            >${strings.modelLoading(
              formatBytes(model.loadedBytes, locale),
              formatBytes(model.totalBytes, locale),
              formatPercent(model.totalBytes > 0 ? model.loadedBytes / model.totalBytes : 0, locale),
            )}</span
          >`;
      case 'failed':
        return html`<span class="dot failed"></span><span title=${model.error ?? ''}>${strings.modelFailed}</span>
          <button type="button" class="outlined small" part="button" @click=${() => this.#send('load')}>
            ${strings.retry}
          </button>`;
      case 'ready':
        if (embedding.queued > 0) return this.#reading(embedding);
        if (pictures && pictures.unread > 0 && pictures.error === undefined)
          return this.#pausable(strings.picturesLeft(pictures.unread), pictures.paused, embedding.paused);
        if (embedding.paused) return this.#reading(embedding);
        return html`<span class="dot ready"></span><span>${strings.modelReady}</span>`;
    }
  }

  /** Counts progress in notes, because the list counts notes too. */
  #reading(embedding: Progress['embedding']): TemplateResult {
    const { strings } = this;
    const { locale } = strings;
    const { read, total } = notesRead(embedding.queued, this.stats);
    const { paused, rate, remainingSeconds } = embedding;
    const words = [strings.embedding(formatNumber(read, locale), formatNumber(total, locale))];
    if (!paused && rate > 0) words.push(strings.embeddingRate(formatNumber(rate, locale, rate < 10 ? 1 : 0)));
    if (!paused && remainingSeconds !== null) words.push(strings.embeddingLeft(formatSpan(remainingSeconds, locale)));
    return this.#pausable(words.join(' · '), paused, paused);
  }

  /**
   * @param waits whether the work is on hold, for whatever reason
   * @param paused whether the user paused it
   */
  #pausable(words: string, waits: boolean, paused: boolean): TemplateResult {
    const { strings } = this;
    const action = paused ? strings.resume : strings.pause;
    return html`<span class=${waits ? 'dot words' : 'dot busy'}></span
          ><span class="figures">${words}${waits ? ` · ${strings.embeddingPaused}` : nothing}</span>
          <button
            type="button"
            class="icon-only quiet small" part="button"
            aria-label=${action}
            title=${action}
            @click=${() => this.#send(paused ? 'resume' : 'pause')}
          >
            ${paused ? statusIcons.play : statusIcons.pause}
          </button>`;
  }

  #send(command: ModelCommand): void {
    this.dispatchEvent(new ModelCommandEvent(command));
  }
}

/** Whether bytes come from the network. A model that's read from the browser's cache isn't being downloaded. */
function isDownloading({ loadedBytes, totalBytes, fetchedBytes = 0 }: Progress['model']): boolean {
  return fetchedBytes > 0 && loadedBytes < totalBytes;
}

function bytesOf({ id, totalBytes }: Progress['model']): number {
  const profile = MODEL_PROFILES.find((known) => known.id === id);
  return totalBytes || (profile ? downloadBytes(profile) : 0);
}
