/** What the notes of a Joplin export say in items of their own: notebooks, tags and attachments by id. */

/** What notes need to know of the other items. */
export interface JoplinIndex {
  folders: Map<string, { title: string; parent: string }>;
  tags: Map<string, string>;
  tagsOfNote: Map<string, string[]>;
  /** Paths within the archive. */
  resources: Map<string, string>;
  notes: Map<string, string>;
}

export const createJoplinIndex = (): JoplinIndex => ({
  folders: new Map(),
  tags: new Map(),
  tagsOfNote: new Map(),
  resources: new Map(),
  notes: new Map(),
});
