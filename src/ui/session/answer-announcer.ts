/**
 * Announces an answer once: its first row and how many there are, that there's nothing, or that notes are still being
 * read.
 */

import { formatLanguages } from '../shared/format.ts';
import { isUnfinished, type Meaning } from '../shared/meaning.ts';
import type { Strings } from '../strings/strings.ts';
import type { Announcer } from './announcer.ts';
import type { ResultsController } from './results-controller.ts';
import type { SearchController } from './search-controller.ts';
import { titleOf } from './title.ts';

export class AnswerAnnouncer {
  readonly #announcer: Announcer;
  readonly #search: SearchController;
  readonly #results: ResultsController;
  readonly #facts: { words: () => Strings; meaning: () => Meaning };
  #said = '';
  /** Id of the first row that was announced. */
  #first: string | null = null;
  #submitted = false;
  #filters = '{}';

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

  /**
   * @param again whether the same query was repeated automatically; it's announced again only if another row comes
   *   first
   */
  settled(again: boolean): void {
    if (this.#search.browsing) {
      this.#browsed(again);
      return;
    }
    const message = this.#message();
    const first = this.#results.rows[0]?.id ?? null;
    if (again && first === this.#first && (first !== null || message === this.#said)) return;
    this.#said = message;
    this.#first = first;
    this.#tell(message);
  }

  /**
   * Call it at Enter. Someone who has finished typing hears at once that nothing matches, now or as soon as it's known.
   */
  submitted(): void {
    this.#submitted = true;
    if (this.#search.state.phase === 'done' && !this.#search.browsing) this.#tell(this.#message());
  }

  /** Announces more rows of the same answer. */
  more(): void {
    const { hasMore, total, response } = this.#search.state;
    const words = this.#facts.words();
    const shown = this.#results.rows.length;
    this.#announcer.say(response ? words.resultsFor(shown, hasMore ? total : shown) : words.notes(shown));
  }

  /** Announces a list without a query, with a filter or another order. */
  #browsed(again: boolean): void {
    const { filters, total } = this.#search.state;
    const key = JSON.stringify(filters);
    const changed = key !== this.#filters;
    this.#filters = key;
    if (changed && !again) this.#announcer.say(this.#facts.words().allNotes(total));
  }

  /** Announces nothing between two keys, because each message would interrupt the one before. */
  #tell(message: string): void {
    if (this.#submitted && message.startsWith(this.#facts.words().nothingRelevant)) this.#announcer.sayNow(message);
    else this.#announcer.say(message);
    this.#submitted = false;
  }

  #message(): string {
    const words = this.#facts.words();
    const { hasMore, total } = this.#search.state;
    const shown = this.#results.rows.length;
    const { doubtful, unread } = this.#results;
    if (doubtful) return words.doubtful;
    const missing = unread.length > 0 ? ` ${words.unreadAnswer(formatLanguages(unread, words.locale))}` : '';
    const [first] = this.#results.rows;
    if (first) {
      const count = words.resultsFor(shown, hasMore ? total : shown);
      const said = first.hit
        ? words.answerSaid(titleOf(first.memory, words), words.label[first.hit.label], count)
        : count;
      return `${said}${missing}`;
    }
    if (isUnfinished(this.#facts.meaning())) return words.nothingYet;
    return `${words.nothingRelevant}${missing}`;
  }
}
