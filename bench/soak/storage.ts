import { type ClientSite, serveClient } from '../../e2e/proofs/client-site.ts';
import { convergence } from '../../e2e/proofs/convergence.ts';
import { type DamagesResult, damages } from '../../e2e/proofs/damages.ts';
import { fullDisk } from '../../e2e/proofs/full-disk.ts';
import { hostile, hostileCalls } from '../../e2e/proofs/hostile.ts';
import type { Verdict } from '../../scripts/soak-report.ts';
import { listed, type Proof, scaled } from './proof.ts';

const MAX_REPORTED_FAULTS = 20;

const onSite = async (run: (site: ClientSite) => Promise<Verdict>): Promise<Verdict> => {
  const site = await serveClient();
  try {
    return await run(site);
  } finally {
    await site.close();
  }
};
const teller = (log: (line: string) => void): ((faults: readonly string[], line: string) => void) => {
  let logged = 0;
  return (faults, line) => {
    for (const fault of faults.slice(logged, logged + MAX_REPORTED_FAULTS)) log(fault);
    logged = faults.length;
    log(line);
  };
};

const DAMAGES = 200;
const OPENS_WITHIN_MS = 5_000;
/** A user waits for a refusal. */
const REFUSED_WITHIN_MS = 2_000;
/** Each damage takes ten times as long in the large store. */
const SIZES = [
  { memories: 200, percent: 90 },
  { memories: 10_000, percent: 10 },
] as const;
const BACKENDS = [
  { name: 'LevelDB', percent: 75, flags: [] },
  { name: 'SQLite', percent: 25, flags: ['--enable-features=IdbSqliteBackingStore'] },
] as const;

export const damaged: Proof = {
  name: 'damages',
  what: `${DAMAGES} random damages (flip, cut, swap, delete) of database, log or both: every memory is there, or its loss is reported exactly once; no removed memory comes back if either side recorded its removal; the store opens within 5 s at 10,000 memories`,
  minutes: 18,
  async run(share, log) {
    return await onSite(async (site) => {
      const tell = teller(log);
      const results: (DamagesResult & { backend: string })[] = [];
      for (const { name, percent, flags } of BACKENDS) {
        const count = scaled((DAMAGES * percent) / 100, share, 3);
        const onDamage = (result: DamagesResult): void => tell(result.faults, `${name}: ${result.damages} of ${count}`);
        const sizes = name === 'SQLite' ? [{ memories: 200, percent: 100 }] : SIZES;
        results.push({ backend: name, ...(await damages({ site, damages: count, sizes, flags, onDamage })) });
      }
      const faults = results.flatMap(({ backend, faults: found }) => found.map((fault) => `${backend}: ${fault}`));
      const slowest = Math.max(...results.map(({ slowestOpen }) => slowestOpen[10_000] ?? 0));
      const sum = (of: (result: DamagesResult) => number): number => results.reduce((all, one) => all + of(one), 0);
      return {
        ok: faults.length === 0 && slowest <= OPENS_WITHIN_MS,
        finding: `${sum(({ damages: done }) => done)} damages, ${faults.length} faults; both sides hit: ${sum(({ reportedLost }) => reportedLost.both ?? 0)} memories lost and reported, ${sum(({ backAfterBoth }) => backAfterBoth)} removed ones restored and reported, ${sum(({ lostAgain }) => lostAgain)} lost at the next start and reported; slowest opening at 10,000 memories ${slowest === 0 ? 'not tried' : `${slowest} ms`}`,
        details: [
          ...results.map(
            ({ backend, kinds, events, slowestOpen }) =>
              `${backend}: ${listed(kinds)}; starts: ${listed(events)}; slowest opening by number of memories, ms: ${listed(slowestOpen)}.`,
          ),
          ...faults.slice(0, MAX_REPORTED_FAULTS),
        ],
      };
    });
  },
};

const QUOTAS = 50;
/** In bytes. Each quota is larger than the previous one by the same factor. */
const SMALLEST = 2e6;
const LARGEST = 60e6;

