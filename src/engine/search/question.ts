import { HybridSearchError } from '../../core/errors.ts';
import type { SearchSettings } from '../../core/options/options.ts';
import { type ResolvedSettings, resolveSearchSettings } from '../../core/options/resolve-options.ts';
import { createPresenter, type MarkedQuery, type PresentHit } from '../../core/results/present.ts';
import type { SearchControls, SearchParts } from './contract.ts';
import type { LoadMemories, MemoryLoader } from './memory-loader.ts';

export class Question {
  readonly parts: SearchParts;
  readonly query: string;
  /** The settings as given. They're part of the key of cached lists. */
  readonly own: SearchSettings;
  readonly settings: ResolvedSettings;
  readonly now: number;
  readonly started: number;
  readonly signal: AbortSignal | undefined;
  readonly onPartial: SearchControls['onPartial'];
  readonly loadMemories: LoadMemories;
  #presented: { terms: MarkedQuery['terms']; present: PresentHit } | null = null;

  /** @throws HybridSearchError `invalid-option`, `aborted` */
  constructor(
    parts: SearchParts,
    memories: MemoryLoader,
    query: string,
    own: SearchSettings,
    controls: SearchControls,
  ) {
    this.started = parts.clock();
    this.parts = parts;
    this.query = query;
    this.own = own;
    this.signal = controls.signal;
    this.onPartial = controls.onPartial;
    this.stopIfAborted();
    this.settings = resolveSearchSettings(own, parts.defaults ?? {});
    this.now = this.settings.now ?? parts.now();
    this.loadMemories = memories.forSearch();
  }

  /** Returns the same object for the same terms. */
  presenterOf(query: MarkedQuery): PresentHit {
    if (this.#presented?.terms !== query.terms) {
      this.#presented = { terms: query.terms, present: createPresenter(query, this.parts.analyzer) };
    }
    return this.#presented.present;
  }

  stopIfAborted(): void {
    if (this.signal?.aborted) throw new HybridSearchError('aborted', undefined, { cause: this.signal.reason });
  }
}
