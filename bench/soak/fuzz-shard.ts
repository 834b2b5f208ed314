/**
 * A process of the fuzz proof: one seed's queries against the shipped engine over 10,000 generated memories. Prints one
 * line of JSON. Processor time is counted beside wall time: it does not grow with what else the machine does.
 *
 *   npx tsx bench/soak/fuzz-shard.ts SEED COUNT
 */

import { buildEngine } from '../../eval/engine.ts';
import { validateMemory } from '../../src/core/validate-memory.ts';
import { distractors } from '../../src/testing/distractors.ts';
import { fuzzQueries } from '../../src/testing/fuzz-queries.ts';

const MEMORIES = 10_000;
const WARM_UP = 200;

export interface ShardResult {
  queries: number;
  threw: { query: string; error: string }[];
  /** Milliseconds a query, as multiples of a tenth: how many queries took so long. */
  wall: { [tenths: string]: number };
  processor: { [tenths: string]: number };
  slowest: { query: string; processor: number };
}

const [seed = 1, count = 1_000] = process.argv.slice(2).map(Number);
const context = {
  now: Date.UTC(2026, 10, 1),
  newId: () => 'none is needed',
  hash: (text: string) => text,
  conversationTtlMs: 0,
};
const corpus = distractors(MEMORIES, 1).map((input) => validateMemory(input, context));
const { searcher } = await buildEngine({ name: 'fuzz', corpus }, null);
const never = new AbortController().signal;

for (const query of fuzzQueries(1_000_000 + seed, WARM_UP)) {
  await searcher.search(query, { modes: ['keyword'] }, { signal: never }).catch(() => {});
}

const result: ShardResult = { queries: 0, threw: [], wall: {}, processor: {}, slowest: { query: '', processor: 0 } };
const note = (into: { [tenths: string]: number }, milliseconds: number): void => {
  const key = String(Math.ceil(milliseconds * 10));
  into[key] = (into[key] ?? 0) + 1;
};
for (const query of fuzzQueries(seed, count)) {
  const start = performance.now();
  const used = process.cpuUsage();
  try {
    await searcher.search(query, { modes: ['keyword'] }, { signal: never });
  } catch (error) {
    result.threw.push({ query: JSON.stringify(query).slice(0, 200), error: String(error) });
  }
  const { user, system } = process.cpuUsage(used);
  const processor = (user + system) / 1_000;
  note(result.wall, performance.now() - start);
  note(result.processor, processor);
  if (processor > result.slowest.processor) result.slowest = { query: JSON.stringify(query).slice(0, 160), processor };
  if (++result.queries % 1_000 === 0) console.error(`${result.queries} of ${count}`);
}
console.log(JSON.stringify(result));
