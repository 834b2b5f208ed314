/**
 * Reads a list of records, an object with such a list under `memories`, a single record, or several of these in
 * sequence. Each record is parsed separately as it streams in, so an invalid value affects only its own record.
 */
import { readJsonRecord } from './jsonl.ts';
import { type ImportOrigin, type ImportReader, type ImportRow, MAX_RECORD_LENGTH } from './report.ts';

const STRING_STOP = /["\\\n]/g;
const LIST_KEY = /(?<!\\)"memories"$/;
const KEY_TAIL = 12;

/** `object`: a record until a list is found in it. `after-list`: around that list. `broken`: can't continue. */
type Mode = 'outside' | 'object' | 'list' | 'after-list' | 'broken';

export type ReadRecord = (text: string, line: number) => Iterable<ImportRow>;

export function createJsonReader(
  origin: ImportOrigin,
  readRecord: ReadRecord = (text, line) => readJsonRecord(text, line, origin),
): ImportReader {
  return new JsonReader(readRecord);
}

class JsonReader implements ImportReader {
  readonly #readRecord: ReadRecord;
  #mode: Mode = 'outside';
  /** Open containers, and how many are open between two records of the list. */
  #depth = 0;
  #base = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  /** `text` is the part from earlier pieces. Null between records. */
  #record: { line: number; text: string; tooLarge: boolean } | null = null;
  /** Whether the last string was the list's key, and whether the colon after it was read. */
  #listNamed = false;
  #listExpected = false;

  constructor(readRecord: ReadRecord) {
    this.#readRecord = readRecord;
  }

  *push(text: string): Generator<ImportRow> {
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      if (this.#inString && !this.#escaped) {
        STRING_STOP.lastIndex = index;
        index = STRING_STOP.exec(text)?.index ?? text.length;
        if (index === text.length) break;
      }
      const character = text[index]!;
      if (character === '\n') this.#line++;
      if (this.#mode === 'broken') continue;
      if (this.#inString) {
        this.#readStringCharacter(character);
        if (!this.#inString && this.#mode === 'object' && this.#depth === 1) {
          this.#listNamed = LIST_KEY.test(this.#tail(text, start, index + 1));
        }
        continue;
      }
      if (character === ' ' || character === '\n' || character === '\r' || character === '\t') continue;
      if (this.#separates(character)) {
        yield* this.#finish(text.slice(start, index));
        if (character === ']') this.#closeList();
        continue;
      }
      if (!this.#record && this.#mode !== 'after-list') {
        if (this.#mode === 'outside' && character === '[') {
          this.#openList();
          continue;
        }
        if (this.#mode === 'outside' && character !== '{') {
          yield this.#fail('not-a-list');
          continue;
        }
        this.#record = { line: this.#line, text: '', tooLarge: false };
        if (this.#mode === 'outside') this.#mode = 'object';
        start = index;
      }
      if (this.#listExpected && character === '[') {
        this.#record = null;
        this.#openList();
        continue;
      }
      this.#readStructure(character);
      if (this.#depth === 0 && this.#mode === 'object') {
        yield* this.#finish(text.slice(start, index + 1));
        this.#mode = 'outside';
      } else if (this.#depth === 0 && this.#mode === 'after-list') {
        this.#mode = 'outside';
      } else if (this.#mode === 'list' && this.#depth < this.#base) {
        this.#record = null;
        yield this.#fail('unopened-bracket');
      }
    }
    this.#keep(text.slice(start));
  }

  *end(): Generator<ImportRow> {
    if (this.#mode === 'outside' || this.#mode === 'broken') return;
    // The last record of a list may be complete even if the list's end is missing.
    if (this.#mode === 'list' && this.#depth === this.#base && !this.#inString) yield* this.#finish('');
    yield {
      line: this.#record?.line ?? this.#line,
      code: 'invalid-json',
      reason: 'cut-off-json',
    };
  }

  #readStringCharacter(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === '\\') this.#escaped = true;
    else if (character === '"') this.#inString = false;
  }

  #separates(character: string): boolean {
    return this.#mode === 'list' && this.#depth === this.#base && (character === ',' || character === ']');
  }

  #readStructure(character: string): void {
    this.#listExpected = character === ':' && this.#listNamed;
    this.#listNamed = false;
    if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (character === '}' || character === ']') this.#depth--;
  }

  /** Reading all of the record for each key would take quadratic time. */
  #tail(text: string, start: number, end: number): string {
    const here = text.slice(Math.max(start, end - KEY_TAIL), end);
    return here.length < KEY_TAIL ? (this.#record?.text ?? '').slice(-KEY_TAIL) + here : here;
  }

  #openList(): void {
    this.#listExpected = false;
    this.#depth++;
    this.#base = this.#depth;
    this.#mode = 'list';
  }

  #closeList(): void {
    this.#depth--;
    this.#mode = this.#depth === 0 ? 'outside' : 'after-list';
  }

  #keep(text: string): void {
    const record = this.#record;
    if (!record || record.tooLarge) return;
    record.text += text;
    if (record.text.length > MAX_RECORD_LENGTH) {
      record.text = '';
      record.tooLarge = true;
    }
  }

  *#finish(text: string): Generator<ImportRow> {
    const record = this.#record;
    this.#record = null;
    if (!record) return;
    if (record.tooLarge) yield { line: record.line, code: 'too-large', reason: 'long-record' };
    else yield* this.#readRecord(record.text + text, record.line);
  }

  #fail(reason: 'not-a-list' | 'unopened-bracket'): ImportRow {
    this.#mode = 'broken';
    return { line: this.#line, code: 'invalid-json', reason };
  }
}
