/** @tagname hs-sync-refused */
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Memory } from '../../../core/record/memory.ts';
import { titleOf } from '../../session/title.ts';
import type { SyncRefusal } from '../../shared/engine-access.ts';
import { formatNumber } from '../../shared/format.ts';
import { SyncView } from './sync-view.ts';

const MOST = 5;

/** Names the first notes that the server refuses. Each opens its note. */
export class RefusedListElement extends SyncView {
  @property({ attribute: false }) refused: readonly SyncRefusal[] = [];
  /** In the order of `refused`. Null if a removal is refused. */
  @state() private memories: readonly (Memory | null)[] = [];
  #read = '';

  protected override updated(): void {
    const read = JSON.stringify(this.refused);
    if (read === this.#read) return;
    this.#read = read;
    const first = this.refused.slice(0, MOST);
    void Promise.all(first.map(({ id }) => this.desk.note(id))).then((memories) => {
      if (read === this.#read) this.memories = memories;
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { memories, refused, words } = this;
    if (!memories.some(Boolean)) return nothing;
    const more = refused.length - MOST;
    return html`<ul class="refused">
      ${memories.map((memory, at) => (memory && refused[at] ? this.#entry(memory, refused[at]) : nothing))}
      ${more > 0 ? html`<li class="muted">${words.refusedMore(formatNumber(more, this.strings.locale))}</li>` : nothing}
    </ul>`;
  }

  #entry(memory: Memory, { reason, file }: SyncRefusal): TemplateResult {
    const { words } = this;
    const because = words.refusedBecause[reason];
    return html`<li>
      <button type="button" class="quiet" part="button" dir="auto" @click=${() => this.desk.openNote(memory.id)}>${titleOf(memory, this.strings)}</button>
      <span class="muted">${file ? words.refusedFileBecause(because) : because}</span>
    </li>`;
  }
}
