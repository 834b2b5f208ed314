import type { SearchState } from '../../session/answer/search-state.ts';
import { State } from '../../shared/state.ts';

export type EmptyKind =
  | 'opening'
  | 'failed'
  | 'open-failed'
  | 'no-notes'
  | 'no-match'
  /** Like `no-match`, but not all notes were compared by meaning. */
  | 'no-word'
  /** Like `no-match`, but notes were compared only by meaning. */
  | 'no-meaning'
  | 'filtered'
  | 'unread'
  | 'storage';

export interface EmptyFacts {
  session: 'closed' | 'opening' | 'open' | 'failed';
  search: SearchState;
  browsing: boolean;
  filtered: boolean;
  rows: boolean;
  unread: boolean;
  refreshing: boolean;
  /** Whether the store reports that notes may be missing. An empty list then doesn't mean that there are no notes. */
  trouble: boolean;
  /** Whether "Delete all" can still be undone. So the page has filled the store before. */
  clearing: boolean;
}

/** Delay before "nothing here yet", because a page may fill the store right after opening it. */
const PATIENCE_MS = 700;

export class EmptyKindKeeper extends State<{ patient: boolean }> {
  #last: EmptyKind | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({ patient: true });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  read(facts: EmptyFacts): EmptyKind | null {
    const { session, search } = facts;
    const waiting = session === 'open' && !search.late && search.phase !== 'done' && search.phase !== 'failed';
    if (facts.rows) this.#last = null;
    // Otherwise the message would flicker with each keystroke, and when the last note has been embedded.
    else if (!waiting && !(facts.refreshing && this.#last === 'unread')) this.#last = kindOf(facts);
    if (this.#last !== 'no-notes' || !this.state.patient) return this.#last;
    this.#timer ??= setTimeout(() => this.set({ patient: false }), PATIENCE_MS);
    return facts.clearing ? 'no-notes' : 'opening';
  }
}

function kindOf({ session, search, browsing, filtered, unread, trouble }: EmptyFacts): EmptyKind {
  if (session === 'failed') return 'open-failed';
  if (session !== 'open') return 'opening';
  if (search.phase === 'failed') return 'failed';
  if (search.late) return unread && !browsing ? 'unread' : 'opening';
  if (filtered) return 'filtered';
  if (!browsing && unread) return 'unread';
  if (browsing) return trouble ? 'storage' : 'no-notes';
  const { embeddedShare = 0, modesUsed = [] } = search.response ?? {};
  const byMeaningOnly = modesUsed.length > 0 && !modesUsed.includes('keyword');
  if (embeddedShare < 1) return byMeaningOnly ? 'unread' : 'no-word';
  return byMeaningOnly ? 'no-meaning' : 'no-match';
}
