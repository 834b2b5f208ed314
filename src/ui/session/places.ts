export interface ListPlace {
  readonly target: EventTarget;
  readonly hoveredId: string | null;
  releaseHovered(): void;
  readonly isCovered: boolean;
  scrollTo(id: string): void;
  scrollToStart(): void;
  focusActions(): void;
  focus(): void;
}

export interface BoxPlace {
  focus(): void;
}

interface Drawn extends Element {
  readonly updateComplete: Promise<unknown>;
  requestUpdate(): void;
}

export class Places {
  box: BoxPlace | null = null;
  list: ListPlace | null = null;
  readonly drawn = new Set<Drawn>();
  #reserved = 0;
  opens: (tag: string) => boolean = () => false;
  onEmpty: () => void = () => {};

  /** The element that comes first in the page, no matter which script loaded first. */
  get firstInPage(): Drawn | undefined {
    let first: Drawn | undefined;
    for (const each of this.drawn) {
      if (!first || first.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) first = each;
    }
    return first;
  }

  focusBox(): void {
    this.box?.focus();
  }

  /** The session stays open until the element joins or gives up its place. */
  reserve(): void {
    this.#reserved++;
  }

  giveUp(): void {
    this.#reserved--;
    this.#closeIfEmpty();
  }

  join(place: Drawn): void {
    this.#reserved--;
    this.drawn.add(place);
    this.requestUpdate();
  }

  leave(place: Drawn): void {
    if (!this.drawn.delete(place)) return;
    this.#closeIfEmpty();
    this.requestUpdate();
  }

  has(tag: string): boolean {
    return this.opens(tag) || [...this.drawn].some(({ localName }) => localName === tag);
  }

  /** @param except an element that's already being drawn */
  requestUpdate(except?: Drawn): void {
    for (const place of this.drawn) if (place !== except) place.requestUpdate();
  }

  async rendered(): Promise<void> {
    await Promise.all([...this.drawn].map((place) => place.updateComplete));
  }

  #closeIfEmpty(): void {
    if (this.drawn.size + this.#reserved === 0) this.onEmpty();
  }
}

export function focused(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}
