/** Assigns ids to the notes of an import's Evernote exports, which contain none: a note is known by its time and title. */
export class NoteIds {
  readonly #firstFiles = new Map<string, string>();
  readonly #copies = new Map<string, number>();
  readonly #ofContents = new Map<string, { id: string; path: string }>();

  /**
   * A note that has no copies keeps its id if its file is renamed. A changed copy in another file gets an id of its own,
   * or it would replace the first. An unchanged one is the same note.
   * @param content a hash
   */
  idOf(note: string, content: string, path: string): string {
    const same = this.#ofContents.get(content);
    if (same && same.path !== path) return same.id;
    const first = this.#firstFiles.get(note) ?? path;
    this.#firstFiles.set(note, first);
    const name = first === path ? note : `${note}\n${path}`;
    const copy = this.#copies.get(name) ?? 0;
    this.#copies.set(name, copy + 1);
    const id = copy === 0 ? name : `${name}\n${copy}`;
    this.#ofContents.set(content, { id, path });
    return id;
  }
}
