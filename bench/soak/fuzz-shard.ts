/**
 * One process of the soak's fuzzing: `npx tsx bench/soak/fuzz-shard.ts SEED COUNT [LIMIT]`. It also counts processor
 * time, because other load hardly changes that.
 */

import { buildEngine } from '../../eval/engine.ts';
import { validateMemory } from '../../src/core/record/validate-memory.ts';
import { distractors } from '../../src/testing/distractors.ts';
import { fuzzQueries } from '../../src/testing/fuzz-queries.ts';

const MEMORIES = 10_000;
const WARM_UP = 200;
const CANDIDATES = 20;

export interface ShardResult {
  queries: number;
  threw: { query: string; error: string }[];
  /** Number of queries by milliseconds, in steps of a tenth. */
  wall: { [tenths: string]: number };
  processor: { [tenths: string]: number };
  slowest: { query: string; processor: number };
  /** `again`: the least of three more tries, because garbage collection or compilation may have slowed the first. */
  costly: { query: string; processor: number; again: number }[];
}

/** `limit` is in milliseconds of processor time. */
const [seed = 1, count = 1_000, limit = 150] = process.argv.slice(2).map(Number);
const context = {
  now: Date.UTC(2026, 10, 1),
  newId: () => 'none is needed',
  hash: (text: string) => text,
  conversationTtlMs: 0,
};
const corpus = distractors(MEMORIES, 1).map((input) => validateMemory(input, context));
const { searcher, close } = await buildEngine({ name: 'fuzz', corpus }, null);
const never = new AbortController().signal;

for (const query of fuzzQueries(1_000_000 + seed, WARM_UP)) {
  await searcher.search(query, { modes: ['keyword'] }, { signal: never }).catch(() => {});
}

const result: ShardResult = {
  queries: 0,
  threw: [],
  wall: {},
  processor: {},
  slowest: { query: '', processor: 0 },
  costly: [],
};
const note = (into: { [tenths: string]: number }, milliseconds: number): void => {
  const key = String(Math.ceil(milliseconds * 10));
  into[key] = (into[key] ?? 0) + 1;
};
/** Milliseconds of processor time. To search a query again, pass another `candidates` to bypass the cache. */
async function cost(query: string, candidates: number): Promise<number | Error> {
  const used = process.cpuUsage();
  try {
    await searcher.search(query, { modes: ['keyword'], tuning: { candidates } }, { signal: never });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1_000;
}

for (const query of fuzzQueries(seed, count)) {
  const shown = JSON.stringify(query).slice(0, 160);
  const start = performance.now();
  const processor = await cost(query, CANDIDATES);
  note(result.wall, performance.now() - start);
  if (processor instanceof Error) result.threw.push({ query: shown, error: String(processor) });
  else {
    note(result.processor, processor);
    if (processor > result.slowest.processor) result.slowest = { query: shown, processor };
    if (processor > limit) {
      const tries = [
        await cost(query, CANDIDATES + 1),
        await cost(query, CANDIDATES + 2),
        await cost(query, CANDIDATES + 3),
      ];
      result.costly.push({ query: shown, processor, again: Math.min(...tries.map(Number)) });
    }
  }
  if (++result.queries % 1_000 === 0) console.error(`${result.queries} of ${count}`);
}
console.log(JSON.stringify(result));
// Pending timers of the engine would keep the process alive.
await close();
