/** Fields that memories don't have become metadata. Invalid front matter is reported and stays in the text. */
import { LineCounter, parseDocument } from 'yaml';
import { isDeeperThan, isPlainObject, setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';
import { MAX_LANG_LENGTH, MAX_METADATA_BYTES, MAX_METADATA_DEPTH, MAX_NAME_LENGTH } from '../record/memory-limits.ts';
import { parseIsoTime } from '../record/time.ts';
import { exceedsUtf8Bytes } from '../record/well-formed.ts';
import type { ImportProblemReason, ImportProblemValues } from './problem-sentences.ts';
import { splitTags } from './record.ts';

export interface FrontMatter {
  title?: string;
  tags: string[];
  aliases: string[];
  lang?: string;
  createdAt?: string;
  updatedAt?: string;
  rest: JsonObject;
}

interface FrontMatterProblem {
  line: number;
  reason: ImportProblemReason;
  values?: ImportProblemValues;
}

export interface MarkdownParts {
  frontMatter: FrontMatter;
  body: string;
  /** From 1. */
  bodyLine: number;
  problem?: FrontMatterProblem;
}

const FENCED = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const CREATED = new Set(['date', 'created', 'createdat', 'created_at', 'created-at']);
const UPDATED = new Set(['updated', 'modified', 'lastmod', 'updatedat', 'updated_at', 'updated-at']);
/** Small documents may have aliases that expand to huge ones. */
const MAX_ALIASES = 100;
/** Maximum UTF-16 units: twice the limit of metadata. This also bounds the parser's time. */
const MAX_LENGTH = 2 * MAX_METADATA_BYTES;
/** Leaves space for the note's path and the number of its part. */
const MAX_REST_BYTES = MAX_METADATA_BYTES - 8_192;
/**
 * Limits the parser's recursion, one call per level. If the stack is nearly full when V8 has to compile a regular
 * expression, the whole process crashes. 6,000 brackets caused that.
 */
const MAX_DEPTH = 64;

export function splitFrontMatter(text: string): MarkdownParts {
  const whole = { frontMatter: emptyFrontMatter(), body: text, bodyLine: 1 };
  const match = FENCED.exec(text);
  if (!match) return whole;
  const yaml = match[1] ?? '';
  if (yaml.length > MAX_LENGTH) {
    return { ...whole, problem: { line: 1, reason: 'front-matter-long', values: { most: MAX_LENGTH } } };
  }
  const read = readYaml(yaml);
  if ('reason' in read) return { ...whole, problem: { ...read, line: read.line + 1 } };
  return {
    frontMatter: read.fields,
    body: text.slice(match[0].length),
    bodyLine: match[0].split('\n').length,
  };
}

function emptyFrontMatter(): FrontMatter {
  return { tags: [], aliases: [], rest: {} };
}

function readYaml(yaml: string): { fields: FrontMatter } | FrontMatterProblem {
  let value: unknown;
  const deep = lineTooDeep(yaml);
  if (deep > 0) return tooDeep(deep, MAX_DEPTH);
  try {
    const lines = new LineCounter();
    // Each pretty error would search the whole text again, and warnings would quote it on the console.
    const document = parseDocument(yaml, {
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
      lineCounter: lines,
    });
    const error = document.errors[0];
    if (error) return invalid(lines.linePos(error.pos[0]).line, error);
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    return invalid(1, error as Error);
  }
  if (value === null || value === undefined) return { fields: emptyFrontMatter() };
  if (!isPlainObject(value)) return { line: 1, reason: 'front-matter-no-fields' };
  // A value whose anchor contains its own alias is infinitely deep.
  if (isDeeperThan(value, MAX_DEPTH)) return tooDeep(1, MAX_DEPTH);
  const fields = readFields(value);
  if (isDeeperThan(fields.rest, MAX_METADATA_DEPTH)) return tooDeep(1, MAX_METADATA_DEPTH);
  if (exceedsUtf8Bytes(JSON.stringify(fields.rest), MAX_REST_BYTES)) {
    return { line: 1, reason: 'front-matter-large', values: { bytes: MAX_REST_BYTES } };
  }
  return { fields };
}

const invalid = (line: number, { message }: Error): FrontMatterProblem => ({
  line,
  reason: 'invalid-front-matter',
  values: { detail: message },
});

const tooDeep = (line: number, most: number): FrontMatterProblem => ({
  line,
  reason: 'front-matter-too-deep',
  values: { most },
});

/** Returns the number of the first line that's too deep, or 0. Counts indentation, dashes and brackets, also quoted. */
function lineTooDeep(yaml: string): number {
  let open = 0;
  for (const [index, line] of yaml.split('\n').entries()) {
    const opening = /^(?:[ \t]|[-?:](?=[ \t]))*/.exec(line)![0];
    if (opening.length > 4 * MAX_DEPTH) return index + 1;
    for (const character of line) {
      if (character === '[' || character === '{') open++;
      else if ((character === ']' || character === '}') && open > 0) open--;
      if (open > MAX_DEPTH) return index + 1;
    }
  }
  return 0;
}

function readFields(values: { [key: string]: unknown }): FrontMatter {
  const fields = emptyFrontMatter();
  for (const key of Object.keys(values)) {
    const value = toJson(values[key]);
    if (!setField(fields, key.toLowerCase(), value)) setOwn(fields.rest, key, value);
  }
  return fields;
}

/** Returns false if the value becomes metadata. */
function setField(fields: FrontMatter, name: string, value: JsonValue): boolean {
  if (name === 'title' && fields.title === undefined && isScalar(value)) {
    fields.title = String(value);
    return true;
  }
  if (name === 'tags' || name === 'tag' || name === 'keywords') {
    const known = fields.tags.length;
    // If a keyword is too long for a tag, such as a sentence, the whole field also becomes metadata.
    return (
      addAll(fields.tags, value, splitTags) && fields.tags.slice(known).every((tag) => tag.length <= MAX_NAME_LENGTH)
    );
  }
  if (name === 'aliases' || name === 'alias') return addAll(fields.aliases, value, (text) => [text]);
  if ((name === 'lang' || name === 'language') && fits(value) && fields.lang === undefined) {
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
  const items = (Array.isArray(value) ? value : [value]).filter((item) => item !== null);
  if (!items.every(isScalar)) return false;
  target.push(...items.map((item) => String(item).replace(/^#/, '')));
  return true;
}

function fits(lang: JsonValue): lang is string {
  return typeof lang === 'string' && lang.length <= MAX_LANG_LENGTH;
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Numbers that JSON can't express become strings. */
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
