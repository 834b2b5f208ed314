/** What is said of an answer, once: how many, honestly nothing, or that the notes are still being read. */
import type { Announcer } from '../shared/announcer.ts';
import { isUnfinished, type Meaning } from '../shared/meaning.ts';
import type { Strings } from '../strings/strings.ts';
import type { ResultsController } from './results-controller.ts';
import type { SearchController } from './search-controller.ts';

export class AnswerAnnouncer {
  readonly #announcer: Announcer;
  readonly #search: SearchController;
  readonly #results: ResultsController;
  readonly #facts: { words: () => Strings; meaning: () => Meaning };
  #said = '';

  constructor(
    announcer: Announcer,
    search: SearchController,
    results: ResultsController,
    facts: { words: () => Strings; meaning: () => Meaning },
  ) {
    this.#announcer = announcer;
    this.#search = search;
    this.#results = results;
    this.#facts = facts;
  }

  /** `again`: the same question, asked again by itself; what was said of it need not be said again. */
  settled(again: boolean): void {
    if (this.#search.browsing) return;
    const message = this.#message();
    if (again && message === this.#said) return;
    this.#said = message;
    if (message === this.#facts.words().nothingRelevant) this.#announcer.sayNow(message);
    else this.#announcer.say(message);
  }

  #message(): string {
    const words = this.#facts.words();
    const { hasMore, total } = this.#search.state;
    const shown = this.#results.rows.length;
    if (this.#results.doubtful) return words.doubtful;
    if (shown > 0) return words.resultsFor(shown, hasMore ? total : shown);
    if (isUnfinished(this.#facts.meaning())) return words.nothingYet;
    return words.nothingRelevant;
  }
}
