/**
 * The browser is killed (SIGKILL to all its processes) in the middle of ingest, again and again, on one profile; after
 * every restart each acknowledged write must be there, removals included. A few kills run as a test, hundreds in the
 * soak.
 */
import type { OpenReport } from '../../src/engine/store/memory-store.ts';
import { inWorker, launch, openPage, serveHarness, temporaryProfile } from './harness.ts';

export interface KillLoopOptions {
  kills: number;
  /** Longest time between the first write and the kill, in milliseconds; the shortest is 100. Default 800. */
  longest?: number;
  /** Seed of the kill times. Default 1. */
  seed?: number;
  /** Extra browser flags, such as `--enable-features=IdbSqliteBackingStore`. */
  flags?: readonly string[];
  onKill?: (kill: number, state: KillLoopResult) => void;
}

export interface KillLoopResult {
  kills: number;
  /** Batches acknowledged. */
  acknowledged: number;
  /** Acknowledged memories that were missing or older than acknowledged, and removed ones that came back. */
  lost: string[];
  /** What each start reported, by event. */
  events: { [event in OpenReport['event']]?: number };
  slowestOpen: number;
}

/** Version by id as last acknowledged; null is removed. */
type Acknowledged = Map<string, number | null>;

export async function killLoop(options: KillLoopOptions): Promise<KillLoopResult> {
  const { kills, longest = 800, flags = [] } = options;
  const random = generator(options.seed ?? 1);
  const result: KillLoopResult = { kills: 0, acknowledged: 0, lost: [], events: {}, slowestOpen: 0 };
  const known: Acknowledged = new Map();
  const site = await serveHarness();
  const profile = temporaryProfile();
  let running = await launch(profile.path, flags);
  try {
    for (let kill = 0; kill <= kills; kill++) {
      const page = await openPage(running, site, (value) => {
        for (const [id, version] of value as [string, number | null][]) known.set(id, version);
        result.acknowledged++;
      });
      const found = await inWorker(page, async (kit) => {
        const start = performance.now();
        const store = kit.createIdbStore('kill');
        const report = await store.open();
        const milliseconds = performance.now() - start;
        kit.state.store = store;
        return { report, milliseconds, all: await kit.all(store) };
      });
      result.events[found.report.event] = (result.events[found.report.event] ?? 0) + 1;
      result.slowestOpen = Math.max(result.slowestOpen, found.milliseconds);
      compare(known, found.all, result.lost);
      if (kill === kills) break;
      void inWorker(
        page,
        async (kit, round) => {
          const store = kit.state.store as ReturnType<typeof kit.createIdbStore>;
          for (let n = 0; ; n++) {
            const version = round * 1_000_000 + n;
            // New memories, one that changes all the time, and every fifth time one that goes.
            const puts = [...Array.from({ length: 8 }, (_, i) => `${version}-${i}`), 'changing'];
            const gone = n > 4 && n % 5 === 0 ? [`${version - 4}-0`] : [];
            await store.mutate([...puts, ...gone], () => [
              ...puts.map((id) => kit.memory(id, `${version} ${crypto.randomUUID().repeat(30)}`)),
              ...gone.map(() => null),
            ]);
            // A memory that will be removed counts only as removed: whether a kill struck before or after, is not known.
            const kept = n % 5 === 1 ? puts.slice(1) : puts;
            kit.report([...kept.map((id) => [id, version]), ...gone.map((id) => [id, null])]);
          }
        },
        kill,
      ).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100 + random() * (longest - 100)));
      await running.kill();
      result.kills++;
      options.onKill?.(result.kills, result);
      running = await launch(profile.path, flags);
    }
  } finally {
    await running.close();
    site.close();
    profile.remove();
  }
  return result;
}

function compare(known: Acknowledged, all: { [id: string]: string }, lost: string[]): void {
  for (const [id, version] of known) {
    const text = all[id];
    const there = text === undefined ? null : Number.parseInt(text, 10);
    const right = version === null ? there === null : there !== null && there >= version;
    if (!right) lost.push(`${id}: acknowledged ${version}, found ${there}`);
  }
}

/** mulberry32: small, seeded, good enough to spread kill times. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
