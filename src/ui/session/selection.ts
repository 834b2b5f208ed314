import { State } from '../shared/state.ts';

export class Selection extends State<{ activeId: string | null }> {
  readonly #optionIds: () => readonly string[];

  constructor(optionIds: () => readonly string[]) {
    super({ activeId: null });
    this.#optionIds = optionIds;
  }

  get activeId(): string | null {
    const { activeId } = this.state;
    return activeId !== null && this.#optionIds().includes(activeId) ? activeId : null;
  }

  setActive(id: string | null): void {
    if (id !== this.activeId) this.set({ activeId: id });
  }
}
