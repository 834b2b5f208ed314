/** F5's examples as stated, with the real model over every memory, in a small store and in a large one. */
import { distractors } from '../../src/testing/distractors.ts';
import { EXACT_CASES, EXACT_MEMORIES, exactFault } from '../../src/testing/exact-cases.ts';
import { inPage, openSite } from '../site.ts';
import { type Proof, scaled } from './proof.ts';

const SIZES = [100, 10_000];

export const exact: Proof = {
  name: 'exact',
  what: 'Every example of DESIGN F5 ranks as stated among 100 and among 10,000 memories, all embedded',
  minutes: 8,
  async run(share, log) {
    const site = await openSite();
    const details: string[] = [];
    const figures: string[] = [];
    try {
      for (const size of SIZES.map((full) => scaled(full, share, 100))) {
        const visit = await site.browse();
        const page = await visit.page();
        await inPage(page, 'open', { name: `exact-${size}` });
        await inPage(page, 'add', [...EXACT_MEMORIES, ...distractors(size - EXACT_MEMORIES.length, 7)]);
        const { embedded } = await inPage(page, 'embedBacklog');
        log(`${embedded} of ${size} embedded`);
        const rankings = await inPage(
          page,
          'ranked',
          EXACT_CASES.map(({ query }) => query),
        );
        const faults = EXACT_CASES.flatMap((example, at) => {
          const fault = exactFault(example, rankings[at]!);
          return fault === undefined ? [] : [`${size} memories, \`${example.query}\`: ${fault}`];
        });
        if (embedded < size) faults.push(`${size} memories: only ${embedded} embedded`);
        figures.push(`${EXACT_CASES.length - faults.length} of ${EXACT_CASES.length} examples among ${size}`);
        details.push(...faults);
        await visit.close();
      }
    } finally {
      await site.close();
    }
    return { ok: details.length === 0, finding: figures.join(', '), details };
  },
};
