/**
 * Enter each call before you make it, and settle it with its outcome. A call that a kill interrupted must have taken
 * effect completely or not at all.
 */

const TRASHED = 'in the trash: ';
export const inTrash = (text: string): string => TRASHED + text;
const isInTrash = (text: string): boolean => text.startsWith(TRASHED);

/** By id. A text from `inTrash` means that the memory is in the trash. Null means that it's removed. */
export type Effect = ReadonlyMap<string, string | null>;

interface Open {
  what: string;
  effect: Effect;
}

export interface Differences {
  lost: string[];
  /** Memories whose text isn't the acknowledged text. */
  stale: string[];
  /** Removed memories that are back, and memories that nobody wrote. */
  resurrected: string[];
  /** Interrupted calls that took effect only in part. */
  half: string[];
  doubled: string[];
}

export class Ledger {
  readonly #state = new Map<string, string>();
  readonly #open = new Set<Open>();
  readonly #former: string[] = [];
  acknowledged = 0;

  /** Whether no call under way affects this id. With two at once, nobody would know which came last. */
  free(id: string): boolean {
    for (const { effect } of this.#open) if (effect.has(id)) return false;
    return true;
  }

  isUnderWay(what: string): boolean {
    return [...this.#open].some((open) => open.what === what);
  }

  get quiet(): boolean {
    return this.#open.size === 0;
  }

  get ids(): string[] {
    return [...this.texts.keys()];
  }

  get texts(): ReadonlyMap<string, string> {
    return new Map([...this.#state].filter(([, text]) => !isInTrash(text)));
  }

  get trashed(): ReadonlyMap<string, string> {
    const there = [...this.#state].filter(([, text]) => isInTrash(text));
    return new Map(there.map(([id, text]) => [id, text.slice(TRASHED.length)]));
  }

  get former(): readonly string[] {
    return this.#former;
  }

  begin(what: string, effect: Effect): Open {
    const open = { what, effect };
    this.#open.add(open);
    return open;
  }

  acknowledge(open: Open): void {
    this.#open.delete(open);
    this.acknowledged++;
    for (const [id, text] of open.effect) this.#set(id, text);
  }

  /** A refused call must have changed nothing. */
  refuse(open: Open): void {
    this.#open.delete(open);
  }

  /** Compares the store with the ledger, which then adopts the store's content. */
  compare(live: { [id: string]: string }, trash: { [id: string]: string } = {}): Differences {
    const found: Differences = { lost: [], stale: [], resurrected: [], half: [], doubled: [] };
    found.doubled = Object.keys(trash).filter((id) => live[id] !== undefined);
    const aside = Object.entries(trash).map(([id, text]) => [id, inTrash(text)] as const);
    const all: { [id: string]: string } = { ...Object.fromEntries(aside), ...live };
    for (const open of this.#open) {
      const parts = [...open.effect].map(([id, text]) => {
        const there = all[id] ?? null;
        return { happened: there === text, not: there === (this.#state.get(id) ?? null) };
      });
      // A call that changes nothing matches the state before it and the state after it.
      if (parts.every(({ happened }) => happened)) for (const [id, text] of open.effect) this.#set(id, text);
      else if (!parts.every(({ not }) => not) && parts.every(({ happened, not }) => happened || not)) {
        found.half.push(`${open.what}: ${parts.filter(({ happened }) => happened).length} of ${parts.length}`);
        for (const id of open.effect.keys()) this.#set(id, all[id] ?? null);
      }
    }
    this.#open.clear();
    for (const [id, text] of this.#state) {
      if (all[id] === undefined) found.lost.push(id);
      else if (all[id] !== text) found.stale.push(`${id}: ${all[id].slice(0, 40)} instead of ${text.slice(0, 40)}`);
    }
    for (const id of Object.keys(all)) if (!this.#state.has(id)) found.resurrected.push(id);
    for (const id of found.lost) this.#state.delete(id);
    for (const [id, text] of Object.entries(all)) this.#state.set(id, text);
    return found;
  }

  #set(id: string, text: string | null): void {
    const before = this.#state.get(id);
    if (before !== undefined && before !== text && !isInTrash(before) && this.#former.push(before) > 40)
      this.#former.shift();
    const restored = text === null ? -1 : this.#former.indexOf(text);
    if (restored >= 0) this.#former.splice(restored, 1);
    if (text === null) this.#state.delete(id);
    else this.#state.set(id, text);
  }
}
