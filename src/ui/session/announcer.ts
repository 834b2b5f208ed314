/**
 * Announces messages to screen readers. Urgent messages, such as failures, are announced immediately; others, such as
 * answers, once no other message has followed for a moment.
 */
import { html, type TemplateResult } from 'lit';
import { formatLanguages } from '../shared/format.ts';
import { isUnfinished, type Meaning } from '../shared/meaning.ts';
import { State } from '../shared/state.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import type { ResultsController } from './answer/results-controller.ts';
import type { SearchController } from './answer/search-controller.ts';
import { titleOf } from './title.ts';

const REST_MS = 700;

export class Announcer extends State<{ polite: string; assertive: string }> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({ polite: '', assertive: '' });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  say(message: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.set({ polite: repeatable(this.state.polite, message) }), REST_MS);
  }

  sayNow(message: string): void {
    clearTimeout(this.#timer);
    this.set({ assertive: repeatable(this.state.assertive, message) });
  }
}

/** A live region stays silent if its text doesn't change. So a repeated message gets a no-break space at its end. */
function repeatable(previous: string, next: string): string {
  return previous === next ? `${next}\u00a0` : next;
}

/** Two live regions for screen readers, which are always present. */
export function renderRegions(
  { locale }: SearchStrings,
  { polite, assertive }: { polite: string; assertive: string },
): TemplateResult {
  return html`<div class="visually-hidden" role="status" aria-live="polite" lang=${locale}>${polite}</div>
    <div class="visually-hidden" role="alert" lang=${locale}>${assertive}</div>`;
}

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
