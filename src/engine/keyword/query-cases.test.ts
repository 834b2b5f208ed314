import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../core/filter/scope.ts';
import { parseQuery } from '../../core/query/parse.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { distractors } from '../../testing/distractors.ts';
import { CASE_MEMORIES, QUERY_CASES, type QueryCase } from '../../testing/query-cases.ts';
import { createKeywordIndex } from './bm25-index.ts';

interface Row {
  id: string;
  title: string;
  text: string;
}

const others = distractors(1000).map((memory, at) => ({
  id: `distractor ${at}`,
  title: memory.title ?? '',
  text: memory.text,
  tags: memory.tags ?? [],
}));
const all = [...others.slice(0, 500), ...CASE_MEMORIES, ...others.slice(500)];
const rows: Row[] = all.map((memory) => ({ id: memory.id, title: memory.title ?? '', text: memory.text }));
const scope: Scope = { size: all.length, allowed: null, count: all.length };

const index = createKeywordIndex();
all.forEach((memory, at) => {
  const aliases = 'aliases' in memory ? (memory.aliases ?? []) : [];
  index.add({
    ordinal: at as Ordinal,
    title: memory.title ?? '',
    text: memory.text,
    tags: memory.tags ?? [],
    aliases,
    links: [],
  });
});
const stock = new MiniSearch<Row>({ fields: ['title', 'text'] });
stock.addAll(rows);

function ours(row: QueryCase): string[] {
  const { scores } = index.search(parseQuery(row.query), scope, { prefix: row.prefix ?? true, typoTolerance: true });
  return [...scores.keys()]
    .filter((ordinal) => scores[ordinal]! > 0)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .map((ordinal) => all[ordinal]!.id);
}

function satisfied(row: QueryCase, hits: readonly string[]): boolean {
  if (row.none) return hits.length === 0;
  const top = row.top ?? [];
  return (
    top.every((id, rank) => hits[rank] === id) &&
    (row.finds ?? []).every((id) => hits.includes(id)) &&
    (row.not ?? []).every((id) => !hits.includes(id))
  );
}

const shown = (query: string): string =>
  (query.length > 60 ? `${query.slice(0, 57)}… (${query.length})` : query).replaceAll(/[\0\ud800-\udfff]/g, '·');

describe('keyword queries', () => {
  it.each(QUERY_CASES.map((row, at) => [`${at + 1}: ${shown(row.query)}`, row] as const))('%s', (_name, row) => {
    const hits = ours(row);
    expect(
      satisfied(row, hits),
      `got ${hits.slice(0, 5).join(', ')} for ${JSON.stringify({ ...row, query: shown(row.query) })}`,
    ).toBe(true);
  });
});

describe('stock MiniSearch', () => {
  const failing = QUERY_CASES.filter((row) => row.stockFails);

  it.each(failing.map((row) => [shown(row.query), row] as const))('fails %s', (_name, row) => {
    expect(
      satisfied(
        row,
        stock.search(row.query).map((hit) => hit.id as string),
      ),
    ).toBe(false);
  });
});
