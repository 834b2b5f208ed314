/**
 * `npm run eval:distractors [-- --memories 100,1000,10000]` searches for "how to collect materials quickly" among
 * generated memories. Fails if the note on efficient resource gathering isn't first, or if it's weak.
 */
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { contentHash } from '../src/core/record/content-hash.ts';
import { validateMemory } from '../src/core/record/validate-memory.ts';
import { distractors } from '../src/testing/distractors.ts';
import { EXACT_MEMORIES } from '../src/testing/exact-cases.ts';
import { EVALUATION_TIME } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';

const QUESTION = 'how to collect materials quickly';
const ANSWER = 'gathering';

const { values } = parseArgs({
  options: { memories: { type: 'string', default: '100,1000,10000' }, model: { type: 'string', default: BGE_SMALL } },
});
const context = { now: EVALUATION_TIME, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
const model = await openModel(values.model);
for (const memories of values.memories.split(',').map(Number)) {
  const corpus = [...EXACT_MEMORIES, ...distractors(memories - EXACT_MEMORIES.length, 7)].map((input) =>
    validateMemory(input, context),
  );
  const { searcher, close } = await buildEngine({ name: `among ${memories}`, corpus }, model);
  const { hits, answerable } = await searcher.rank(QUESTION, { tuning: { now: EVALUATION_TIME } });
  const rank = hits.findIndex(({ id }) => id === ANSWER) + 1;
  const { label, scores } = hits[rank - 1] ?? {};
  console.log(
    `among ${memories.toLocaleString('en')}: ` +
      (rank === 0 ? 'weak or not found' : `rank ${rank}, ${label}, relevance ${scores!.relevance.toFixed(3)}`) +
      `; ${hits.length} shown; answerable ${answerable.toFixed(3)}`,
  );
  if (rank !== 1) process.exitCode = 1;
  await close();
}
await model.dispose();
