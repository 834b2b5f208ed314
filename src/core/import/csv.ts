/**
 * CSV with a header (RFC 4180, leniently), read as it streams in. A parser of our own and not a package's, because the
 * problems need the line on which a row begins, also behind values that span lines. Columns are matched to fields by
 * name; the others go under `metadata`. A table without a text column gets a text from all its cells.
 */
import { setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';
import { MEMORY_FIELDS } from '../record/validate-memory.ts';
import { recordToInput, splitTags } from './record.ts';
import { type ImportOrigin, type ImportReader, type ImportRow, MAX_RECORD_LENGTH } from './report.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const FIELD_BY_LOWER_CASE = new Map([...MEMORY_FIELDS].map((field) => [field.toLowerCase(), field]));
const LISTS = new Set(['tags', 'links', 'aliases', 'labels', 'keywords']);
const NUMBERS = new Set([
  'importance',
  'confidence',
  'accessCount',
  'createdAt',
  'updatedAt',
  'lastAccessedAt',
  'expiresAt',
]);

export function createCsvReader(origin: ImportOrigin): ImportReader {
  let columns: string[] | undefined;
  return createRowReader(function* (cells, line) {
    if (!columns) {
      columns = columnNames(cells);
    } else if (cells.length > columns.length) {
      const message = `The row has ${cells.length} values, the header only ${columns.length}`;
      yield { line, code: 'invalid-csv', message };
    } else {
      yield { line, input: rowToInput(columns, cells, origin) };
    }
  });
}

function columnNames(cells: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = FIELD_BY_LOWER_CASE.get(cell.trim().toLowerCase()) ?? (cell.trim() || `column ${index + 1}`);
    let free = name;
    for (let number = 2; names.includes(free); number++) free = `${name}_${number}`;
    names.push(free);
  }
  return names;
}

function rowToInput(columns: readonly string[], cells: readonly string[], origin: ImportOrigin) {
  const record: JsonObject = {};
  const lines: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]!;
    if (cell.trim() === '') continue;
    setOwn(record, column, cellValue(column, cell));
    lines.push(`${column}: ${cell}`);
  }
  const input = recordToInput(record, origin);
  return input.text === undefined ? { ...input, text: lines.join('\n') } : input;
}

function cellValue(column: string, cell: string): JsonValue {
  const trimmed = cell.trim();
  if (LISTS.has(column)) return splitTags(cell);
  if (NUMBERS.has(column)) return /^[+-]?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
  if (column === 'evergreen') return /^(?:true|yes|1)$/i.test(trimmed);
  if (column === 'metadata' && trimmed.startsWith('{')) {
    try {
      return JSON.parse(trimmed) as JsonValue;
    } catch {
      return cell;
    }
  }
  return cell;
}

const QUOTED_STOP = /["\r\n]/g;
const BARE_STOP = /[\r\n,;\t|]/g;

/** Where the parser stands: before a value, in a bare one, in a quoted one, or behind a quote inside a quoted one. */
type State = 'start' | 'bare' | 'quoted' | 'quote';

/**
 * Cells of each row that is not blank, with the line on which the row begins. The delimiter is the candidate that the
 * first line has most of.
 */
export function createRowReader(readRow: (cells: string[], line: number) => Iterable<ImportRow>): ImportReader {
  let delimiter: string | undefined;
  /** Text before the first line is whole. */
  let head = '';
  let state: State = 'start';
  let cell = '';
  let cells: string[] = [];
  let size = 0;
  let line = 1;
  let rowLine = 1;
  let afterReturn = false;
  let dead = false;

  function* endRow(): Generator<ImportRow> {
    cells.push(cell);
    const row = cells;
    cells = [];
    cell = '';
    size = 0;
    state = 'start';
    if (row.length > 1 || row[0]!.trim() !== '') yield* readRow(row, rowLine);
  }

  function* read(text: string): Generator<ImportRow> {
    for (let index = 0; index < text.length; index++) {
      if (state === 'quoted' || state === 'bare') {
        // Most characters only lengthen the value.
        const stop = state === 'quoted' ? QUOTED_STOP : BARE_STOP;
        stop.lastIndex = index;
        const next = stop.exec(text)?.index ?? text.length;
        if (next > index) {
          cell += text.slice(index, next);
          size += next - index;
          afterReturn = false;
          index = next;
          if (index === text.length) break;
        }
      }
      const character = text[index]!;
      const isLineFeed = character === '\n';
      // A line feed behind a carriage return belongs to the break that was counted already.
      if (isLineFeed && afterReturn) {
        afterReturn = false;
        if (state === 'quoted') cell += character;
        else rowLine = line;
        continue;
      }
      afterReturn = character === '\r';
      const isBreak = isLineFeed || afterReturn;
      if (isBreak) line++;
      if (++size > MAX_RECORD_LENGTH) {
        dead = true;
        yield { line: rowLine, code: 'too-large', message: 'The row is too long; a quote may be missing' };
        return;
      }
      if (state === 'quoted') {
        if (character === '"') state = 'quote';
        else cell += character;
      } else if (character === delimiter) {
        cells.push(cell);
        cell = '';
        state = 'start';
      } else if (isBreak) {
        yield* endRow();
        rowLine = line;
      } else if (character === '"' && state !== 'bare') {
        // The first quote opens a value; one behind another stands for a quote.
        if (state === 'quote') cell += character;
        state = 'quoted';
      } else {
        cell += character;
        state = 'bare';
      }
    }
  }

  return {
    *push(text) {
      if (dead) return;
      if (delimiter === undefined) {
        head += text;
        if (!/[\r\n]/.test(head)) return;
        delimiter = mostFrequent(head);
        yield* read(head);
        head = '';
      } else {
        yield* read(text);
      }
    },
    *end() {
      if (dead) return;
      if (delimiter === undefined) {
        delimiter = mostFrequent(head);
        yield* read(head);
      }
      if (state === 'quoted') {
        yield { line: rowLine, code: 'invalid-csv', message: 'A quoted value is never closed' };
      } else if (cell !== '' || cells.length > 0) {
        yield* endRow();
      }
    },
  };
}

function mostFrequent(head: string): string {
  const firstLine = head.replace(/"[^"]*"?/g, '').split(/[\r\n]/, 1)[0]!;
  let best: string = DELIMITERS[0];
  for (const candidate of DELIMITERS) {
    if (firstLine.split(candidate).length > firstLine.split(best).length) best = candidate;
  }
  return best;
}
