/**
 * Shows the 24 words that open the notes without the passphrase. Users should keep them on paper.
 * @tagname hs-sync-kit
 */
import { html, type TemplateResult } from 'lit';
import { downloadBlob } from '../../shared/save-file.ts';
import { SyncView } from './sync-view.ts';

export class RecoveryKitElement extends SyncView {
  protected override render(): TemplateResult {
    const { words } = this;
    return html`
      <h3 tabindex="-1">${words.kit}</h3>
      <p class="muted">${words.kitHint}</p>
      <pre class="kit" dir="ltr" lang="en" tabindex="0" aria-label=${words.kit}>${this.state.kit}</pre>
      <div class="buttons">
        <button type="button" class="outlined" part="button" @click=${this.#download}>${words.kitDownload}</button>
        <button type="button" class="outlined" part="button" @click=${this.#print}>${words.kitPrint}</button>
      </div>
      <button type="button" class="primary" part="button primary" @click=${() => this.desk.keptKit()}>${words.kitKept}</button>
    `;
  }

  get #text(): string {
    return `${this.words.kitText(this.state.place)}\n\n${this.state.kit}\n`;
  }

  readonly #download = (): void => {
    downloadBlob(new Blob([this.#text], { type: 'text/plain' }), 'recovery-kit.txt');
  };

  readonly #print = (): void => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.body.append(frame);
    const paper = frame.contentWindow!;
    const text = paper.document.createElement('pre');
    text.textContent = this.#text;
    paper.document.body.append(text);
    paper.addEventListener('afterprint', () => frame.remove());
    paper.print();
  };
}
