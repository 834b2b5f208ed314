import { openings as openAgainAndAgain } from '../../e2e/store/openings.ts';
import { listed, type Proof, scaled } from './proof.ts';

const OPENINGS = 500;
const WRITERS = [1, 2, 4];

export const openings: Proof = {
  name: 'openings',
  what: `${OPENINGS} openings of a tab while one to four others add, rewrite, remove and purge: no write undone, no false report of a loss`,
  minutes: 12,
  async run(share, log) {
    const each = scaled(OPENINGS / WRITERS.length, share, 3);
    const details: string[] = [];
    let opened = 0;
    let acknowledged = 0;
    let wrong = 0;
    let falselyTold = 0;
    for (const writers of WRITERS) {
      const result = await openAgainAndAgain({ openings: each, writers });
      log(`${writers} writing: ${result.openings} openings, ${result.acknowledged} writes`);
      opened += result.openings;
      acknowledged += result.acknowledged;
      wrong += result.wrong.length;
      falselyTold += Object.entries(result.events).reduce(
        (sum, [event, times]) => sum + (event === 'ok' ? 0 : times),
        0,
      );
      details.push(`${writers} writing: ${listed(result.events)}`, ...result.wrong.slice(0, 10));
    }
    return {
      ok: wrong === 0 && falselyTold === 0,
      finding: `${opened} openings, ${acknowledged} writes, ${wrong} wrong, ${falselyTold} false reports of a loss`,
      details,
    };
  },
};
