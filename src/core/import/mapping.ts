import { setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';
import { type ImportMapping, type ImportMappings, MAPPED_FIELDS, type MappedField } from './mapped-fields.ts';
import { liftNested, parentOf } from './nested-keys.ts';
import { ALIASES, joinMetadata, splitTags, timeOf } from './record.ts';

export interface Preset {
  program: string;
  columns: readonly string[];
  mapping: ImportMapping;
}

const PRESETS: readonly Preset[] = [
  {
    program: 'Readwise',
    columns: ['highlight', 'book title', 'highlighted at'],
    mapping: { highlight: 'text', note: 'text', 'book title': 'title', 'highlighted at': 'createdAt' },
  },
  {
    program: 'Raindrop.io',
    columns: ['url', 'folder', 'excerpt', 'created', 'cover'],
    mapping: { note: 'text', excerpt: 'text', created: 'createdAt' },
  },
  {
    program: 'Pocket',
    columns: ['title', 'url', 'time_added', 'tags', 'status'],
    mapping: { time_added: 'createdAt' },
  },
  {
    program: 'Instapaper',
    columns: ['url', 'title', 'selection', 'timestamp'],
    mapping: { selection: 'text', timestamp: 'createdAt' },
  },
];

/** Share of a table's columns that a mapping must cover. It's below 1, because programs add columns. */
const SAME_SHAPE = 0.8;

export function presetOf(columns: readonly string[]): Preset | null {
  const names = new Set(columns.map((column) => column.toLowerCase()));
  return PRESETS.find((preset) => preset.columns.every((column) => names.has(column))) ?? null;
}

/** Returns the mapping that the caller gave for every table, whatever its columns. */
export const mappingForAll = (given: ImportMappings | undefined): ImportMapping | null =>
  given && !isList(given) ? given : null;

export function mappingFor(columns: readonly string[], given: ImportMappings | undefined): ImportMapping | null {
  if (!given) return null;
  return isList(given) ? (given.find((mapping) => isForColumns(mapping, columns)) ?? null) : given;
}

const isList = (given: ImportMappings): given is readonly ImportMapping[] => Array.isArray(given);

function isForColumns(mapping: ImportMapping, columns: readonly string[]): boolean {
  const fieldOf = fieldsByColumn(mapping);
  // A mapping of an object also covers its keys.
  const fieldFor = (column: string | null): MappedField | undefined =>
    column === null ? undefined : (fieldOf.get(column.toLowerCase()) ?? fieldFor(parentOf(column)));
  const fields = columns.map(fieldFor);
  const known = fields.filter((field) => field !== undefined).length;
  return fields.includes('text') && known >= SAME_SHAPE * columns.length;
}

export function mappingByName(columns: readonly string[]): ImportMapping {
  const taken = new Set<MappedField>();
  const mapping = new Map<string, MappedField>();
  const assign = (column: string | undefined, field: MappedField): void => {
    if (column === undefined || taken.has(field) || mapping.has(column)) return;
    taken.add(field);
    mapping.set(column, field);
  };
  const byName = new Map([...columns].reverse().map((column) => [column.toLowerCase(), column]));
  for (const field of MAPPED_FIELDS) if (field !== 'metadata') assign(byName.get(field.toLowerCase()), field);
  for (const [field, aliases] of ALIASES) {
    if (!(MAPPED_FIELDS as readonly string[]).includes(field)) continue;
    for (const alias of aliases) assign(byName.get(alias), field as MappedField);
  }
  const whole: { [column: string]: MappedField } = {};
  for (const column of columns) setOwn(whole, column, mapping.get(column) ?? 'metadata');
  return whole;
}

/** Values that don't fit their field, such as a date that isn't one, keep their column's name. */
export function mapRecord(given: JsonObject, mapping: ImportMapping): JsonObject {
  const fieldOf = fieldsByColumn(mapping);
  const { record, opened } = liftNested(
    given,
    Object.keys(mapping).filter((column) => mapping[column] !== 'metadata'),
  );
  const mapped: JsonObject = {};
  const kept: JsonObject = {};
  const texts: string[] = [];
  for (const key of Object.keys(record)) {
    const value = record[key]!;
    const field = fieldOf.get(key.toLowerCase()) ?? (key === 'text' ? 'text' : undefined);
    const fitting = field === undefined ? null : fittingValue(field, value);
    if (field === 'metadata' || (field === undefined && opened.has(key))) setOwn(kept, key, value);
    else if (field === 'text' && typeof fitting === 'string') texts.push(fitting.trim());
    else if (field === undefined || fitting === null || Object.hasOwn(mapped, field)) setOwn(mapped, key, value);
    else mapped[field] = fitting;
  }
  const text = texts.filter((part) => part !== '').join('\n\n');
  if (text !== '') mapped.text = text;
  if (Object.keys(kept).length > 0) mapped.metadata = joinMetadata(mapped.metadata, kept);
  return mapped;
}

const named = (tag: JsonValue): JsonValue => (typeof tag === 'number' ? String(tag) : tag);

const fieldsByColumn = (mapping: ImportMapping): Map<string, MappedField> =>
  new Map(Object.entries(mapping).map(([column, field]) => [column.toLowerCase(), field]));

function fittingValue(field: MappedField, value: JsonValue): JsonValue | null {
  if (field === 'createdAt' || field === 'updatedAt')
    return timeOf(typeof value === 'string' ? value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T') : value);
  if (field === 'tags')
    return typeof value === 'string' ? splitTags(value) : Array.isArray(value) ? value.map(named) : null;
  if (typeof value === 'number') return String(value);
  // A list comes from JSON, from a CSV column such as `labels`, or from a key such as `tags[].name`.
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' || typeof part === 'number'))
    return value.join(field === 'text' ? '\n\n' : ', ');
  return typeof value === 'string' ? value : null;
}
