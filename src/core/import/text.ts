import type { MemoryInput } from '../record/memory.ts';
import { MAX_TEXT_BYTES } from '../record/memory-limits.ts';
import { exceedsUtf8Bytes } from '../record/well-formed.ts';
import { fileId, nameOf } from './file-id.ts';
import { IMPORT_SOURCE } from './import-source.ts';
import type { ImportOrigin, ImportReader, ImportRow } from './report.ts';
import { splitWithPauses } from './split.ts';
import { createWholeFileReader } from './whole-file-reader.ts';

export function createTextReader(origin: ImportOrigin): ImportReader {
  return createWholeFileReader((text) => readText(text, origin));
}

function* readText(text: string, origin: ImportOrigin): Generator<ImportRow> {
  if (text.trim() === '') {
    yield { line: 0, code: 'empty', reason: 'empty-file' };
  } else if (!exceedsUtf8Bytes(text, MAX_TEXT_BYTES)) {
    yield { line: 1, input: toInput(text, origin, 0) };
  } else if (!origin.split) {
    yield { line: 0, code: 'too-large', reason: 'long-text' };
  } else {
    let index = 0;
    for (const part of splitWithPauses(text)) {
      if ('pause' in part) yield part;
      else yield { line: part.line, input: toInput(part.text, origin, index++) };
    }
  }
}

function toInput(text: string, origin: ImportOrigin, part: number): MemoryInput {
  const name = nameOf(origin.path);
  const number = part > 0 ? String(part) : '';
  return {
    ...(origin.path !== '' && { id: fileId(origin.hash, IMPORT_SOURCE, origin.path, number) }),
    ...(name !== '' && { title: part > 0 ? `${name} (${part + 1})` : name }),
    text,
    source: IMPORT_SOURCE,
    metadata: {
      ...(origin.path !== '' && { path: origin.path }),
      ...(part > 0 && { part: part + 1 }),
    },
    ...(origin.lastModified !== undefined && { updatedAt: origin.lastModified }),
  };
}
