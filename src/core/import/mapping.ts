/** Which columns of a table, or keys of a JSON record, fill which fields: given by the caller, or known for a program's export. */
import { setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';
import { splitTags, timeOf } from './record.ts';
import type { ImportMapping } from './report.ts';

interface Preset {
  /** Columns that only this program's tables have together, in lower case. */
  columns: readonly string[];
  mapping: ImportMapping;
}

const PRESETS: readonly Preset[] = [
  // Readwise
  {
    columns: ['highlight', 'book title', 'highlighted at'],
    mapping: { highlight: 'text', note: 'text', 'book title': 'title', 'highlighted at': 'createdAt' },
  },
  // Raindrop.io
  {
    columns: ['url', 'folder', 'excerpt', 'created', 'cover'],
    mapping: { note: 'text', excerpt: 'text', created: 'createdAt' },
  },
  // Instapaper
  { columns: ['url', 'title', 'selection', 'timestamp'], mapping: { selection: 'text', timestamp: 'createdAt' } },
];

/** The mapping of the program that writes tables with these columns; null for any other table. */
export function presetOf(columns: readonly string[]): ImportMapping | null {
  const names = new Set(columns.map((column) => column.toLowerCase()));
  return PRESETS.find((preset) => preset.columns.every((column) => names.has(column)))?.mapping ?? null;
}

/** Values that don't fit their field, such as a date that isn't one, keep their own name and end up in `metadata`. */
export function mapRecord(record: JsonObject, mapping: ImportMapping): JsonObject {
  const fieldOf = new Map(Object.entries(mapping).map(([column, field]) => [column.toLowerCase(), field]));
  const mapped: JsonObject = {};
  const texts: string[] = [];
  for (const key of Object.keys(record)) {
    const value = record[key]!;
    const field = fieldOf.get(key.toLowerCase()) ?? (key === 'text' ? 'text' : undefined);
    const fitting = field === undefined ? null : fittingValue(field, value);
    if (field === 'text' && typeof value === 'string') texts.push(value.trim());
    else if (field === undefined || fitting === null || Object.hasOwn(mapped, field)) setOwn(mapped, key, value);
    else mapped[field] = fitting;
  }
  const text = texts.filter((part) => part !== '').join('\n\n');
  if (text !== '') mapped.text = text;
  return mapped;
}

function fittingValue(field: ImportMapping[string], value: JsonValue): JsonValue | null {
  if (field === 'createdAt' || field === 'updatedAt')
    return timeOf(typeof value === 'string' ? value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T') : value);
  if (field === 'tags') return typeof value === 'string' ? splitTags(value) : Array.isArray(value) ? value : null;
  if (field === 'id' && typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}
