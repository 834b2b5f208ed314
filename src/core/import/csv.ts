/** Reads CSV with a header as it streams in. Without a text column, all cells of a row become the text. */
import Papa from 'papaparse';
import { setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';
import { MAX_METADATA_DEPTH } from '../record/memory-limits.ts';
import { MEMORY_FIELDS } from '../record/validate-memory.ts';
import type { ImportMapping } from './mapped-fields.ts';
import { mappingFor, mapRecord, presetOf } from './mapping.ts';
import { parseJson } from './parse-json.ts';
import { recordToInput, splitTags } from './record.ts';
import type { ImportOrigin, ImportReader, ImportRow } from './report.ts';

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

type MappingOf = (columns: readonly string[]) => ImportMapping | null;

/** @param mappingOf given if the program is known */
export function createCsvReader(origin: ImportOrigin, mappingOf?: MappingOf): ImportReader {
  let columns: string[] | undefined;
  let mapping: ImportMapping | null = null;
  let bySpaces = false;
  return createRowReader(function* (cells, line) {
    if (!columns) {
      columns = columnNames(cells);
      const preset = presetOf(columns);
      mapping = mappingOf ? mappingOf(columns) : (mappingFor(columns, origin.mapping) ?? preset?.mapping ?? null);
      // In tables of known programs, a tag may be several words.
      bySpaces = !mappingOf && !preset;
    } else if (cells.length > columns.length) {
      const values = { count: cells.length, of: columns.length };
      yield { line, code: 'invalid-csv', reason: 'too-many-values', values };
    } else {
      yield { line, input: rowToInput(columns, cells, mapping, bySpaces, origin) };
    }
  });
}

/** Each search for a free number continues where the last one for that name stopped, or time would be quadratic. */
function columnNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  const numbers = new Map<string, number>();
  for (const [index, cell] of cells.entries()) {
    const trimmed = cell.trim();
    const name = FIELD_BY_LOWER_CASE.get(trimmed.toLowerCase()) ?? (trimmed || `column ${index + 1}`);
    let free = name;
    let number = numbers.get(name) ?? 2;
    for (; names.has(free); number++) free = `${name}_${number}`;
    numbers.set(name, number);
    names.add(free);
  }
  return [...names];
}

function rowToInput(
  columns: readonly string[],
  cells: readonly string[],
  mapping: ImportMapping | null,
  bySpaces: boolean,
  origin: ImportOrigin,
) {
  const record: JsonObject = {};
  const lines: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]!;
    if (cell.trim() === '') continue;
    setOwn(record, column, cellValue(column, cell, bySpaces));
    lines.push(`${column}: ${cell}`);
  }
  origin.sample?.(record, columns);
  const input = recordToInput(mapping ? mapRecord(record, mapping) : record, origin);
  return input.text === undefined ? { ...input, text: lines.join('\n') } : input;
}

function cellValue(column: string, cell: string, bySpaces: boolean): JsonValue {
  const trimmed = cell.trim();
  if (LISTS.has(column)) return splitTags(cell, bySpaces);
  if (NUMBERS.has(column)) return /^[+-]?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
  if (column === 'evergreen') return /^(?:true|yes|1)$/i.test(trimmed);
  if (column === 'pinned' && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (column === 'metadata' && trimmed.startsWith('{')) {
    const parsed = parseJson(trimmed, MAX_METADATA_DEPTH);
    return 'value' in parsed ? (parsed.value as JsonValue) : cell;
  }
  return cell;
}

/**
 * UTF-16 units. Less than for other records: tables have no images, and papaparse keeps an error for every misplaced
 * quote until the row ends.
 */
const MAX_ROW_LENGTH = 8 * 1_048_576;

/** All rows must end like the first line. */
export function createRowReader(readRow: (cells: string[], line: number) => Iterable<ImportRow>): ImportReader {
  let parser: Parser | undefined;
  let rest = '';
  let tried = 0;
  let line = 1;
  let dead = false;

  function* read(last: boolean): Generator<ImportRow> {
    if (!parser) return;
    const { rows, length } = parser.parse(rest, last);
    let from = 0;
    for (const { cells, end, problem } of rows) {
      if (problem) yield { line, code: 'invalid-csv', reason: problem };
      if (problem !== 'unclosed-quote' && (cells.length > 1 || cells[0]!.trim() !== '')) yield* readRow(cells, line);
      line += parser.countLines(rest.slice(from, end));
      from = end;
    }
    rest = rest.slice(length);
    tried = rest.length;
    if (rest.length > MAX_ROW_LENGTH) yield giveUp();
  }

  function giveUp(): ImportRow {
    dead = true;
    rest = '';
    return { line, code: 'too-large', reason: 'long-row' };
  }

  return {
    *push(text) {
      if (dead) return;
      // Start at the last character, because a carriage return there may be half of a line break.
      const unread = Math.max(0, rest.length - 1);
      rest += text;
      parser ??= createParser(rest, unread, false);
      if (!parser) {
        if (rest.length > MAX_ROW_LENGTH) yield giveUp();
        return;
      }
      // An incomplete row is parsed again only once it has doubled in length, so that a long one takes linear time.
      if ((rest.length >= 2 * tried && parser.mayEnd(text)) || rest.length > MAX_ROW_LENGTH) yield* read(false);
    },
    *end() {
      if (dead) return;
      parser ??= createParser(rest, 0, true);
      if (rest !== '') yield* read(true);
    },
  };
}

interface ParsedRow {
  cells: string[];
  end: number;
  problem: 'unclosed-quote' | 'misplaced-quote' | null;
}

interface Parser {
  /** `length` is the length of the text that was parsed. */
  parse(text: string, last: boolean): { rows: ParsedRow[]; length: number };
  countLines(text: string): number;
  mayEnd(text: string): boolean;
}

/** Returns undefined until the first line is complete. */
function createParser(head: string, unread: number, last: boolean): Parser | undefined {
  const lineBreak = /\r\n?|\n/g;
  lineBreak.lastIndex = unread;
  const first = lineBreak.exec(head);
  // A carriage return at the end of a piece may be half of a line break.
  if (!last && (!first || first.index + 1 === head.length)) return undefined;
  const firstLine = head.slice(0, first?.index);
  const delimiter = Papa.parse(firstLine, { delimitersToGuess: [...DELIMITERS], preview: 1 }).meta.delimiter;
  const newline = first?.[0] === '\r' ? '\r' : '\n';
  return {
    parse(text, atEnd) {
      const rows: ParsedRow[] = [];
      const parser = new Papa.Parser({
        delimiter,
        newline,
        step({ data: [cells], errors, meta }) {
          if (!cells) return;
          // The parser ended the row at the line feed and left the carriage return before it in the last value.
          const final = cells.length - 1;
          if (newline === '\n' && cells[final]!.endsWith('\r')) cells[final] = cells[final]!.slice(0, -1);
          const unclosed = errors.some(({ code }) => code === 'MissingQuotes');
          rows.push({
            cells,
            end: meta.cursor,
            problem: unclosed ? 'unclosed-quote' : errors.length > 0 ? 'misplaced-quote' : null,
          });
        },
      });
      parser.parse(atEnd ? text.replace(/\r$/, '') : text, 0, !atEnd);
      return { rows, length: atEnd ? text.length : (rows.at(-1)?.end ?? 0) };
    },
    countLines: (text) => text.split(newline).length - 1,
    mayEnd: (text) => text.includes(newline),
  };
}
