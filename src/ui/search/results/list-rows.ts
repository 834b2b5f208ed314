import type { Part } from '../../session/part.ts';
import type { ListPlace } from '../../session/places.ts';
import type { HoveredRow } from './hovered-row.ts';

export class ListRows implements ListPlace {
  readonly #part: Part;
  readonly #hovered: HoveredRow;
  readonly #optionId: (id: string) => string;

  constructor(part: Part, hovered: HoveredRow, optionId: (id: string) => string) {
    this.#part = part;
    this.#hovered = hovered;
    this.#optionId = optionId;
  }

  get target(): EventTarget {
    return this.#part.outer;
  }

  get hoveredId(): string | null {
    return this.#hovered.id;
  }

  releaseHovered(): void {
    this.#hovered.release();
  }

  get isCovered(): boolean {
    return this.#list?.getClientRects().length === 0;
  }

  scrollTo(id: string): void {
    void this.#part.updateComplete.then(() =>
      this.#find(`#${this.#optionId(id)}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  scrollToStart(): void {
    this.#list?.scrollTo({ top: 0 });
  }

  focusActions(): void {
    this.#find('[data-active] .actions button')?.focus();
  }

  focus(): void {
    void this.#part.updateComplete.then(() => this.#find('#listbox')?.focus());
  }

  get #list(): HTMLElement | null {
    return this.#find('.list');
  }

  #find(selector: string): HTMLElement | null {
    return this.#part.renderRoot.querySelector<HTMLElement>(selector);
  }
}
