/** Reads Google Keep's Takeout: one JSON file per note, with pictures next to it. */

import { fileId, nameOf } from '../file-id.ts';
import { createJsonReader } from '../json.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import {
  extras,
  type JsonFields,
  listOf,
  objectOf,
  parseRecord,
  problem,
  textOf,
  timeOfNumber,
  times,
  titleOf,
} from './json-values.ts';

export function createKeepReader(origin: ImportOrigin): ImportReader {
  return createJsonReader(origin, function* (text, line) {
    const record = parseRecord(text, line);
    yield 'row' in record ? record.row : keepRow(record.fields, line, origin);
  });
}

function keepRow(note: JsonFields, line: number, { hash, path, paths, archive }: ImportOrigin): ImportRow {
  if (note.isTrashed === true) return problem(line, 'left-out', 'trashed-note');
  const items = listOf(note.listContent).map(objectOf);
  const list = items.map(({ text, isChecked }) => `- [${isChecked === true ? 'x' : ' '}] ${textOf(text)}`).join('\n');
  const links = listOf(note.annotations).map(objectOf);
  const shown = links.map(({ title, url }) => [textOf(title), textOf(url)].filter((part) => part !== '').join(' '));
  const attached = listOf(note.attachments).map(objectOf);
  const pictures = attached
    .filter(({ mimetype }) => textOf(mimetype).startsWith('image/'))
    .map(({ filePath }) => ({ path: textOf(filePath), alt: textOf(note.title) || 'Picture' }));
  const recordings = attached.filter(({ mimetype }) => !textOf(mimetype).startsWith('image/'));
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const missing = recordings
    .map(({ filePath }) => textOf(filePath))
    // Only for archives: from a folder, `<hybrid-search>` passes on no recordings, so all would seem missing.
    .filter((name) => archive !== undefined && paths && name !== '' && !paths.has(`${folder}${name}`));
  const body = [textOf(note.textContent).trimEnd(), list, ...shown].filter((part) => part !== '').join('\n\n');
  const text = body.trim() || textOf(note.title).trim() || (pictures.length > 0 ? nameOf(path) : '');
  if (text === '') return problem(line, 'empty', 'empty-note');
  const createdAt = timeOfNumber(note.createdTimestampUsec);
  const edited = timeOfNumber(note.userEditedTimestampUsec);
  const input = {
    // Takeout names files after titles, so the creation time distinguishes notes with the same title.
    id: fileId(hash, 'keep', createdAt === undefined ? path : String(note.createdTimestampUsec), nameOf(path)),
    ...titleOf(note.title),
    text,
    source: 'keep',
    tags: listOf(note.labels).map((label) => textOf(objectOf(label).name).slice(0, 512)),
    links: links.map(({ url }) => textOf(url)).filter((url) => url !== '' && url.length <= 4_096),
    metadata: extras({
      app: 'keep',
      pinned: note.isPinned,
      archived: note.isArchived,
      color: note.color === 'DEFAULT' ? undefined : note.color,
      sharedWith: listOf(note.sharees).map((person) => textOf(objectOf(person).email)),
      files: attached.map(({ filePath }) => textOf(filePath)),
    }),
    ...times(createdAt ?? edited, edited),
  };
  return { line, input, ...(pictures.length > 0 && { pictures }), ...(missing.length > 0 && { missing }) };
}
