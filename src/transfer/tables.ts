import type { ImportMappings } from '../core/import/mapped-fields.ts';
import { mappingByName, mappingFor, presetOf } from '../core/import/mapping.ts';
import type { ImportTable } from '../core/import/report.ts';
import { setOwn } from '../core/record/json.ts';
import type { JsonObject, JsonValue } from '../core/record/memory.ts';

const MAX_TABLES = 20;
const MAX_ROWS = 3;
const MAX_COLUMNS = 200;
const MAX_RECORDS = 1_000;
/** Limits for the rows shown in a preview: characters of a value, parts of a list, and values of a record. */
const MAX_VALUE_LENGTH = 300;
const MAX_PARTS = 10;
const MAX_RECORD_VALUES = 1_000;
/** Fraction of the columns of each table that must also be in the other. */
const SAME_SHAPE = 0.8;

interface Found {
  file: string;
  files: number;
  columns: Set<string>;
  rows: JsonObject[];
}

export class Tables {
  readonly #given: ImportMappings | undefined;
  readonly #tables: Found[] = [];

  constructor(given: ImportMappings | undefined) {
    this.#given = given;
  }

  sampler(file: string): (record: JsonObject, columns: readonly string[]) => void {
    let table: Found | undefined;
    let records = 0;
    return (record, columns) => {
      if (++records > MAX_RECORDS) return;
      if (records === 1) table = this.#tableOf(file, columns);
      if (!table) return;
      for (const column of columns) if (table.columns.size < MAX_COLUMNS) table.columns.add(column);
      if (table.rows.length < MAX_ROWS) table.rows.push(shortened(record));
    };
  }

  found(): ImportTable[] {
    return this.#tables.map(({ file, files, columns: set, rows }) => {
      const columns = [...set];
      const preset = presetOf(columns);
      const given = mappingFor(columns, this.#given);
      const mapping = { ...mappingByName(columns), ...inCaseOf(columns, given ?? preset?.mapping ?? {}) };
      return { file, files, columns, rows, mapping, ...(!given && preset && { program: preset.program }) };
    });
  }

  #tableOf(file: string, columns: readonly string[]): Found | undefined {
    const known = this.#tables.find((table) => {
      const shared = columns.filter((column) => table.columns.has(column)).length;
      return shared >= SAME_SHAPE * columns.length && shared >= SAME_SHAPE * table.columns.size;
    });
    if (known) {
      known.files++;
      return known;
    }
    if (this.#tables.length === MAX_TABLES) return undefined;
    const table = { file, files: 1, columns: new Set<string>(), rows: [] };
    this.#tables.push(table);
    return table;
  }
}

function inCaseOf(columns: readonly string[], mapping: ImportTable['mapping']): ImportTable['mapping'] {
  const fields = new Map(Object.entries(mapping).map(([column, field]) => [column.toLowerCase(), field]));
  return Object.fromEntries(
    columns.flatMap((column) => {
      const field = fields.get(column.toLowerCase());
      return field ? [[column, field]] : [];
    }),
  );
}

function shortened(record: JsonObject): JsonObject {
  let values = 0;
  const shorten = (value: JsonValue): JsonValue => {
    values++;
    if (typeof value === 'string') return value.slice(0, MAX_VALUE_LENGTH);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.slice(0, values < MAX_RECORD_VALUES ? MAX_PARTS : 0).map(shorten);
    const short: JsonObject = {};
    for (const key of Object.keys(value)) if (values < MAX_RECORD_VALUES) setOwn(short, key, shorten(value[key]!));
    return short;
  };
  return shorten(record) as JsonObject;
}
