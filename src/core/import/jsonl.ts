/** Reads one object per line as the text streams in. A broken line doesn't affect the others. */
import { isPlainObject } from '../record/json.ts';
import type { JsonObject } from '../record/memory.ts';
import { MAX_METADATA_DEPTH } from '../record/memory-limits.ts';
import { BACKUP_VERSION, type BackupHeader, readBackupHeader, readVectorsLine } from './backup.ts';
import { mappingFor, mapRecord } from './mapping.ts';
import { columnsOf } from './nested-keys.ts';
import { parseJson } from './parse-json.ts';
import { recordToInput } from './record.ts';
import {
  type ImportOrigin,
  type ImportReader,
  type ImportRow,
  MAX_BACKUP_LINE_LENGTH,
  MAX_RECORD_LENGTH,
} from './report.ts';

/** Checked before validation, where extremely deep records would overflow the stack. */
const MAX_RECORD_DEPTH = MAX_METADATA_DEPTH + 1;

export function createJsonlReader(origin: ImportOrigin): ImportReader {
  let backup: BackupHeader | null = null;
  let refused = false;
  const { mapping, sample, ...ofBackup } = origin;
  return createLineReader(
    function* (text, line) {
      if (refused) return;
      if (line === 1) backup = readBackupHeader(text);
      if (backup && line === 1) {
        refused = backup.version > BACKUP_VERSION;
        if (!refused) yield { line, backup };
        else yield { line, code: 'unsupported-format', reason: 'newer-backup' };
        return;
      }
      const vectors = backup?.vectors ? readVectorsLine(text) : null;
      if (vectors) yield { line, vectors };
      else yield* readJsonRecord(text, line, backup ? ofBackup : origin);
    },
    () => (backup ? MAX_BACKUP_LINE_LENGTH : MAX_RECORD_LENGTH),
  );
}

/** Skips blank lines. A line longer than `longest` is reported and skipped without keeping it in memory. */
export function createLineReader(
  readLine: (line: string, number: number) => Iterable<ImportRow>,
  longest: () => number = () => MAX_RECORD_LENGTH,
): ImportReader {
  let number = 1;
  let rest = '';
  let skipping = false;

  function* finish(line: string): Generator<ImportRow> {
    if (skipping) yield { line: number, code: 'too-large', reason: 'long-line' };
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

export function* readJsonRecord(text: string, line: number, origin: ImportOrigin): Generator<ImportRow> {
  const parsed = parseJson(text, MAX_RECORD_DEPTH);
  if ('error' in parsed) {
    const [reason, values] = parsed.error;
    yield { line, code: 'invalid-json', reason, values };
    return;
  }
  const { value } = parsed;
  if (!isPlainObject(value)) {
    yield { line, code: 'invalid-json', reason: 'not-an-object' };
  } else {
    const record = value as JsonObject;
    const columns = origin.sample || origin.mapping ? columnsOf(record) : [];
    origin.sample?.(record, columns);
    const mapping = mappingFor(columns, origin.mapping);
    yield { line, input: recordToInput(mapping ? mapRecord(record, mapping) : record, origin) };
  }
}
