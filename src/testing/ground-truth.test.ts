import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../core/query/parse.ts';
import { validateMemory } from '../core/record/validate-memory.ts';
import { distractors } from './distractors.ts';

interface CorpusLine {
  _id: string;
  title: string;
  text: string;
  metadata: { [field: string]: unknown };
}
interface QueryLine {
  _id: string;
  text: string;
  metadata: { category: string; guards: string; options?: { session?: string; now?: number } };
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').trim();
const lines = <Line>(path: string): Line[] =>
  read(path)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const context = {
  now: Date.UTC(2026, 10, 22),
  newId: () => {
    throw new Error('every record has an id');
  },
  hash: (text: string) => text,
  conversationTtlMs: 0,
};
const validate = (input: unknown) => validateMemory(input, context);
const validateLine = ({ _id, title, text, metadata }: CorpusLine) => validate({ id: _id, title, text, ...metadata });

/** The file is a backup, so before its memories it has a header and lines with vectors. */
const notes = lines<{ id?: string; lang?: string }>('public/samples/notes.jsonl').filter(({ id }) => id !== undefined);
const corpus = lines<CorpusLine>('eval/ground-truth/corpus.jsonl');
const queries = lines<QueryLine>('eval/ground-truth/queries.jsonl');
const [header, ...judgements] = read('eval/ground-truth/qrels/test.tsv')
  .split('\n')
  .map((line) => line.split('\t'));

describe('sample notes', () => {
  it('are valid memories with own ids, dated 2024 to November 2026', () => {
    expect(new Set(notes.map((note) => note.id)).size).toBe(notes.length);
    for (const memory of notes.map(validate)) {
      expect(memory.createdAt).toBeGreaterThanOrEqual(Date.UTC(2024, 0, 1));
      expect(memory.createdAt).toBeLessThan(Date.UTC(2026, 10, 22));
    }
  });

  it('are in five languages, and in the ground truth with the same text', () => {
    expect(new Set(notes.map((note) => note.lang))).toEqual(new Set(['en', 'de', 'fr', 'ja', 'ar']));
    const texts = new Map(corpus.map((line) => [line._id, validateLine(line).text]));
    for (const memory of notes.map(validate)) expect(texts.get(memory.id)).toBe(memory.text);
  });
});

describe('ground truth', () => {
  it('has valid memories and queries with own ids', () => {
    expect(new Set(corpus.map((line) => line._id)).size).toBe(corpus.length);
    expect(new Set(queries.map((line) => line._id)).size).toBe(queries.length);
    for (const line of corpus) expect(validateLine(line).id).toBe(line._id);
  });

  it('asks every question once, says what each guards, and never repeats a reason', () => {
    const asked = queries.map(({ text, metadata }) => `${text} ${JSON.stringify(metadata.options ?? {})}`);
    expect(new Set(asked).size).toBe(asked.length);
    for (const { metadata } of queries) expect(metadata.guards).toMatch(/^\S+(?: \S+){3,}\.$/);
    expect(new Set(queries.map(({ metadata }) => metadata.guards)).size).toBe(queries.length);
  });

  it('judges known memories for known queries with 1 or 2, each once', () => {
    const memories = new Set(corpus.map((line) => line._id));
    const asked = new Set(queries.map((line) => line._id));
    expect(header).toEqual(['query-id', 'corpus-id', 'score']);
    for (const [query, memory, score] of judgements) {
      expect(asked).toContain(query);
      expect(memories).toContain(memory);
      expect(['1', '2']).toContain(score);
    }
    expect(new Set(judgements.map(([query, memory]) => `${query} ${memory}`)).size).toBe(judgements.length);
  });

  it('has a judgement for every query except those of nothing-relevant', () => {
    const judged = new Set(judgements.map(([query]) => query));
    const without = queries.filter((query) => !judged.has(query._id));
    expect(new Set(without.map((query) => query.metadata.category))).toEqual(new Set(['nothing-relevant']));
    expect(without).toEqual(queries.filter((query) => query.metadata.category === 'nothing-relevant'));
  });

  it('judges only memories that the query’s filters let through', () => {
    const rows = new Map(corpus.map((line) => [line._id, validateLine(line)]));
    for (const query of queries) {
      const { filters } = parseQuery(query.text);
      const own = judgements.filter(([id]) => id === query._id).map(([, id]) => rows.get(id ?? '')!);
      for (const memory of own) {
        if (filters.startDate !== undefined) {
          expect(memory.createdAt, query.text).toBeGreaterThanOrEqual(Date.parse(String(filters.startDate)));
        }
        if (filters.endDate !== undefined) {
          expect(memory.createdAt, query.text).toBeLessThan(Date.parse(String(filters.endDate)) + 86_400_000);
        }
        if (filters.session !== undefined) expect([filters.session].flat(), query.text).toContain(memory.session);
        if (filters.thread !== undefined) expect([filters.thread].flat(), query.text).toContain(memory.thread);
        if (filters.type !== undefined) expect([filters.type].flat(), query.text).toContain(memory.type);
      }
    }
  });

  it('judges all memories that a query with only filters lets through', () => {
    const rows = corpus.map(validateLine);
    for (const query of queries) {
      const { filters, semanticText } = parseQuery(query.text);
      if (semanticText !== '' || Object.keys(filters).length === 0) continue;
      const { allTags = [], type, startDate = 0, endDate = '9999-01-01' } = filters;
      const passing = rows.filter(
        (row) =>
          allTags.every((tag) => row.tags.includes(tag)) &&
          (type === undefined || [type].flat().includes(row.type)) &&
          row.createdAt >= Number(new Date(startDate)) &&
          row.createdAt < Number(new Date(endDate)) + 86_400_000,
      );
      const judged = judgements.filter(([id]) => id === query._id).map(([, id]) => id);
      expect(judged.toSorted(), query.text).toEqual(passing.map((row) => row.id).toSorted());
    }
  });

  it('is separate from the distractors, which are valid memories as well', () => {
    const ids = new Set(corpus.map((line) => line._id));
    for (const input of distractors(200)) expect(ids).not.toContain(validate(input).id);
  });
});
