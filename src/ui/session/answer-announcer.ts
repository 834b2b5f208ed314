import { formatLanguages } from '../shared/format.ts';
import { isUnfinished, type Meaning } from '../shared/meaning.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import type { Announcer } from './announcer.ts';
import type { ResultsController } from './results-controller.ts';
import type { SearchController } from './search-controller.ts';
import { titleOf } from './title.ts';

export class AnswerAnnouncer {
  readonly #announcer: Announcer;
  readonly #search: SearchController;
  readonly #results: ResultsController;
  readonly #facts: { words: () => SearchStrings; meaning: () => Meaning };
  #said = '';
  #firstId: string | null = null;
  #submitted = false;
  #filters = '{}';

  constructor(
    announcer: Announcer,
    search: SearchController,
    results: ResultsController,
    facts: { words: () => SearchStrings; meaning: () => Meaning },
  ) {
    this.#announcer = announcer;
    this.#search = search;
    this.#results = results;
    this.#facts = facts;
  }

  /**
   * @param again whether the query was repeated automatically; then announces only a new first row or, without rows, a
   * new message
   */
  settled(again: boolean): void {
    if (this.#search.browsing) {
      this.#browsed(again);
      return;
    }
    const message = this.#message();
    const first = this.#results.rows[0]?.id ?? null;
    if (again && first === this.#firstId && (first !== null || message === this.#said)) return;
    this.#said = message;
    this.#firstId = first;
    this.#tell(message);
  }

  /** Call it on Enter. Someone who has finished typing then hears immediately if nothing matches. */
  submitted(): void {
    this.#submitted = true;
    if (this.#search.state.phase === 'done' && !this.#search.browsing) this.#tell(this.#message());
  }

  more(): void {
    const { hasMore, total, response } = this.#search.state;
    const words = this.#facts.words();
    const shown = this.#results.rows.length;
    this.#announcer.say(response ? words.resultsFor(shown, hasMore ? total : shown) : words.notes(shown));
  }

  #browsed(again: boolean): void {
    const { filters, total } = this.#search.state;
    const key = JSON.stringify(filters);
    const changed = key !== this.#filters;
    this.#filters = key;
    if (changed && !again) this.#announcer.say(this.#facts.words().allNotes(total));
  }

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
