/** A judged note has grade 1 if it's an answer, otherwise 0. A note that nobody judged has none. */

import { type ResultRow, rowOfHit } from '../../session/answer/result-row.ts';
import type { HybridSearchClient, JudgedQuery } from '../../shared/engine-access.ts';
import { keepStored, readStored, storedName } from '../../shared/stored.ts';

export const POOL_SIZE = 10;
/** The compared rankings take turns in contributing their best hits, so that the judgements favour none of them. */
const RANKINGS: readonly Parameters<HybridSearchClient['search']>[1][] = [
  { modes: ['keyword'] },
  { modes: ['semantic'], alpha: 1 },
  {},
];
const FORMAT = 'hybrid-search-judgements';

export async function poolFor(client: HybridSearchClient, query: string): Promise<ResultRow[]> {
  const answers = await Promise.all(
    RANKINGS.map((settings) =>
      client
        .search(query, { ...settings, limit: POOL_SIZE })
        // The mode may not be available.
        .catch(() => null),
    ),
  );
  const lists = answers.map((answer) => (answer ? [...answer.hits, ...answer.weak].map(rowOfHit) : []));
  const pool = new Map<string, ResultRow>();
  for (let at = 0; at < POOL_SIZE; at++)
    for (const list of lists) {
      const row = list[at];
      if (row && pool.size < POOL_SIZE && !pool.has(row.id)) pool.set(row.id, row);
    }
  return [...pool.values()];
}

export function withJudged(judged: readonly JudgedQuery[], one: JudgedQuery): JudgedQuery[] {
  return [...judged.filter(({ query }) => query !== one.query), one];
}

export function answeredQuestions(judged: readonly JudgedQuery[]): JudgedQuery[] {
  return judged.filter(({ relevant }) => Object.values(relevant).some((grade) => grade > 0));
}

const nameOf = (store: string): string => storedName('judged', store);

export const readJudgements = (store: string): JudgedQuery[] => parseJudgements(readStored(nameOf(store)) ?? '') ?? [];

export function keepJudgements(store: string, judged: readonly JudgedQuery[]): void {
  keepStored(nameOf(store), printJudgements(judged));
}

export function printJudgements(judged: readonly JudgedQuery[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, judged }, null, 2);
}

export function parseJudgements(text: string): JudgedQuery[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { format, judged } = (value ?? {}) as { format?: unknown; judged?: unknown };
  if (format !== FORMAT || !Array.isArray(judged) || !judged.every(isJudged)) return null;
  return judged.map(({ query, relevant }) => ({ query, relevant: { ...relevant } }));
}

function isJudged(value: unknown): value is JudgedQuery {
  const { query, relevant } = (value ?? {}) as Partial<JudgedQuery>;
  if (typeof query !== 'string' || query.trim() === '' || typeof relevant !== 'object' || relevant === null)
    return false;
  return Object.values(relevant).every((grade) => Number.isFinite(grade) && grade >= 0);
}
