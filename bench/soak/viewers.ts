import { findViewerLeak } from '../../src/testing/viewer-property.ts';
import { type Proof, scaled } from './proof.ts';

const COMBINATIONS = 5_000;
const MAX_REPORTED_FAULTS = 10;

export const viewers: Proof = {
  name: 'viewers',
  what: `${COMBINATIONS.toLocaleString('en')} random stores, viewers and queries: every number in the answer is the same as in a store without the hidden memories`,
  minutes: 4,
  async run(share) {
    const combinations = scaled(COMBINATIONS, share);
    const faults: string[] = [];
    // Starts at 1,001, because `npm test` runs the first few hundred.
    for (let seed = 1_001; seed <= 1_000 + combinations; seed++) {
      const fault = await findViewerLeak(seed);
      if (fault !== null) faults.push(`seed ${seed}: ${fault}`);
    }
    return {
      ok: faults.length === 0,
      finding: `${combinations.toLocaleString('en')} combinations, ${faults.length} differ`,
      details: faults.slice(0, MAX_REPORTED_FAULTS),
    };
  },
};
