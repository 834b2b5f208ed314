/** Reads Evernote's export piece by piece. It's XML with each note's text as XHTML and its files as base64. */
import { fromBase64 } from '../../core/bytes/base64.ts';
import { nameOf } from '../../core/import/file-id.ts';
import type { ImportRow } from '../../core/import/report.ts';
import type { MemoryImage } from '../../core/record/memory.ts';
import { documentRows, problemRow } from '../document-rows.ts';
import type { OpenDocument } from '../documents-api.ts';
import { htmlToText } from '../html/html-text.ts';
import { createParser, MAX_DEPTH, type Markup, TooDeep } from '../html/parse.ts';
import { pictureOf } from '../picture-bytes.ts';

const PIECE_BYTES = 1_048_576;
/** Most characters of an element. The largest file of a note, 25 MB, has 33 million characters in base64. */
const MAX_VALUE_LENGTH = 64 * 1_048_576;

interface Note {
  values: Map<string, string>;
  tags: string[];
  tasks: string[];
  files: string[];
  /** Names of files that the export lists without their content. */
  missing: string[];
  resources: number;
  images: MemoryImage[];
}

/** A note's text refers to a file by its hash. */
const SHOWN_FILE = /<en-media\s[^<>]{0,2000}?\bhash="([\da-f]{1,64})"/gi;

class Refused extends Error {}

class Notes implements Markup {
  readonly done: Note[] = [];
  #note: Note | null = null;
  #part = new Map<string, string>();
  #value: string[] = [];
  #length = 0;

  open(name: string): void {
    this.#value = [];
    this.#length = 0;
    if (name === 'note')
      this.#note = { values: new Map(), tags: [], tasks: [], files: [], missing: [], resources: 0, images: [] };
    else if (name === 'resource' || name === 'task') this.#part = new Map();
  }

  text(text: string): void {
    this.#length += text.length;
    if (this.#length <= MAX_VALUE_LENGTH) this.#value.push(text);
  }

  declaration(text: string): void {
    if (/\bENTITY\b/i.test(text)) throw new Refused();
  }

  close(name: string): void {
    const note = this.#note;
    if (!note) return;
    const value = this.#value.join('');
    this.#value = [];
    if (name === 'note') {
      this.done.push(note);
      this.#note = null;
    } else if (name === 'tag') note.tags.push(value.trim());
    else if (name === 'resource') this.#takeFile(note);
    else if (name === 'task') this.#takeTask(note);
    else if (/^(?:data|mime|file-name|taskstatus)$/i.test(name)) this.#part.set(name.toLowerCase(), value);
    else if (name === 'title' && note.values.has('title')) this.#part.set('title', value);
    else if (!note.values.has(name)) note.values.set(name, value);
  }

  #takeFile(note: Note): void {
    const name = (this.#part.get('file-name') ?? '').trim();
    const data = this.#part.get('data') ?? '';
    const bytes = fromBase64(data.replace(/\s+/g, ''));
    const picture = pictureOf(bytes, (this.#part.get('mime') ?? '').trim(), name);
    if (picture) note.images.push(picture);
    note.resources++;
    if (data.trim() === '') note.missing.push(name || 'file');
    if (name !== '') note.files.push(name);
  }

  #takeTask(note: Note): void {
    const done = /completed/i.test(this.#part.get('taskstatus') ?? '');
    const title = (this.#part.get('title') ?? '').trim();
    if (title !== '') note.tasks.push(`- [${done ? 'x' : ' '}] ${title}`);
  }
}

export async function* readEnex({ file, origin, noteIds }: OpenDocument): AsyncGenerator<ImportRow> {
  const notes = new Notes();
  const parser = createParser(notes, 'xml');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    try {
      const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
      parser.write(decoder.decode(bytes, { stream: at + PIECE_BYTES < file.size }));
      if (at + PIECE_BYTES >= file.size && !/<\/en-export>\s*$/.test(await tailOf(file))) {
        yield problemRow('bad-document', 'cut-off-export');
      }
    } catch (error) {
      if (error instanceof TypeError) yield problemRow('not-utf8', 'not-utf8');
      else if (error instanceof Refused) yield problemRow('bad-document', 'defines-entities');
      else if (error instanceof TooDeep) yield problemRow('bad-document', 'too-deep', 0, { most: MAX_DEPTH });
      else throw error;
      return;
    }
    for (const note of notes.done.splice(0)) yield* noteRows(note, ++number, noteIds, origin);
  }
  if (number === 0) yield problemRow('empty', 'no-notes');
}

const tailOf = (file: Blob): Promise<string> => file.slice(-64).text();

function* noteRows(
  note: Note,
  number: number,
  noteIds: OpenDocument['noteIds'],
  origin: OpenDocument['origin'],
): Generator<ImportRow> {
  const value = (name: string): string => (note.values.get(name) ?? '').trim();
  const title = value('title');
  const name = title || nameOf(origin.path);
  let read: ReturnType<typeof htmlToText>;
  try {
    read = htmlToText(value('content'), 'xhtml');
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    yield problemRow('bad-document', 'note-too-deep', number, { name, most: MAX_DEPTH });
    return;
  }
  const text = [read.text, note.tasks.join('\n')].filter((part) => part !== '').join('\n\n');
  const shown = new Set([...value('content').matchAll(SHOWN_FILE)].map(([, hash]) => hash!.toLowerCase()));
  const absent = Array.from({ length: Math.max(0, shown.size - note.resources) }, () => 'file');
  const created = value('created');
  const named = `${created} ${title}`;
  const content = origin.hash(JSON.stringify([named, value('content'), note.tasks, note.tags]));
  const numberOf = (name: string): number | undefined =>
    value(name) === '' ? undefined : Number(value(name)) || undefined;
  yield* documentRows(
    {
      text: text || title || note.files.join('\n'),
      title,
      app: 'evernote',
      id: noteIds.idOf(named, content, origin.path),
      tags: note.tags,
      url: value('source-url'),
      links: read.links,
      createdAt: timeOf(created),
      updatedAt: timeOf(value('updated')),
      metadata: {
        author: value('author'),
        latitude: numberOf('latitude'),
        longitude: numberOf('longitude'),
        reminder: value('reminder-time'),
        files: note.files,
      },
      images: note.images,
      missing: [...note.missing, ...absent],
    },
    number,
    origin,
  );
  const encrypted = value('content').match(/<en-crypt[\s>]/g)?.length ?? 0;
  if (encrypted > 0) yield problemRow('left-out', 'encrypted-passages', number, { name, count: encrypted });
}

/** Reads a time such as `20210506T070809Z`. */
function timeOf(value: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value)?.map(Number) ?? [];
  return year === undefined ? undefined : Date.UTC(year, month! - 1, day, hour, minute, second);
}
