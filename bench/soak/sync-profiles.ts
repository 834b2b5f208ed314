import { serveClient } from '../../e2e/proofs/client-site.ts';
import { type ProfilesResult, syncProfiles } from '../../e2e/proofs/sync-profiles.ts';
import { SCENARIOS } from '../../src/testing/sync-scenarios.ts';
import { listed, type Proof, scaled } from './proof.ts';

const OPERATIONS = 5_000;
const LOG_EVERY = 100;
const MAX_REPORTED_FAULTS = 10;

export const profiles: Proof = {
  name: 'sync-profiles',
  what: `Three Chromium profiles, ${OPERATIONS.toLocaleString('en')} random operations spread over a server's failure modes, connections dropped, tabs, workers and browsers killed: equal bytes everywhere, no acknowledged edit missing, nothing sent twice but an interrupted page`,
  minutes: 40,
  async run(share, log) {
    const operations = Math.ceil(scaled(OPERATIONS, share, 210) / SCENARIOS.length);
    const seed = Number(process.env.SOAK_SEED ?? 33);
    const site = await serveClient();
    const results: ProfilesResult[] = [];
    try {
      for (const scenario of SCENARIOS) {
        const onStep = (step: number): void => {
          if ((step + 1) % LOG_EVERY === 0) log(`${scenario.name}: ${step + 1} operations`);
        };
        results.push(await syncProfiles({ site, scenario, operations, seed, onStep }));
      }
    } finally {
      await site.close();
    }
    const faults = results.flatMap(({ scenario, faults: found }) => found.map((fault) => `${scenario}: ${fault}`));
    const sum = (of: (result: ProfilesResult) => number): string =>
      results.reduce((all, one) => all + of(one), 0).toLocaleString('en');
    return {
      ok: faults.length === 0,
      finding: `${results.length} failure modes, ${sum((one) => one.operations)} operations, ${sum(({ edits }) => edits)} edits acknowledged, ${sum(({ kills }) => kills)} kills, ${sum(({ drops }) => drops)} drops, ${sum(({ restores }) => restores)} backups restored: ${faults.length} faults`,
      details: [
        ...results.map(
          ({ scenario, edits, removals, killed, drops, restores, requests, kept, memories, messages }) =>
            `${scenario}: ${edits} edits and ${removals} removals of ${memories} memories, of which ${messages} are messages, killed: ${listed(killed)}; ${drops} drops, ${restores} restores, ${requests} requests, ${kept} versions kept.`,
        ),
        ...faults.slice(0, MAX_REPORTED_FAULTS),
      ],
    };
  },
};
