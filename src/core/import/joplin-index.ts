export interface JoplinIndex {
  folders: Map<string, { title: string; parent: string }>;
  tags: Map<string, string>;
  tagsOfNote: Map<string, string[]>;
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
