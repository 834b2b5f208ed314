import { browserKills, faultsOf, type KillsResult, partKills } from '../../e2e/proofs/client-kills.ts';
import { type ClientSite, serveClient } from '../../e2e/proofs/client-site.ts';
import { chromium, type Engine, firefox, webKit } from '../../e2e/proofs/engines.ts';
import type { Verdict } from '../../scripts/soak-report.ts';
import { listed, type Proof, scaled } from './proof.ts';

type Loop = (options: {
  site: ClientSite;
  kills: number;
  seed: number;
  onKill(result: KillsResult): void;
}) => Promise<KillsResult>;

const MAX_REPORTED_FAULTS = 20;
const PROMISE =
  'no acknowledged write lost, no partial batch, no removed note restored, no note both in the trash and outside it, no index mismatch';

const proofOf = (name: string, full: number, what: string, minutes: number, loop: Loop): Proof => ({
  name,
  what: `${full} ${what}: ${PROMISE}`,
  minutes,
  async run(share, log) {
    const site = await serveClient();
    try {
      const kills = scaled(full, share);
      const seed = Number(process.env.SOAK_SEED ?? 1);
      let logged = 0;
      const onKill = (result: KillsResult): void => {
        const faults = faultsOf(result);
        for (const fault of faults.slice(logged, logged + MAX_REPORTED_FAULTS)) log(fault);
        logged = faults.length;
        if (result.kills % 10 === 0) log(`${result.kills} of ${kills}; ${logged} faults`);
      };
      return verdictOf(await loop({ site, kills, seed, onKill }), kills);
    } finally {
      await site.close();
    }
  },
});

function verdictOf(result: KillsResult, kills: number): Verdict {
  const faults = faultsOf(result);
  const { lost, stale, resurrected, half, doubled } = result.differences;
  return {
    ok: faults.length === 0 && result.kills >= kills,
    finding: `${result.kills} kills, ${result.acknowledged.toLocaleString('en')} calls acknowledged: ${lost.length + stale.length} lost, ${half.length} partial batches, ${resurrected.length} removed notes restored, ${doubled.length} both in the trash and outside, ${result.index.length} index mismatches, ${result.errors.length} refused calls`,
    details: [
      `Killed: ${listed(result.kinds)}; starts: ${listed(result.events)}; slowest opening ${Math.round(result.slowestOpen)} ms.`,
      ...faults.slice(0, MAX_REPORTED_FAULTS),
    ],
  };
}

const browsers = (engine: Engine): Loop => {
  return (options) => browserKills({ ...options, engine });
};
const SQLITE = ['--enable-features=IdbSqliteBackingStore'];

export const KILLS: readonly Proof[] = [
  proofOf('kills-leveldb', 200, 'SIGKILL of Chromium, IndexedDB on LevelDB', 15, browsers(chromium())),
  proofOf('kills-sqlite', 200, 'SIGKILL of Chromium, IndexedDB on SQLite', 15, browsers(chromium(SQLITE))),
  proofOf('kills-parts', 150, 'kills of renderers, workers and the storage process', 10, partKills),
  proofOf('kills-firefox', 50, 'SIGKILL of Firefox ESR', 6, browsers(firefox)),
  proofOf('kills-webkit', 20, 'SIGKILL of WebKitGTK, which has no OPFS', 4, browsers(webKit)),
];
