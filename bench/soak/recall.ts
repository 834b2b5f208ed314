import { measureSignBitRecall } from '../../src/testing/vector-recall.ts';
import { type Proof, scaled } from './proof.ts';

const LEAST = 0.98;

export const recall: Proof = {
  name: 'recall',
  what: `Recall@10 of the sign-bit plan on 5 stores of 200,000 vectors is ≥ ${LEAST} on each`,
  minutes: 6,
  run(share) {
    const stores = scaled(5, share);
    const { worst, recalls } = measureSignBitRecall({ stores, rows: 200_000, queries: 50 });
    return Promise.resolve({
      ok: worst >= LEAST,
      finding: `${stores} stores, 50 queries each: recall@10 ${recalls.map((value) => value.toFixed(4)).join(', ')}`,
    });
  },
};
