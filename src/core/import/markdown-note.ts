/**
 * Our own Markdown files. Each field of the front matter is JSON on its own line: also YAML, but needs no YAML parser.
 */
import { isPlainObject, setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue, Memory } from '../record/memory.ts';
import { CONVERSATION_TYPE, MAX_METADATA_DEPTH } from '../record/memory-limits.ts';
import { parseJson } from './parse-json.ts';
import type { PictureReference } from './report.ts';

const NOTE_FORMAT = 'hybrid-search-note-1';
const BEGINNING = `---\nformat: "${NOTE_FORMAT}"\n`;
const END = '---\n';
const TIMES = { createdAt: 'created', updatedAt: 'updated' } as const;
const NOT_OF_THE_RECORD: ReadonlySet<string> = new Set(['format', 'pictures', ...Object.values(TIMES)]);

export interface MarkdownNote {
  record: JsonObject;
  pictures: PictureReference[];
}

/** @param pictures in the order of the memory's images, with paths relative to this file's folder */
export function markdownNote(memory: Memory, pictures: readonly PictureReference[]): string {
  const { contentHash, importId, trashedAt, images, text, id, title, tags, createdAt, updatedAt, ...others } = memory;
  // Files with a zero byte aren't read as text, so a text with one is written as a field.
  const body = text.includes('\0') ? '' : text;
  const fields: { [name: string]: unknown } = {
    title,
    tags,
    [TIMES.createdAt]: new Date(createdAt).toISOString(),
    [TIMES.updatedAt]: new Date(updatedAt).toISOString(),
    id,
    ...others,
    // Otherwise an import would set a conversation's default expiry.
    ...(memory.type === CONVERSATION_TYPE && memory.expiresAt === undefined && { expiresAt: null }),
    ...(pictures.length > 0 && { pictures }),
    ...(body !== text && { text }),
  };
  const lines = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : `${name}: ${JSON.stringify(value)}\n`,
  );
  return BEGINNING + lines.join('') + END + body + linksOf(pictures);
}

export const isMarkdownNote = (start: string): boolean => start.startsWith(BEGINNING);

/** Returns null if the file isn't ours, or another program rewrote its front matter. */
export function readMarkdownNote(file: string): MarkdownNote | null {
  if (!isMarkdownNote(file)) return null;
  const fields: JsonObject = {};
  let at = BEGINNING.length;
  while (!file.startsWith(END, at)) {
    const end = file.indexOf('\n', at);
    const colon = file.indexOf(': ', at);
    if (end < 0 || colon < 0 || colon > end) return null;
    // No other field is nested as deeply as the metadata.
    const parsed = parseJson(file.slice(colon + 2, end), MAX_METADATA_DEPTH);
    if ('error' in parsed) return null;
    setOwn(fields, file.slice(at, colon), parsed.value as JsonValue);
    at = end + 1;
  }
  return noteOf(fields, file.slice(at + END.length));
}

export const isNoteOf = (fields: JsonObject): boolean => fields.format === NOTE_FORMAT;

export function noteOf(fields: JsonObject, body: string): MarkdownNote {
  const pictures = picturesOf(fields.pictures);
  const record: JsonObject = { text: withoutLinks(body, linksOf(pictures)) };
  for (const key of Object.keys(fields)) if (!NOT_OF_THE_RECORD.has(key)) setOwn(record, key, fields[key]!);
  for (const [field, name] of Object.entries(TIMES)) {
    const time = Date.parse(String(fields[name]));
    if (!Number.isNaN(time)) record[field] = time;
  }
  return { record, pictures };
}

/** Editors add an empty line at the end. */
function withoutLinks(body: string, links: string): string {
  if (links === '' || !body.trimEnd().endsWith(links)) return body;
  return body.trimEnd().slice(0, -links.length);
}

function picturesOf(value: JsonValue | undefined): PictureReference[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((picture) => {
    if (!isPlainObject(picture)) return [];
    const { path, alt } = picture;
    return typeof path === 'string' && typeof alt === 'string' ? [{ path, alt }] : [];
  });
}

const linksOf = (pictures: readonly PictureReference[]): string =>
  pictures.map(({ path, alt }) => `\n\n![${inLink(alt)}](${path})`).join('');

/** Replaces characters that would end the link, and zero bytes, which text files can't contain. */
const inLink = (alt: string): string =>
  alt
    .replaceAll('\0', ' ')
    .replaceAll(/[[\]\s\\]+/g, ' ')
    .trim();
