/** Behaviour of all panels: they take the focus when they're opened, and Escape closes them. */
import type { LitElement } from 'lit';
import { contentStyles } from '../shared/content.styles.ts';
import type { Watchable } from '../shared/state.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import type { PanelKind } from './panel.ts';
import type { Part, View } from './part.ts';
import type { Session } from './session.ts';

export abstract class PanelView implements View {
  readonly styles = [contentStyles];
  abstract readonly watched: readonly Watchable[];
  protected readonly part: Part;
  protected readonly session: Session;
  readonly #kind: PanelKind;
  readonly #tag: string;

  constructor(part: Part, session: Session, kind: PanelKind, tag: string) {
    this.part = part;
    this.session = session;
    this.#kind = kind;
    this.#tag = tag;
  }

  abstract render(strings: SearchStrings): unknown;

  updated(): void {
    const panel = this.part.renderRoot.querySelector<LitElement>(this.#tag);
    if (panel && this.session.panel.takeFocus(this.#kind)) void panel.updateComplete.then(() => panel.focus());
  }

  /** Whether the panel is always open, so that it can't be closed. */
  protected get stays(): boolean {
    return this.part.alone && this.session.panel.state.current.kind !== this.#kind;
  }

  protected get readonly(): boolean {
    return this.part.readonly || !this.session.writes;
  }

  protected readonly onClose = (): void => this.session.panel.close();

  protected readonly onKeydown = (event: KeyboardEvent): void => {
    if (!this.stays) this.session.panel.onKeydown(event);
  };
}
