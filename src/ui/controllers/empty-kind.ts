/** What there is to say where no rows are. */
import { hasFilters } from '../filter-bar/filter-values.ts';
import type { ElementParts } from './element-parts.ts';

export type EmptyKind = 'opening' | 'failed' | 'open-failed' | 'no-notes' | 'no-match' | 'filtered';

export class EmptyKindKeeper {
  #last: EmptyKind | null = null;

  /** Null: nothing to say (yet). */
  read(parts: ElementParts): EmptyKind | null {
    const { interaction, search, session } = parts;
    const waiting = session.state === 'open' && !search.late && search.phase !== 'done' && search.phase !== 'failed';
    if (interaction.optionIds().length > 0) this.#last = null;
    // Between two keys the last state stays, or it would flicker.
    else if (!waiting) this.#last = kindOf(parts);
    return this.#last;
  }
}

function kindOf({ session, search }: ElementParts): EmptyKind {
  if (session.state === 'failed') return 'open-failed';
  if (session.state !== 'open') return 'opening';
  if (search.phase === 'failed') return 'failed';
  if (search.late) return 'opening';
  if (!search.browsing) return 'no-match';
  return hasFilters(search.filters) ? 'filtered' : 'no-notes';
}
