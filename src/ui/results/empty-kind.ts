/** What there is to say where no rows are. */
import type { SearchState } from './search-controller.ts';

export type EmptyKind = 'opening' | 'failed' | 'open-failed' | 'no-notes' | 'no-match' | 'filtered' | 'unread';

export interface EmptyFacts {
  session: 'closed' | 'opening' | 'open' | 'failed';
  search: SearchState;
  browsing: boolean;
  filtered: boolean;
  /** Rows are shown. */
  rows: boolean;
  /** Meaning may still find something: notes are being read, or the model is on its way. */
  unread: boolean;
}

export class EmptyKindKeeper {
  #last: EmptyKind | null = null;

  /** Null: nothing to say (yet). */
  read(facts: EmptyFacts): EmptyKind | null {
    const { session, search } = facts;
    const waiting = session === 'open' && !search.late && search.phase !== 'done' && search.phase !== 'failed';
    if (facts.rows) this.#last = null;
    // Between two keys the last state stays, or it would flicker.
    else if (!waiting) this.#last = kindOf(facts);
    return this.#last;
  }
}

function kindOf({ session, search, browsing, filtered, unread }: EmptyFacts): EmptyKind {
  if (session === 'failed') return 'open-failed';
  if (session !== 'open') return 'opening';
  if (search.phase === 'failed') return 'failed';
  if (search.late) return 'opening';
  if (filtered) return 'filtered';
  if (!browsing) return unread ? 'unread' : 'no-match';
  return 'no-notes';
}