export const full: Proof = {
  name: 'full-disk',
  what: `${QUOTAS} quotas filled by adding, importing and embedding: 0 lost, deletion works at the limit, a typed refusal within 2 s, durable again with room, without a restart`,
  minutes: 14,
  async run(share, log) {
    return await onSite(async (site) => {
      const count = scaled(QUOTAS, share, 2);
      const quotas = Array.from({ length: count }, (_, at) =>
        Math.round(SMALLEST * (LARGEST / SMALLEST) ** (at / (count - 1))),
      );
      const tell = teller(log);
      const onSize = (result: { faults: string[]; sizes: number }): void =>
        tell(result.faults, `${result.sizes} of ${count}`);
      const result = await fullDisk({ site, quotas, within: REFUSED_WITHIN_MS, onSize });
      return {
        ok: result.faults.length === 0,
        finding: `${result.sizes} quotas of ${SMALLEST / 1e6} to ${LARGEST / 1e6} MB, ${result.acknowledged} calls acknowledged, ${result.refused} refused, ${result.faults.length} faults; slowest refusal ${Math.round(result.slowestRefusal)} ms, slowest deletion at the limit ${Math.round(result.slowestDeletion)} ms, slowest restore ${Math.round(result.slowestRestore)} ms, durable again after at most ${Math.round(result.slowestDurable)} ms`,
        details: result.faults.slice(0, MAX_REPORTED_FAULTS * 2),
      };
    });
  },
};

const OPERATIONS = 10_000;
const TABS = 8;
const CLIENTS = 3;
const CONVERGES_WITHIN_MS = 500;

export const converging: Proof = {
  name: 'convergence',
  what: `${TABS} tabs of ${CLIENTS} clients, ${OPERATIONS.toLocaleString('en')} random operations with frozen, crashed and closed tabs: all agree with a reference model within ${CONVERGES_WITHIN_MS} ms, every client is notified of every change`,
  minutes: 6,
  async run(share, log) {
    return await onSite(async (site) => {
      const operations = scaled(OPERATIONS, share, 800);
      const tell = teller(log);
      const onBurst = (result: { faults: string[]; operations: number }): void =>
        tell(result.faults, `${result.operations} of ${operations}`);
      const { faults, times, disturbed, bursts } = await convergence({
        site,
        operations,
        tabs: TABS,
        clients: CLIENTS,
        onBurst,
      });
      const sorted = [...times].sort((a, b) => a - b);
      const most = sorted.at(-1) ?? Number.NaN;
      return {
        ok: faults.length === 0 && most <= CONVERGES_WITHIN_MS,
        finding: `${operations.toLocaleString('en')} operations, ${bursts} comparisons of ${TABS * CLIENTS} clients, ${faults.length} differences; caught up after p50 ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${most} ms`,
        details: [`Disturbed: ${listed(disturbed)}.`, ...faults.slice(0, MAX_REPORTED_FAULTS)],
      };
    });
  },
};

const BYTES = 1_000_000;
const MAX_UNRESPONSIVE_MS = 200;

export const shapes: Proof = {
  name: 'hostile',
  what: `Hostile shapes of a megabyte as memory, file and query: the engine never blocks for more than ${MAX_UNRESPONSIVE_MS} ms of processor time`,
  minutes: 10,
  async run(share, log) {
    return await onSite(async (site) => {
      const all = hostileCalls();
      const step = Math.max(1, Math.round(1 / share));
      const calls = all.filter((_, at) => at % step === 0);
      const {
        blocked,
        faults,
        shapes: shown,
      } = await hostile({ site, bytes: BYTES, calls, onCall: (_, line) => log(line) });
      const over = blocked.filter(({ milliseconds }) => milliseconds > MAX_UNRESPONSIVE_MS);
      return {
        ok: over.length === 0 && faults.length === 0,
        finding: `${calls.length} calls with ${shown} shapes: ${over.length} blocked for more than ${MAX_UNRESPONSIVE_MS} ms, longest ${Math.round(blocked[0]!.milliseconds)} ms, median ${Math.round(blocked[blocked.length >> 1]!.milliseconds)} ms; ${faults.length} failed without a typed error`,
        details: [
          ...over
            .slice(0, MAX_REPORTED_FAULTS)
            .map(({ call, milliseconds }) => `${call}: ${Math.round(milliseconds)} ms.`),
          ...faults.slice(0, MAX_REPORTED_FAULTS),
        ],
      };
    });
  },
};
