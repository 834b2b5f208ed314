/**
 * The rows a person deals with: those of the answer that no pending delete hides, which of them holds its place, and
 * whose reasons are shown.
 */
import type { ReactiveControllerHost } from 'lit';
import type { Memory } from '../../core/record/memory.ts';
import { StateController } from '../shared/state-controller.ts';
import type { ResultRow } from './result-row.ts';
import type { SearchState } from './search-controller.ts';

export interface ResultsState {
  whyIds: ReadonlySet<string>;
  /** The loose matches of an answer that has no others are shown: a person asked for them. */
  weakShown: boolean;
}

export class ResultsController extends StateController<ResultsState> {
  readonly #search: { readonly state: SearchState };
  readonly #isHidden: (memory: Memory) => boolean;
  readonly #isUnfinished: () => boolean;
  readonly #optionIds = new Map<string, string>();
  #hoveredId: string | null = null;

  /** `isHidden`: a pending delete holds the note back. `isUnfinished`: notes are still being read. */
  constructor(
    host: ReactiveControllerHost,
    search: { readonly state: SearchState },
    isHidden: (memory: Memory) => boolean,
    isUnfinished: () => boolean,
  ) {
    super(host, { whyIds: new Set(), weakShown: false });
    this.#search = search;
    this.#isHidden = isHidden;
    this.#isUnfinished = isUnfinished;
  }

  get rows(): readonly ResultRow[] {
    return this.#search.state.rows.filter((row) => !this.#isHidden(row.memory));
  }

  get weak(): readonly ResultRow[] {
    return this.folded > 0 ? [] : this.#weak;
  }

  /**
   * Number of loose matches that are not shown: where nothing answers, "nothing relevant" is the answer, and they are
   * a click away. While notes are still being read, nothing is folded.
   */
  get folded(): number {
    if (this.state.weakShown || this.rows.length > 0 || this.#isUnfinished()) return 0;
    return this.#search.state.phase === 'done' ? this.#weak.length : 0;
  }

  showWeak(): void {
    this.set({ weakShown: true });
  }

  get #weak(): readonly ResultRow[] {
    return this.#search.state.weak.filter((row) => !this.#isHidden(row.memory));
  }

  /** Of all rows, in visual order. */
  get ids(): readonly string[] {
    return [...this.rows, ...this.weak].map((row) => row.id);
  }

  row(id: string): ResultRow | undefined {
    return [...this.rows, ...this.weak].find((row) => row.id === id);
  }

  get hoveredId(): string | null {
    return this.#hoveredId;
  }

  hover(id: string | null): void {
    this.#hoveredId = id;
  }

  /** A DOM id for a memory's option; memory ids may hold any character. */
  optionId(id: string): string {
    let optionId = this.#optionIds.get(id);
    if (!optionId) {
      optionId = `option-${this.#optionIds.size + 1}`;
      this.#optionIds.set(id, optionId);
    }
    return optionId;
  }

  toggleWhy(id: string): void {
    const whyIds = new Set(this.state.whyIds);
    if (!whyIds.delete(id)) whyIds.add(id);
    this.set({ whyIds });
  }

  /** Another question has other reasons. */
  forget(): void {
    this.set({ whyIds: new Set(), weakShown: false });
  }
}
