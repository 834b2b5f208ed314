/**
 * Judged sets: BEIR folders (`corpus.jsonl`, `queries*.jsonl`, `qrels/*.tsv`) and ground-truth JSON (`test_cases: [{
 * query, expected_hashes, expected_tags, category }]` next to a corpus).
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { JsonObject, JsonValue, Memory, MemoryInput } from '../src/core/record/memory.ts';

export interface JudgedQuery {
  id: string;
  text: string;
  category: string;
  /** Grades. Empty if nothing in the corpus answers the question. */
  judged: Map<string, number>;
  metadata: JsonObject;
}

export interface DataSet {
  /**
   * The folder's name, then `<NAME` if the questions are from the folder NAME, then `:X` if they're from
   * `queries-X.jsonl` and `qrels/X.tsv`.
   */
  name: string;
  /** Two-letter language code; default English. */
  language?: string;
  corpus: Memory[];
  queries: JudgedQuery[];
}

/** Date of texts that have none. */
export const EVALUATION_TIME = Date.UTC(2026, 0, 1);

/**
 * @param queriesFrom folder of another set whose queries are used instead, for example in another language. They're
 * matched by id
 */
export function readDataSets(path: string, queriesFrom?: string): DataSet[] {
  if (statSync(path).isFile()) return [readGroundTruth(path)];
  const corpus = readLines(join(path, 'corpus.jsonl')).map(memoryOf);
  const asked = queriesFrom ?? path;
  const suffix = queriesFrom === undefined ? '' : `<${basename(resolve(queriesFrom))}`;
  return readdirSync(asked)
    .map((file) => /^queries(?:-(.+))?\.jsonl$/.exec(file))
    .filter((match) => match !== null)
    .map((match) => {
      const variant = match[1];
      const name = basename(resolve(path)) + suffix + (variant === undefined ? '' : `:${variant}`);
      const language = languageOf(path);
      return {
        name,
        language,
        corpus,
        queries: readQueries(join(asked, match[0]), judgementsFile(path, asked, variant)),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function languageOf(path: string): string {
  return /-([a-z]{2})$/.exec(basename(resolve(path)))?.[1] ?? '';
}

function judgementsFile(path: string, asked: string, variant: string | undefined): string {
  const names = variant === undefined ? ['test', 'dev', 'train'] : [variant];
  for (const folder of [path, asked]) {
    for (const name of names) {
      const file = join(folder, 'qrels', `${name}.tsv`);
      if (existsSync(file)) return file;
    }
  }
  throw new Error(`${path}: no qrels/${names.join('.tsv or qrels/')}.tsv`);
}

function readQueries(queriesFile: string, qrelsFile: string): JudgedQuery[] {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of readFileSync(qrelsFile, 'utf8').split('\n')) {
    const [query, document, grade] = line.split('\t');
    if (query === undefined || document === undefined || query === 'query-id') continue;
    const judged = judgements.get(query) ?? new Map<string, number>();
    judged.set(document, Number(grade ?? 1));
    judgements.set(query, judged);
  }
  return readLines(queriesFile).flatMap((row) => {
    const metadata = objectOf(row.metadata);
    const category = typeof metadata.category === 'string' ? metadata.category : '';
    const judged = judgements.get(String(row._id));
    if (judged === undefined && category !== NOTHING_RELEVANT) return [];
    return [{ id: String(row._id), text: String(row.text), category, judged: judged ?? new Map(), metadata }];
  });
}

export const NOTHING_RELEVANT = 'nothing-relevant';

const RECORD_FIELDS = [
  'type',
  'source',
  'url',
  'thread',
  'role',
  'owner',
  'privacy',
  'group',
  'channel',
  'links',
  'aliases',
  'lang',
  'evergreen',
  'importance',
  'confidence',
] as const satisfies readonly (keyof MemoryInput)[];

export function memoryOf(row: { [key: string]: JsonValue }, index: number): Memory {
  const metadata = objectOf(row.metadata);
  const text = String(row.text ?? '');
  const title = String(row.title ?? '');
  const createdAt = timeOf(metadata.createdAt) ?? EVALUATION_TIME;
  const taken: { [field: string]: JsonValue } = {};
  for (const field of RECORD_FIELDS) if (metadata[field] !== undefined) taken[field] = metadata[field];
  if (metadata.conversation !== undefined) taken.thread ??= String(metadata.conversation);
  if (metadata.session !== undefined) taken.session = String(metadata.session);
  if (metadata.speaker !== undefined) taken.source ??= String(metadata.speaker);
  return {
    type: 'note',
    confidence: 0.5,
    ...(title === '' ? {} : { title }),
    ...taken,
    id: String(row._id),
    text,
    tags: Array.isArray(metadata.tags) ? metadata.tags.map(String) : [],
    metadata,
    createdAt,
    updatedAt: timeOf(metadata.updatedAt) ?? createdAt,
    lastAccessedAt: createdAt,
    accessCount: 0,
    // An evaluation must not merge memories with equal texts.
    contentHash: `row-${index}`,
  } as Memory;
}

function timeOf(value: JsonValue | undefined): number | undefined {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

interface GroundTruth {
  corpus?: string;
  test_cases: { query: string; expected_hashes?: string[]; expected_tags?: string[]; category?: string }[];
}

/**
 * A hash is the id of a memory, or the start of its `metadata.hash`. If a case has no hashes, all memories with one of
 * its tags are answers.
 */
function readGroundTruth(file: string): DataSet {
  const truth = JSON.parse(readFileSync(file, 'utf8')) as GroundTruth;
  const corpusFile = resolve(dirname(file), truth.corpus ?? 'corpus.jsonl');
  const corpus = readLines(corpusFile).map(memoryOf);
  const queries = truth.test_cases.map((test, index) => {
    const judged = new Map<string, number>();
    for (const memory of corpus) {
      const hash = typeof memory.metadata.hash === 'string' ? memory.metadata.hash : memory.id;
      const named =
        test.expected_hashes?.some((expected) => expected === memory.id || hash.startsWith(expected)) ?? false;
      const tagged = test.expected_hashes?.length
        ? false
        : (test.expected_tags?.some((tag) => memory.tags.includes(tag)) ?? false);
      if (named || tagged) judged.set(memory.id, 1);
    }
    return { id: `case-${index}`, text: test.query, category: test.category ?? '', judged, metadata: {} };
  });
  return { name: basename(file, '.json'), corpus, queries };
}

function readLines(file: string): { [key: string]: JsonValue }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { [key: string]: JsonValue });
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
