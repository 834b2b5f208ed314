/** JSON Lines: one object per line, read as the text streams in. A broken line fails alone. */
import { isDeeperThan, isPlainObject } from '../record/json.ts';
import type { JsonObject } from '../record/memory.ts';
import { MAX_METADATA_DEPTH } from '../record/memory-limits.ts';
import { BACKUP_VERSION, type BackupHeader, readBackupHeader, readVectorsLine } from './backup.ts';
import { recordToInput } from './record.ts';
import {
  type ImportOrigin,
  type ImportReader,
  type ImportRow,
  MAX_BACKUP_LINE_LENGTH,
  MAX_RECORD_LENGTH,
} from './report.ts';

/** The record around its metadata. Deeper ones would overflow the stack before validation could refuse them. */
const MAX_RECORD_DEPTH = MAX_METADATA_DEPTH + 1;
/** A shorter text can't be deep enough to end the worker, and the whole import, when it's parsed or freed. */
const DEEP_LENGTH = 10_000;
const BRACKETS_AND_STRINGS = /[[\]{}"]/g;
const STRING_STOP = /["\\]/g;

export function createJsonlReader(origin: ImportOrigin): ImportReader {
  let backup: BackupHeader | null = null;
  let refused = false;
  return createLineReader(
    function* (text, line) {
      if (refused) return;
      if (line === 1) backup = readBackupHeader(text);
      if (backup && line === 1) {
        refused = backup.version > BACKUP_VERSION;
        if (!refused) yield { line, backup };
        else yield { line, code: 'unsupported-format', message: 'The backup was written by a newer version' };
        return;
      }
      const vectors = backup?.vectors ? readVectorsLine(text) : null;
      if (vectors) yield { line, vectors };
      else yield* readJsonRecord(text, line, origin);
    },
    () => (backup ? MAX_BACKUP_LINE_LENGTH : MAX_RECORD_LENGTH),
  );
}

/**
 * Lines of streamed text → rows, with one call for each line that isn't blank. A line over `longest` is reported and
 * skipped without keeping it in memory.
 */
export function createLineReader(
  readLine: (line: string, number: number) => Iterable<ImportRow>,
  longest: () => number = () => MAX_RECORD_LENGTH,
): ImportReader {
  let number = 1;
  let rest = '';
  let skipping = false;

  function* finish(line: string): Generator<ImportRow> {
    if (skipping) yield { line: number, code: 'too-large', message: 'The line is too long' };
    else if (line.trim() !== '') yield* readLine(line.endsWith('\r') ? line.slice(0, -1) : line, number);
    skipping = false;
  }

  return {
    *push(text) {
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        const line = rest + text.slice(start, end);
        rest = '';
        start = end + 1;
        yield* finish(line);
        number++;
      }
      if (!skipping) rest += text.slice(start);
      if (rest.length > longest()) {
        rest = '';
        skipping = true;
      }
    },
    *end() {
      yield* finish(rest);
      rest = '';
    },
  };
}

/** Reads one JSON text that should be a record. */
export function* readJsonRecord(text: string, line: number, origin: ImportOrigin): Generator<ImportRow> {
  const tooDeep = {
    line,
    code: 'invalid-json',
    message: `The record is nested deeper than ${MAX_RECORD_DEPTH}`,
  } as const;
  if (text.length > DEEP_LENGTH && isTextDeeperThan(text, MAX_RECORD_DEPTH)) {
    yield tooDeep;
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Some engines add a position within this text. The row has the file's line instead.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    yield { line, code: 'invalid-json', message: `Not valid JSON: ${reason}` };
    return;
  }
  if (!isPlainObject(value)) {
    yield { line, code: 'invalid-json', message: 'A record must be a JSON object' };
  } else if (isDeeperThan(value, MAX_RECORD_DEPTH)) {
    yield tooDeep;
  } else {
    yield { line, input: recordToInput(value as JsonObject, origin) };
  }
}

/** Like `isDeeperThan`, for JSON that isn't parsed yet. */
function isTextDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; ; ) {
    BRACKETS_AND_STRINGS.lastIndex = at;
    const index = BRACKETS_AND_STRINGS.exec(text)?.index;
    if (index === undefined) return false;
    const character = text[index];
    at = index + 1;
    if (character === '"') at = endOfString(text, at);
    else if (character === ']' || character === '}') depth--;
    else if (++depth > limit) return true;
  }
}

/** Index after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    STRING_STOP.lastIndex = at;
    const index = STRING_STOP.exec(text)?.index;
    if (index === undefined) return text.length;
    if (text[index] === '"') return index + 1;
    at = index + 2;
  }
}
