/** Tracks the unique words of each memory's edits until another edit replaces them. */
export class EditLedger {
  readonly #standing = new Map<string, Set<string>>();

  write(id: string, words: readonly string[]): void {
    this.#standing.set(id, new Set([...(this.#standing.get(id) ?? []), ...words]));
  }

  replace(id: string, words: readonly string[]): void {
    for (const word of words) this.#standing.get(id)?.delete(word);
  }

  /** The removal may have happened, and the content is unknown. */
  forgive(id: string): void {
    this.#standing.delete(id);
  }

  missing(shown: { readonly [id: string]: string }): string[] {
    return [...this.#standing].flatMap(([id, words]) => {
      const there = new Set(wordsOf(shown[id] ?? ''));
      return [...words].filter((word) => !there.has(word)).map((word) => `the edit ${word} of ${id} is missing`);
    });
  }
}

export const wordsOf = (text: string): string[] => text.match(/\bw\d+(x\w)?\b/g) ?? [];
