/** A Notion export: Markdown and CSV whose file names end in the page's id, which makes the memory's id. */
import type { JsonObject, MemoryInput } from '../../record/memory.ts';
import { MAX_LINK_LENGTH, MAX_NAME_LENGTH, MAX_TAGS } from '../../record/memory-limits.ts';
import { createCsvReader } from '../csv.ts';
import { fileId, nameOf, normalizePath } from '../file-id.ts';
import { createMarkdownReader } from '../markdown.ts';
import { splitTags } from '../record.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { extras } from './json-values.ts';

const ID = /^(.*?)[ _]?([0-9a-f]{32})(?:_all)?$/i;
const PAGE_LINK = /\]\(([^()\s]{1,2000}?)(?:%20|\+|_)?[0-9a-f]{32}\.(?:md|csv)\)/gi;
const PROPERTY = /^([^:\n#>*[\]-][^:\n]{0,60}): ?(.+)$/;
const MAX_PROPERTIES = 100;
const CREATED =
  /^(?:created(?: time| at)?|date created|erstellt(?: am)?|fecha de creación|date de création|创建时间)$/i;
const UPDATED =
  /^(?:last edited(?: time)?|updated(?: at)?|zuletzt bearbeitet|última edición|dernière modification|上次编辑时间)$/i;
const TAGS = /^(?:tags?|labels?|categor(?:y|ies)|schlagwörter|etiquetas|étiquettes|标签)$/i;

export const isNotionName = (path: string): boolean => /[ _][0-9a-f]{32}(?:_all)?\.(?:md|csv)$/i.test(path);

export function createNotionReader(origin: ImportOrigin): ImportReader {
  const isTable = /\.csv$/i.test(origin.path);
  const inner = isTable ? createCsvReader(origin) : createMarkdownReader(origin);
  const adapt = isTable ? tableRow : pageRow;
  function* adapted(rows: Iterable<ImportRow>): Generator<ImportRow> {
    for (const row of rows) {
      if (!('input' in row)) yield row;
      else if (!isTable || !hasPage(row.input, origin)) yield { ...row, input: adapt(row.input, origin) };
    }
  }
  return { push: (text) => adapted(inner.push(text)), end: () => adapted(inner.end()) };
}

const cleanPath = (path: string): string[] =>
  normalizePath(path)
    .replace(/\.(?:md|csv)$/i, '')
    .split('/')
    .map((name) => ID.exec(name)?.[1]?.trim() || name);

function pageRow(input: MemoryInput, { hash, path }: ImportOrigin): MemoryInput {
  const name = nameOf(path);
  const id = ID.exec(name)?.[2] ?? name;
  const folders = cleanPath(path);
  const title = folders.pop() ?? name;
  const { part, ...metadata } = input.metadata ?? {};
  const properties = readProperties(input.text);
  return {
    ...input,
    id: fileId(hash, 'notion', id, part === undefined ? '' : String(part)),
    // The heading has the full title; Notion cuts off long file names.
    title: input.title === undefined || ID.test(input.title) ? title : input.title,
    source: 'notion',
    tags: [...new Set([...(input.tags ?? []), ...properties.tags])].slice(0, MAX_TAGS),
    links: [...(input.links ?? []), ...pageLinks(input.text)],
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
    const time = Date.parse(value);
    if (TAGS.test(name))
      result.tags.push(
        ...splitTags(value.includes(',') ? value : `${value},`).filter((tag) => tag.length <= MAX_NAME_LENGTH),
      );
    else if (CREATED.test(name) && Number.isFinite(time)) result.createdAt = time;
    else if (UPDATED.test(name) && Number.isFinite(time)) result.updatedAt = time;
    else found[`${name}`] = value;
  }
  // Otherwise they're text.
  const isList = (lines[at]?.trim() ?? '') === '';
  return isList
    ? { ...result, rest: extras(found) }
    : { tags: [], createdAt: undefined, updatedAt: undefined, rest: {} };
}

function pageLinks(text: string): string[] {
  const titles = new Set<string>();
  for (const [, path] of text.matchAll(PAGE_LINK)) {
    let title = path!.split('/').pop()!;
    try {
      title = decodeURIComponent(title);
    } catch {
      // Keep it as written.
    }
    title = title.trim();
    if (title !== '' && title.length <= MAX_LINK_LENGTH) titles.add(title);
  }
  return [...titles];
}

function tableRow(input: MemoryInput, { hash, path }: ImportOrigin): MemoryInput {
  const id = ID.exec(nameOf(path))?.[2] ?? nameOf(path);
  const folders = cleanPath(path);
  return {
    ...input,
    id: fileId(hash, 'notion', id, input.title ?? input.id ?? ''),
    source: 'notion',
    metadata: { ...input.metadata, app: 'notion', database: folders.pop() ?? '' },
  };
}

/** A database's rows are also exported as pages, in a folder named after the table. */
function hasPage(input: MemoryInput, { path, paths }: ImportOrigin): boolean {
  if (!paths || input.title === undefined) return false;
  const folder = cleanPath(path).join('/');
  return pagesOf(paths).has(`${folder}/${input.title}`);
}

const pages = new WeakMap<ReadonlySet<string>, Set<string>>();

function pagesOf(paths: ReadonlySet<string>): Set<string> {
  let found = pages.get(paths);
  if (!found) {
    found = new Set([...paths].filter((path) => path.endsWith('.md')).map((path) => cleanPath(path).join('/')));
    pages.set(paths, found);
  }
  return found;
}
