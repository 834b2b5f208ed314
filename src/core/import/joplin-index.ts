/** What the separate items of a Joplin export say about its notes: notebooks, tags and attachments by id. */

/** What notes need to know about the other items. */
export interface JoplinIndex {
  folders: Map<string, { title: string; parent: string }>;
  tags: Map<string, string>;
  tagsOfNote: Map<string, string[]>;
  /** Paths in the archive. */
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
