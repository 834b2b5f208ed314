/**
 * YAML front matter of a Markdown file → fields of a memory; what has no field goes under metadata. Front matter that is
 * not valid YAML is reported and left in the text, so that nothing is lost.
 */
import { parseDocument } from 'yaml';
import { isPlainObject, setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';
import { parseIsoTime } from '../record/time.ts';
import { splitTags } from './record.ts';

export interface FrontMatter {
  title?: string;
  tags: string[];
  aliases: string[];
  lang?: string;
  createdAt?: string;
  updatedAt?: string;
  /** All other fields. */
  rest: JsonObject;
}

export interface MarkdownParts {
  frontMatter: FrontMatter;
  body: string;
  /** Line of the file on which the body begins, from 1. */
  bodyLine: number;
  /** Why the front matter could not be read. */
  problem?: { line: number; message: string };
}

const FENCED = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const CREATED = new Set(['date', 'created', 'createdat', 'created_at', 'created-at']);
const UPDATED = new Set(['updated', 'modified', 'lastmod', 'updatedat', 'updated_at', 'updated-at']);
/** Guards against documents that expand without end. */
const MAX_ALIASES = 100;

export function splitFrontMatter(text: string): MarkdownParts {
  const whole = { frontMatter: emptyFrontMatter(), body: text, bodyLine: 1 };
  const match = FENCED.exec(text);
  if (!match) return whole;
  const yaml = match[1] ?? '';
  const read = readYaml(yaml);
  if ('message' in read) return { ...whole, problem: { line: read.line + 1, message: read.message } };
  return {
    frontMatter: read.fields,
    body: text.slice(match[0].length),
    bodyLine: match[0].split('\n').length,
  };
}

function emptyFrontMatter(): FrontMatter {
  return { tags: [], aliases: [], rest: {} };
}

function readYaml(yaml: string): { fields: FrontMatter } | { line: number; message: string } {
  let value: unknown;
  try {
    const document = parseDocument(yaml, { uniqueKeys: false, prettyErrors: true });
    const error = document.errors[0];
    if (error) return { line: error.linePos?.[0].line ?? 1, message: error.message.split('\n')[0]! };
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    return { line: 1, message: (error as Error).message };
  }
  if (value === null || value === undefined) return { fields: emptyFrontMatter() };
  if (!isPlainObject(value)) return { line: 1, message: 'must be a list of fields' };
  return { fields: readFields(value) };
}

function readFields(values: { [key: string]: unknown }): FrontMatter {
  const fields = emptyFrontMatter();
  for (const key of Object.keys(values)) {
    const value = toJson(values[key]);
    if (!takeField(fields, key.toLowerCase(), value)) setOwn(fields.rest, key, value);
  }
  return fields;
}

/** False where the value is none that the field could hold; then it is kept as metadata. */
function takeField(fields: FrontMatter, name: string, value: JsonValue): boolean {
  if (name === 'title' && fields.title === undefined && isScalar(value)) {
    fields.title = String(value);
    return true;
  }
  if (name === 'tags' || name === 'tag' || name === 'keywords') return addAll(fields.tags, value, splitTags);
  if (name === 'aliases' || name === 'alias') return addAll(fields.aliases, value, (text) => [text]);
  if ((name === 'lang' || name === 'language') && typeof value === 'string' && fields.lang === undefined) {
    fields.lang = value;
    return true;
  }
  if (typeof value !== 'string' || parseIsoTime(value) === null) return false;
  if (CREATED.has(name) && fields.createdAt === undefined) fields.createdAt = value;
  else if (UPDATED.has(name) && fields.updatedAt === undefined) fields.updatedAt = value;
  else return false;
  return true;
}

function addAll(target: string[], value: JsonValue, split: (text: string) => string[]): boolean {
  if (value === null) return true;
  if (typeof value === 'string') {
    target.push(...split(value));
    return true;
  }
  const items = Array.isArray(value) ? value : [value];
  if (!items.every(isScalar)) return false;
  target.push(...items.map((item) => String(item).replace(/^#/, '')));
  return true;
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** YAML knows numbers that JSON does not; they are kept as they are written. */
function toJson(value: unknown): JsonValue {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (isPlainObject(value)) {
    const result: JsonObject = {};
    for (const key of Object.keys(value)) setOwn(result, key, toJson(value[key]));
    return result;
  }
  return (value ?? null) as JsonValue;
}
