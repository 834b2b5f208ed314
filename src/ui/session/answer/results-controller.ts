/** The rows that the user works with: those of the answer that no pending delete hides. */
import type { Memory } from '../../../core/record/memory.ts';
import { State } from '../../shared/state.ts';
import { isDoubtful, type UnreadNotes, unreadLanguages } from './missing-answers.ts';
import type { ResultRow } from './result-row.ts';
import type { SearchState } from './search-state.ts';

export interface ResultsState {
  whyIds: ReadonlySet<string>;
  /** Whether the user asked to see the weak matches that are folded. */
  weakShown: boolean;
}

export interface ResultsFacts {
  isHidden(memory: Memory): boolean;
  isUnfinished(): boolean;
  unreadNotes(): UnreadNotes | null;
}

export class ResultsController extends State<ResultsState> {
  readonly #search: { readonly state: SearchState };
  readonly #facts: ResultsFacts;
  readonly #optionIds = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(search: { readonly state: SearchState }, facts: ResultsFacts) {
    super({ whyIds: new Set(), weakShown: false });
    this.#search = search;
    this.#facts = facts;
  }

  get rows(): readonly ResultRow[] {
    return this.#search.state.rows.filter((row) => !this.#facts.isHidden(row.memory));
  }

  get weak(): readonly ResultRow[] {
    return this.folded > 0 ? [] : this.#weak;
  }

  get doubtful(): boolean {
    const { whole, response } = this.#search.state;
    if (!whole || response === null || this.#facts.isUnfinished()) return false;
    return isDoubtful(response) && this.rows.length > 0 && this.unread.length === 0;
  }

  /** Languages in which an answer may be missing, because the model doesn't read them. */
  get unread(): readonly string[] {
    const { whole, response } = this.#search.state;
    if (!whole || response === null || this.#facts.isUnfinished()) return [];
    return unreadLanguages(response, this.#facts.unreadNotes());
  }

  /** None while notes are still being embedded. */
  get folded(): number {
    if (this.state.weakShown || this.#facts.isUnfinished()) return 0;
    if (this.rows.length > 0 && !this.doubtful) return 0;
    return this.#search.state.whole ? this.#weak.length : 0;
  }

  showWeak(): void {
    this.set({ weakShown: true });
  }

  get #weak(): readonly ResultRow[] {
    return this.#search.state.weak.filter((row) => !this.#facts.isHidden(row.memory));
  }

  get ids(): readonly string[] {
    return [...this.rows, ...this.weak].map((row) => row.id);
  }

  row(id: string): ResultRow | undefined {
    return [...this.rows, ...this.weak].find((row) => row.id === id);
  }

  /** Memory ids may have any characters, so they can't be DOM ids. */
  optionId(id: string): string {
    let optionId = this.#optionIds.get(id);
    if (!optionId) {
      optionId = `option-${this.#optionIds.size + 1}`;
      this.#optionIds.set(id, optionId);
      this.#ids.set(optionId, id);
    }
    return optionId;
  }

  idOf(optionId: string): string | undefined {
    return this.#ids.get(optionId);
  }

  toggleWhy(id: string): void {
    const whyIds = new Set(this.state.whyIds);
    if (!whyIds.delete(id)) whyIds.add(id);
    this.set({ whyIds });
  }

  forget(): void {
    this.set({ whyIds: new Set(), weakShown: false });
  }
}

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
