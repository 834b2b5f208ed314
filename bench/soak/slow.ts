import { serveClient } from '../../e2e/proofs/client-site.ts';
import { slow as slowDevice } from '../../e2e/proofs/slow.ts';
import type { Proof } from './proof.ts';

const MINUTES = 60;

export const slow: Proof = {
  name: 'slow',
  what: 'An hour on a device six times slower, with a disk of 5 MB/s: tabs add, search, remove, import, open and purge; no call is refused, and nothing that is alive is reported as dead',
  minutes: MINUTES,
  async run(share, log) {
    const site = await serveClient();
    try {
      let logged = 0;
      const { rounds, imported, starts, tabs, acknowledged, slowest, faults, throttles } = await slowDevice({
        site,
        minutes: MINUTES * share,
        seed: Number(process.env.SOAK_SEED ?? 1),
        onRound: (result) => {
          for (const fault of result.faults.slice(logged)) log(fault);
          logged = result.faults.length;
          log(`${result.rounds} rounds, ${result.faults.length} faults`);
        },
      });
      return {
        ok: faults.length === 0 && rounds > 0,
        finding: `${rounds} rounds, ${starts} starts, ${tabs} tabs opened, ${acknowledged.toLocaleString('en')} calls acknowledged, ${imported.toLocaleString('en')} lines imported: ${faults.length} false errors`,
        details: [
          `Throttled: ${throttles.join('; ')}. Chromium doesn't slow workers.`,
          `Slowest, in ms: ${Object.entries(slowest)
            .map(([call, milliseconds]) => `${call} ${milliseconds}`)
            .join(', ')}.`,
          ...faults.slice(0, 20),
        ],
      };
    } finally {
      await site.close();
    }
  },
};
