/**
 * Reads a Notion export: Markdown and CSV files. A file's name ends in the page's id. The memory's id is a hash of that
 * id; for a row of a table, it's a hash of the table's id and the row's name.
 */
import type { JsonObject, MemoryInput } from '../../record/memory.ts';
import { MAX_LINK_LENGTH, MAX_NAME_LENGTH, MAX_TAGS } from '../../record/memory-limits.ts';
import { createCsvReader } from '../csv.ts';
import { fileId, nameOf, normalizePath } from '../file-id.ts';
import { mappingForAll } from '../mapping.ts';
import { createMarkdownReader } from '../markdown.ts';
import { splitTags } from '../record.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { extras, titleOf } from './json-values.ts';
import { timeOfWrittenDate } from './written-dates.ts';

const ID = /^(.*?)[ _]?([0-9a-f]{32})(?:_all)?$/i;
const PAGE_LINK = /\]\(((?:[^()\s]|\([^()\s]{0,500}\)){1,2000}?)(?:%20|\+|_)?([0-9a-f]{32})\.(md|csv)\)/gi;
const PROPERTY = /^([^:\n#>*[\]-][^:\n]{0,60}): ?(.+)$/;
const MAX_PROPERTIES = 100;
/** Notion's name for a page without a title */
const UNTITLED = 'Untitled';
/** Notion cuts off names of files at about 50 characters, of which some are spaces. */
const LEAST_CUT_NAME = 32;
const LONGEST_NAME = 256;
const CREATED =
  /^(?:created(?: time| at)?|date created|erstellt(?: am)?|fecha de creación|date de création|创建时间)$/i;
const UPDATED =
  /^(?:last edited(?: time)?|updated(?: at)?|zuletzt bearbeitet|última edición|dernière modification|上次编辑时间)$/i;
const TAGS = /^(?:tags?|labels?|categor(?:y|ies)|schlagwörter|etiquetas|étiquettes|标签)$/i;

export const isNotionName = (path: string): boolean => /[ _][0-9a-f]{32}(?:_all)?\.(?:md|csv)$/i.test(path);

export function createNotionReader(origin: ImportOrigin): ImportReader {
  const isTable = /\.csv$/i.test(origin.path);
  // Links to pages have Notion's ids, so the Markdown reader mustn't resolve them.
  const { paths, ...withoutPaths } = origin;
  // A mapping for certain columns was chosen for other tables, because previews don't list Notion's.
  let firstColumn = '';
  const inner = isTable
    ? createCsvReader(origin, ([first = '']) => {
        firstColumn = first;
        return mappingForAll(origin.mapping);
      })
    : createMarkdownReader(withoutPaths);
  const occurrences = new Map<string, number>();
  function* adapted(rows: Iterable<ImportRow>): Generator<ImportRow> {
    for (const row of rows) {
      if (!('input' in row)) yield row;
      else if (!isTable) yield { ...row, input: pageRow(row.input, origin) };
      else {
        const input = titledRow(row.input, firstColumn);
        if (takePage(input, origin)) continue;
        const { title = '' } = input;
        const before = occurrences.get(title) ?? 0;
        occurrences.set(title, before + 1);
        yield { ...row, input: tableRow(input, before, origin) };
      }
    }
  }
  return { push: (text) => adapted(inner.push(text)), end: () => adapted(inner.end()) };
}

const cleanPath = (path: string): string[] =>
  normalizePath(path)
    .replace(/\.(?:md|csv)$/i, '')
    .split('/')
    .map((name) => ID.exec(name)?.[1]?.trim() || name);

const pageId = (hash: ImportOrigin['hash'], id: string, part = ''): string => fileId(hash, 'notion', id, part);

function pageRow(input: MemoryInput, origin: ImportOrigin): MemoryInput {
  const { hash, path } = origin;
  const name = nameOf(path);
  const id = ID.exec(name)?.[2] ?? name;
  const folders = cleanPath(path);
  const title = folders.pop() ?? name;
  const { part, ...metadata } = input.metadata ?? {};
  const properties = readProperties(input.text);
  return {
    ...input,
    id: pageId(hash, id, part === undefined ? '' : String(part)),
    // The heading has the full title; Notion cuts off long file names.
    title: input.title === undefined || ID.test(input.title) ? title : input.title,
    source: 'notion',
    tags: [...new Set([...(input.tags ?? []), ...properties.tags])].slice(0, MAX_TAGS),
    links: [...(input.links ?? []), ...pageLinks(input.text, origin)],
    aliases: [],
    metadata: {
      ...metadata,
      path: cleanPath(path).join('/'),
      app: 'notion',
      ...(part !== undefined && { part }),
      ...(Object.keys(properties.rest).length > 0 && { properties: properties.rest }),
    },
    ...(properties.createdAt !== undefined && { createdAt: properties.createdAt }),
    ...(properties.updatedAt !== undefined && { updatedAt: properties.updatedAt }),
  };
}

function readProperties(text: string) {
  const lines = text.split('\n');
  const found: { [name: string]: string } = {};
  const result = {
    tags: [] as string[],
    createdAt: undefined as number | undefined,
    updatedAt: undefined as number | undefined,
  };
  let at = lines.findIndex((line) => line.trim() !== '');
  if (at < 0 || !lines[at]!.startsWith('# ')) return { ...result, rest: {} as JsonObject };
  at++;
  while (lines[at]?.trim() === '') at++;
  for (let count = 0; count < MAX_PROPERTIES; count++, at++) {
    const property = PROPERTY.exec(lines[at]?.trimEnd() ?? '');
    if (!property) break;
    const [, name, value] = property as unknown as [string, string, string];
    if (TAGS.test(name)) result.tags.push(...splitTags(value, false).filter((tag) => tag.length <= MAX_NAME_LENGTH));
    else {
      const time = CREATED.test(name) || UPDATED.test(name) ? timeOfWrittenDate(value) : undefined;
      if (time === undefined) found[`${name}`] = value;
      else result[CREATED.test(name) ? 'createdAt' : 'updatedAt'] = time;
    }
  }
  // If no blank line follows, the lines are text rather than properties.
  const isList = (lines[at]?.trim() ?? '') === '';
  return isList
    ? { ...result, rest: extras(found) }
    : { tags: [], createdAt: undefined, updatedAt: undefined, rest: {} };
}

/** Returns the titles of linked pages, or a memory's id if several pages have the same title. */
function pageLinks(text: string, { hash, paths }: ImportOrigin): string[] {
  const links = new Set<string>();
  for (const [, path, id, kind] of text.matchAll(PAGE_LINK)) {
    let title = path!.split('/').pop()!;
    try {
      title = decodeURIComponent(title);
    } catch {
      // Keep it as written.
    }
    title = title.trim();
    const isShared = kind === 'md' && paths && pagesOf(paths).countOf(title) > 1;
    if (isShared) links.add(pageId(hash, id!));
    else if (title !== '' && title.length <= MAX_LINK_LENGTH) links.add(title);
  }
  return [...links];
}

/** A table's first column has the pages' titles, whatever its name. */
function titledRow(input: MemoryInput, firstColumn: string): MemoryInput {
  const first = input.metadata?.[firstColumn];
  return typeof first === 'string' ? { ...input, ...titleOf(first) } : input;
}

/** @param before number of earlier rows with the same title */
function tableRow(input: MemoryInput, before: number, { hash, path }: ImportOrigin): MemoryInput {
  const id = ID.exec(nameOf(path))?.[2] ?? nameOf(path);
  const folders = cleanPath(path);
  const name = input.title ?? input.id ?? '';
  return {
    ...input,
    id: fileId(hash, 'notion', id, before === 0 ? name : `${name}\n${before}`),
    source: 'notion',
    metadata: { ...input.metadata, app: 'notion', database: folders.pop() ?? '' },
  };
}

/** Each page counts for one row only. */
function takePage(input: MemoryInput, { path, paths }: ImportOrigin): boolean {
  if (!paths) return false;
  const folder = normalizePath(path).replace(/(?:_all)?\.csv$/i, '');
  // Newer exports leave the id out of the folder's name.
  const folders = [folder, folder.replace(/[ _][0-9a-f]{32}$/i, '')];
  return folders.some((name) => pagesOf(paths).take(name, input.title ?? UNTITLED));
}

class Pages {
  readonly #left = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(paths: ReadonlySet<string>) {
    for (const path of paths) {
      if (!path.endsWith('.md')) continue;
      const name = cleanPath(path).pop()!;
      const inFolder = `${path.slice(0, path.lastIndexOf('/'))}/${reduced(name)}`;
      this.#left.set(inFolder, (this.#left.get(inFolder) ?? 0) + 1);
      this.#counts.set(name, this.countOf(name) + 1);
    }
  }

  countOf(title: string): number {
    return this.#counts.get(title) ?? 0;
  }

  take(folder: string, title: string): boolean {
    const name = reduced(title);
    for (let length = name.length; length > 0; length--) {
      if (length < name.length && length < LEAST_CUT_NAME) return false;
      const path = `${folder}/${name.slice(0, length)}`;
      const left = this.#left.get(path) ?? 0;
      if (left === 0) continue;
      this.#left.set(path, left - 1);
      return true;
    }
    return false;
  }
}

/** File names lack characters that some systems don't allow in them. */
const reduced = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .slice(0, LONGEST_NAME) || name;

const pages = new WeakMap<ReadonlySet<string>, Pages>();

function pagesOf(paths: ReadonlySet<string>): Pages {
  const found = pages.get(paths) ?? new Pages(paths);
  pages.set(paths, found);
  return found;
}
