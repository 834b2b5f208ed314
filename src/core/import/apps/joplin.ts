/**
 * Reads Joplin's export (JEX, a tar). Each item is a file with its fields below the text, `type_` last. Notes refer to
 * notebooks, tags and resources, so those items are collected first.
 */
import { MAX_LINKS } from '../../record/memory-limits.ts';
import { decodeEntities } from '../entities.ts';
import { fileId } from '../file-id.ts';
import { createJoplinIndex, type JoplinIndex } from '../joplin-index.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { createWholeFileReader } from '../whole-file-reader.ts';
import { extras, partsOf, problem, timeOfText, times, titleOf } from './json-values.ts';

const NOTE = '1';
const FOLDER = '2';
const RESOURCE = '4';
const TAG = '5';
const NOTE_TAG = '6';
const MAX_FOLDERS = 100;
const RESOURCE_LINK = /!\[([^[\]\n]{0,500})\]\(:\/([0-9a-f]{32})[^()\n]{0,500}\)/g;
/** The markup that the rich text editor writes for a resized picture. */
const RESOURCE_TAG = /<img\s[^<>]{0,1000}?\bsrc=["']?:\/([0-9a-f]{32})[^<>]{0,1000}>/gi;
const ALT = /\balt="([^"]{0,500})"/i;
const NOTE_LINK = /\]\(:\/([0-9a-f]{32})/g;

export const JOPLIN_ITEM = /^[0-9a-f]{32}\.md$/;

interface Item {
  title: string;
  body: string;
  fields: ReadonlyMap<string, string>;
}

export function indexJoplinItem(index: JoplinIndex, text: string): void {
  const { title, fields } = readItem(text);
  const id = fields.get('id') ?? '';
  const kind = fields.get('type_');
  if (kind === FOLDER) index.folders.set(id, { title, parent: fields.get('parent_id') ?? '' });
  else if (kind === TAG) index.tags.set(id, title);
  else if (kind === NOTE) index.notes.set(id, title);
  else if (kind === RESOURCE) {
    const extension = fields.get('file_extension') ?? '';
    index.resources.set(id, `resources/${id}${extension === '' ? '' : `.${extension}`}`);
  } else if (kind === NOTE_TAG) {
    const note = fields.get('note_id') ?? '';
    const tags = index.tagsOfNote.get(note);
    if (tags) tags.push(fields.get('tag_id') ?? '');
    else index.tagsOfNote.set(note, [fields.get('tag_id') ?? '']);
  }
}

export function createJoplinReader(origin: ImportOrigin): ImportReader {
  return createWholeFileReader((text) => readNote(text, origin));
}

function* readNote(text: string, origin: ImportOrigin): Generator<ImportRow> {
  const { title, body, fields } = readItem(text);
  const index = origin.joplin ?? createJoplinIndex();
  if (fields.get('type_') !== NOTE) return;
  if (fields.get('encryption_applied') === '1') {
    yield problem(0, 'bad-archive', 'encrypted-note');
    return;
  }
  const id = fields.get('id') ?? '';
  const content = body.trim() === '' ? title : body;
  if (content.trim() === '') {
    yield problem(0, 'empty', 'empty-note');
    return;
  }
  const shown = shownIn(body).map(({ alt, id }) => ({ alt: alt || title, id }));
  const pictures = shown.flatMap(({ alt, id: resource }) => {
    const path = index.resources.get(resource);
    return path === undefined ? [] : [{ path, alt }];
  });
  // Only pictures without a resource item. If only a picture's file is missing, the import reports that itself.
  const missing = shown.filter(({ id: resource }) => !index.resources.has(resource)).map(({ alt }) => alt);
  const links = [...body.matchAll(NOTE_LINK)].flatMap(([, note]) => index.notes.get(note!) ?? []);
  const tags = (index.tagsOfNote.get(id) ?? []).flatMap((tag) => index.tags.get(tag) ?? []);
  const url = fields.get('source_url') ?? '';
  const created = timeOfText(fields.get('user_created_time')) ?? timeOfText(fields.get('created_time'));
  const updated = timeOfText(fields.get('user_updated_time')) ?? timeOfText(fields.get('updated_time'));
  for (const [number, part] of partsOf(content).entries()) {
    const input = {
      id: fileId(origin.hash, 'joplin', id, number === 0 ? '' : String(number)),
      ...titleOf(title),
      text: part,
      source: 'joplin',
      tags: [...new Set(tags)].filter((tag) => tag !== '' && tag.length <= 512).slice(0, 1_000),
      links: [...new Set(links)].filter((link) => link !== '' && link.length <= 4_096).slice(0, MAX_LINKS),
      ...(/^https?:/.test(url) && url.length <= 65_536 && { url }),
      metadata: extras({
        app: 'joplin',
        notebook: notebookOf(fields.get('parent_id') ?? '', index),
        author: fields.get('author'),
        todo: fields.get('is_todo') === '1',
        done: fields.get('is_todo') === '1' && (fields.get('todo_completed') ?? '0') !== '0',
        place: placeOf(fields),
        part: number > 0 ? number + 1 : undefined,
      }),
      ...times(created, updated),
    };
    yield {
      line: 1,
      input,
      ...(number === 0 && pictures.length > 0 && { pictures }),
      ...(number === 0 && missing.length > 0 && { missing }),
    };
  }
}

function shownIn(body: string): { alt: string; id: string }[] {
  const links = [...body.matchAll(RESOURCE_LINK)].map(({ 1: alt = '', 2: id = '', index }) => ({ alt, id, index }));
  const tags = [...body.matchAll(RESOURCE_TAG)].map(({ 0: tag, 1: id = '', index }) => ({
    alt: decodeEntities(ALT.exec(tag)?.[1] ?? ''),
    id,
    index,
  }));
  return [...links, ...tags].sort((a, b) => a.index - b.index);
}

function notebookOf(folder: string, { folders }: JoplinIndex): string {
  const names: string[] = [];
  for (let id = folder; names.length < MAX_FOLDERS; ) {
    const found = folders.get(id);
    if (!found) break;
    names.unshift(found.title);
    id = found.parent;
  }
  return names.join(' / ');
}

function placeOf(fields: ReadonlyMap<string, string>): string {
  const [latitude, longitude] = [Number(fields.get('latitude')), Number(fields.get('longitude'))];
  return latitude || longitude ? `${latitude}, ${longitude}` : '';
}

function readItem(text: string): Item {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const fields = new Map<string, string>();
  let end = lines.length;
  while (end > 0) {
    const field = /^([a-z_]{1,60}): ?(.*)$/.exec(lines[end - 1]!);
    if (!field) break;
    fields.set(field[1]!, field[2]!);
    end--;
  }
  const [title = '', ...body] = lines.slice(0, end);
  return { title, body: body.join('\n').trim(), fields };
}
