/** Where the rows are, and which of them the pointer is on. */
import type { Part } from '../../session/part.ts';
import type { ListPlace } from '../../session/places.ts';
import type { Session } from '../../session/session.ts';

export class ListRows implements ListPlace {
  /**
   * The row that the pointer was moved onto. A new answer must not move it: the row would move away just before the
   * click. A row that slides under a resting pointer doesn't count.
   */
  hoveredId: string | null = null;
  readonly #part: Part;
  readonly #session: Session;

  constructor(part: Part, session: Session) {
    this.#part = part;
    this.#session = session;
  }

  get target(): EventTarget {
    return this.#part.outer;
  }

  get isCovered(): boolean {
    return this.#list?.getClientRects().length === 0;
  }

  /** Call it when another query is typed, because someone who types isn't using the pointer. */
  releaseHovered(): void {
    this.hoveredId = null;
  }

  /** Listens on the list, so that a row needs no listener of its own. */
  readonly onPointer = ({ type, target }: Event): void => {
    const before = this.hoveredId;
    this.hoveredId = type === 'pointerleave' ? null : this.idAt(target);
    if (before !== null && this.hoveredId === null) this.#session.search.unpin();
  };

  /** The id of the row that an event was dispatched in. */
  idAt(target: EventTarget | null): string | null {
    const option = (target as Element).closest('.row')?.querySelector('.option');
    return option ? (this.#session.results.idOf(option.id) ?? null) : null;
  }

  scrollTo(id: string): void {
    void this.#part.updateComplete.then(() =>
      this.#find(`#${this.#session.results.optionId(id)}`)?.scrollIntoView({ block: 'nearest' }),
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
