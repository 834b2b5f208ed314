/** Measures how many letters fit into the lines of a row in the current layout. */
import type { ReactiveController } from 'lit';
import type { Part } from '../../session/part.ts';

/** Number of average letters that fit into the title and the passage. The title shares its line with the date. */
export interface Room {
  readonly title: number;
  readonly passage: number;
}

/** Width of an average letter relative to the font size, rounded up. */
const LETTER = 0.56;
/** Letters lost at the end of each line except the last, because the next word doesn't fit. */
const RAGGED = 8;
/** Rounded down to a multiple of this, so that small changes in width don't draw the rows again. */
const STEP = 4;

export class LineRoom implements ReactiveController {
  #room: Room = { title: 60, passage: 140 };
  readonly #part: Part;
  #list: Element | null = null;
  readonly #observer = new ResizeObserver(([entry]) => entry && this.#measure(entry));

  constructor(part: Part) {
    this.#part = part;
    part.addController(this);
  }

  get room(): Room {
    return this.#room;
  }

  hostUpdated(): void {
    const list = this.#part.renderRoot.querySelector('.list');
    if (list === this.#list) return;
    this.#observer.disconnect();
    this.#list = list;
    if (list) this.#observer.observe(list);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#list = null;
  }

  #measure({ target, contentRect }: ResizeObserverEntry): void {
    // A list that's covered by a panel has no width. Its rows stay as they are.
    if (contentRect.width === 0) return;
    const style = getComputedStyle(target);
    const number = (name: string): number => Number.parseFloat(style.getPropertyValue(name));
    const letters = (contentRect.width - number('--_row-room')) / (Number.parseFloat(style.fontSize) * LETTER);
    const line = Math.min(letters, number('--_row-letters'));
    const lines = number('--_row-lines');
    const step = (length: number): number => Math.max(STEP, Math.floor(length / STEP) * STEP);
    const room = { title: step(line - number('--_row-beside')), passage: step(line * lines - RAGGED * (lines - 1)) };
    const { title, passage } = this.#room;
    if (room.title === title && room.passage === passage) return;
    this.#room = room;
    this.#part.requestUpdate();
  }
}
