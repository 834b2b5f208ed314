/**
 * Keeps unsaved text in localStorage, or in memory if localStorage is missing or full. The text is removed when the
 * note is saved or deleted, or when the changes are discarded or undone.
 */
import { State } from '../../shared/state.ts';
import { keepStored, readStoredJson, storedName } from '../../shared/stored.ts';
import { changedFields, NO_FIELDS, type NoteFields } from './note-fields.ts';

const REST_MS = 200;
export const draftsEntry = (store: string): string => storedName('drafts', store);
export const NEW_NOTE = '';

export interface Draft {
  fields: NoteFields;
  /** The note as it was when the user started to change it. After a conflict, the stored note. */
  base: NoteFields;
  /** Time of the last change, in milliseconds since 1970. */
  at: number;
}

export class Drafts extends State<{ drafts: ReadonlyMap<string, Draft> }> {
  #key = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Storing only these leaves drafts of other tabs as they are. */
  readonly #unwritten = new Set<string>();

  constructor() {
    super({ drafts: new Map() });
  }

  connect(): void {
    window.addEventListener('pagehide', this.#write);
    document.addEventListener('visibilitychange', this.#write);
  }

  disconnect(): void {
    window.removeEventListener('pagehide', this.#write);
    document.removeEventListener('visibilitychange', this.#write);
    this.#write();
  }

  open(store: string): void {
    this.#write();
    this.#key = draftsEntry(store);
    this.set({ drafts: read(this.#key) });
  }

  get(id: string): Draft | undefined {
    return this.state.drafts.get(id);
  }

  keep(id: string, draft: Draft): void {
    this.#put(id, draft);
  }

  drop(id: string): void {
    if (this.state.drafts.has(id)) this.#put(id, null);
  }

  #put(id: string, draft: Draft | null): void {
    const drafts = new Map(this.state.drafts);
    if (draft) drafts.set(id, draft);
    else drafts.delete(id);
    this.set({ drafts });
    this.#unwritten.add(id);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#write, REST_MS);
  }

  readonly #write = (): void => {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const drafts = new Map(read(this.#key));
    for (const id of this.#unwritten) {
      const draft = this.get(id);
      if (draft) drafts.set(id, draft);
      else drafts.delete(id);
    }
    this.#unwritten.clear();
    keepStored(this.#key, drafts.size === 0 ? null : JSON.stringify([...drafts]));
  };
}

function read(key: string): ReadonlyMap<string, Draft> {
  const entries = readStoredJson(key);
  return new Map(Array.isArray(entries) ? entries.filter(isEntry).map(whole).filter(saysSomething) : []);
}

function isEntry(entry: unknown): entry is [string, Draft] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const draft = entry[1] as Partial<Draft> | null;
  return isFields(draft?.fields) && isFields(draft?.base) && typeof draft?.at === 'number';
}

/** Drafts stored by an older version lack some fields. */
function whole([id, { fields, base, at }]: [string, Draft]): [string, Draft] {
  return [id, { fields: { ...NO_FIELDS, ...fields }, base: { ...NO_FIELDS, ...base }, at }];
}

/** A draft that equals its base would only hide the stored note. */
function saysSomething([, { fields, base }]: [string, Draft]): boolean {
  return changedFields(base, fields).length > 0;
}

function isFields(fields: unknown): fields is NoteFields {
  if (typeof fields !== 'object' || fields === null) return false;
  return ['title', 'text', 'tags', 'type', 'url'].every((name) => typeof (fields as never)[name] === 'string');
}
