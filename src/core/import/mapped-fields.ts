export const MAPPED_FIELDS = [
  'id',
  'title',
  'text',
  'tags',
  'type',
  'source',
  'url',
  'thread',
  'lang',
  'createdAt',
  'updatedAt',
  /** The value is kept under the column's name. */
  'metadata',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/**
 * Maps columns or keys to fields. The case of columns doesn't matter. Several columns for `text` become paragraphs. In
 * JSON, `author.name` is a key inside an object, and `tags[].name` that key of each object in a list. The rest of the
 * object stays in `metadata`.
 */
export type ImportMapping = { readonly [column: string]: MappedField };

/**
 * One mapping for all tables, or several. Each table then gets the first one that has at least 4/5 of its columns, one
 * of them for `text`. Tables of a Notion export use only a mapping for all tables.
 */
export type ImportMappings = ImportMapping | readonly ImportMapping[];
