import type { SearchState } from '../../session/search-state.ts';
import { State } from '../../shared/state.ts';

export type EmptyKind =
  | 'opening'
  | 'failed'
  | 'open-failed'
  | 'no-notes'
  | 'no-match'
  | 'filtered'
  | 'unread'
  | 'storage';

export interface EmptyFacts {
  session: 'closed' | 'opening' | 'open' | 'failed';
  search: SearchState;
  browsing: boolean;
  filtered: boolean;
  rows: boolean;
  /** Whether search by meaning may still find something. */
  unread: boolean;
  /** Whether a problem with the store is already reported. An empty list then says nothing about the notes. */
  trouble: boolean;
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
    // While an answer is awaited, the last state stays. Otherwise it would flicker with each keystroke.
    else if (!waiting) this.#last = kindOf(facts);
    if (this.#last !== 'no-notes' || !this.state.patient) return this.#last;
    this.#timer ??= setTimeout(() => this.set({ patient: false }), PATIENCE_MS);
    return 'opening';
  }
}

function kindOf({ session, search, browsing, filtered, unread, trouble }: EmptyFacts): EmptyKind {
  if (session === 'failed') return 'open-failed';
  if (session !== 'open') return 'opening';
  if (search.phase === 'failed') return 'failed';
  if (search.late) return unread && !browsing ? 'unread' : 'opening';
  if (filtered) return 'filtered';
  if (!browsing) return unread ? 'unread' : 'no-match';
  return trouble ? 'storage' : 'no-notes';
}
