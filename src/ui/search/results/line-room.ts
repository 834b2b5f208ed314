/** How many letters the lines of a row have room for, as the list is laid out now. */
import type { ReactiveController } from 'lit';
import type { Part } from '../../session/part.ts';
import { State } from '../../shared/state.ts';

/** Average letters; a title shares its line with label and date. */
export interface Room {
  readonly title: number;
  readonly passage: number;
}

/** Width of an average letter over the size of the font, rather more than less. */
const LETTER = 0.56;
/** Letters that the end of a line loses to a word that no longer fits. */
const RAGGED = 8;
/** Rows are drawn again only when the room changes by this many letters. */
const STEP = 4;

export class LineRoom extends State<{ room: Room }> implements ReactiveController {
  readonly #part: Part;
  #list: Element | null = null;
  readonly #observer = new ResizeObserver(([entry]) => entry && this.#measure(entry));

  constructor(part: Part) {
    super({ room: { title: 60, passage: 140 } });
    this.#part = part;
    part.addController(this);
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
    // A panel covers the list: its rows keep what they show.
    if (contentRect.width === 0) return;
    const style = getComputedStyle(target);
    const number = (name: string): number => Number.parseFloat(style.getPropertyValue(name));
    const letters = (contentRect.width - number('--_row-room')) / (Number.parseFloat(style.fontSize) * LETTER);
    const line = Math.min(letters, number('--_row-letters'));
    const lines = number('--_row-lines');
    const step = (length: number): number => Math.max(STEP, Math.floor(length / STEP) * STEP);
    const room = { title: step(line - number('--_row-beside')), passage: step(line * lines - RAGGED * (lines - 1)) };
    const { title, passage } = this.state.room;
    if (room.title !== title || room.passage !== passage) this.set({ room });
  }
}
