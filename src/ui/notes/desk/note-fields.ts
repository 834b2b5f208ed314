/** A save sends only the fields that the user changed, so that other changes made elsewhere stay. */
import type { Memory, MemoryInput } from '../../../core/record/memory.ts';

export const FIELD_NAMES = ['title', 'text', 'tags', 'type', 'url', 'evergreen'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];
export type NoteFields = { readonly [name in FieldName]: string };

export const NO_FIELDS: NoteFields = { title: '', text: '', tags: '', type: 'note', url: '', evergreen: '' };

export const EVERGREEN = 'yes';

/** Fields that were changed both here and elsewhere, so that the user has to choose. */
export interface SaveConflict {
  stored: NoteFields;
  fields: readonly FieldName[];
}

export function fieldsOf(memory: Memory): NoteFields {
  const { title = '', text, tags, type, url = '', evergreen } = memory;
  return { title, text, tags: tags.join(', '), type, url, evergreen: evergreen ? EVERGREEN : '' };
}

export function tagsOf(text: string): string[] {
  const tags = text.split(/[,،、，]/).map((tag) => tag.trim().replace(/^#/, ''));
  return [...new Set(tags.filter(Boolean))];
}

function same(name: FieldName, one: string, two: string): boolean {
  if (name === 'text') return one === two;
  if (name === 'tags') return tagsOf(one).join('\n') === tagsOf(two).join('\n');
  return one.trim() === two.trim();
}

export function changedFields(base: NoteFields, fields: NoteFields): FieldName[] {
  return FIELD_NAMES.filter((name) => !same(name, base[name], fields[name]));
}

export function conflictingFields(base: NoteFields, mine: NoteFields, stored: NoteFields): FieldName[] {
  return changedFields(base, mine).filter(
    (name) => !same(name, base[name], stored[name]) && !same(name, mine[name], stored[name]),
  );
}

/** An emptied field is sent as an empty value, because otherwise the old one would stay. */
export function inputOf(fields: NoteFields, names: readonly FieldName[]): Partial<MemoryInput> {
  const { text, tags, title, url, type, evergreen } = fields;
  const all = {
    title: title.trim(),
    text,
    tags: tagsOf(tags),
    type: type.trim() || 'note',
    url: url.trim(),
    evergreen: evergreen === EVERGREEN,
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}
