/** Runs the shipped engine in Node, where embedding ten thousand memories takes only minutes. */

import { EVALUATION_TIME } from '../../eval/data-set.ts';
import { buildEngine } from '../../eval/engine.ts';
import { openModel } from '../../eval/models.ts';
import { BGE_SMALL } from '../../src/core/model-profiles.ts';
import { contentHash } from '../../src/core/record/content-hash.ts';
import { validateMemory } from '../../src/core/record/validate-memory.ts';
import { distractors } from '../../src/testing/distractors.ts';
import { EXACT_CASES, EXACT_MEMORIES, exactFault } from '../../src/testing/exact-cases.ts';
import { type Proof, scaled } from './proof.ts';

const SIZES = [100, 10_000];

export const exact: Proof = {
  name: 'exact',
  what: 'The examples of exact queries rank as listed, among 100 and among 10,000 memories that all have vectors',
  minutes: 6,
  async run(share, log) {
    const details: string[] = [];
    const figures: string[] = [];
    let faults = 0;
    const model = await openModel(BGE_SMALL, 2);
    for (const size of SIZES.map((full) => scaled(full, share, 100))) {
      const context = { now: EVALUATION_TIME, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
      const inputs = [...EXACT_MEMORIES, ...distractors(size - EXACT_MEMORIES.length, 7)];
      const corpus = inputs.map((input) => validateMemory(input, context));
      const { searcher, vectors, close } = await buildEngine({ name: 'exact', corpus }, model);
      log(`${vectors.size} of ${size} embedded`);
      let right = 0;
      for (const example of EXACT_CASES) {
        const { hits, weak } = await searcher.search(example.query, { limit: 50 });
        const shown = [...hits, ...weak].map(({ id }) => id);
        const hidden = hits[0]?.id === shown[0] ? undefined : `${shown[0]} is first, and weak`;
        const fault = exactFault(example, shown) ?? hidden;
        if (fault === undefined) right++;
        else details.push(`${size} memories, \`${example.query}\`: ${fault}.`);
      }
      await close();
      faults += EXACT_CASES.length - right + (size - vectors.size);
      figures.push(`${right} of ${EXACT_CASES.length} examples among ${vectors.size.toLocaleString('en')}`);
    }
    await model.dispose();
    return { ok: faults === 0, finding: figures.join(', '), details };
  },
};
