/**
 * `tsx measure.ts FOLDER LIBRARY CORPUS BUDGET`. CORPUS is a number of generated documents, or a file with a judged
 * set. BUDGET is the time for the queries of one kind in milliseconds. Prints the results after each step, so a process
 * that's stopped for being too slow still reports something.
 */
import { pathToFileURL } from 'node:url';
import { measure as rankingMetrics } from '../../src/core/metrics/ranking-metrics.ts';
import { median, quantile } from '../row.ts';
import { generatedCorpus, readJudged } from './corpus.ts';
import { LIBRARIES } from './libraries.ts';
import type { Kind, Peer, PeerQuery } from './peer.ts';

export interface Measured {
  /** Milliseconds. */
  build?: number;
  /** Bytes by which the process grew, without the given documents and vectors. */
  memory?: number;
  /** Milliseconds by kind of query. `asked` is how many were timed. */
  times: { [kind in Kind]?: { p50: number; p95: number; asked: number } };
  /** Bytes. Null if the index can't be saved here. */
  saved?: number | null;
  /** Milliseconds from the saved index to the first answer, median of up to `RELOADS`. */
  reload?: number;
  ndcg: { [kind in Kind]?: number };
  failure?: string;
}

const WARM_UP = 3;
const LEAST_ASKED = 5;
const RELOADS = 5;
const RELOADING_MS = 5_000;

const [folder, name, corpusName, budget] = process.argv.slice(2) as [string, string, string, string];
const measured: Measured = { times: {}, ndcg: {} };
const tell = (): void => console.log(JSON.stringify(measured));

const inFolder = (await import(pathToFileURL(`${folder}/load.mjs`).href)) as { load(name: string): Promise<never> };

async function resident(): Promise<number> {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

async function ask(peer: Peer, kind: Kind, queries: readonly PeerQuery[], milliseconds: number): Promise<void> {
  for (const query of queries.slice(-WARM_UP)) await peer.search(kind, query);
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  for (const query of queries) {
    const start = performance.now();
    await peer.search(kind, query);
    const now = performance.now();
    times.push(now - start);
    if (now > end && times.length >= LEAST_ASKED) break;
  }
  measured.times[kind] = { p50: quantile(times, 0.5), p95: quantile(times, 0.95), asked: times.length };
}

try {
  const judged = Number.isNaN(Number(corpusName)) ? readJudged(corpusName) : null;
  const generated = judged === null ? generatedCorpus(Number(corpusName)) : null;
  const documents = (judged ?? generated)!.documents;
  const peer = await LIBRARIES[name]!.open(inFolder.load);
  const before = await resident();
  const start = performance.now();
  await peer.build(documents);
  measured.build = performance.now() - start;
  tell();
  measured.memory = (await resident()) - before;
  if (judged !== null) {
    for (const kind of peer.kinds) {
      const vectors = documents[0]?.vector !== null;
      if (kind === 'typing' || (!vectors && kind !== 'keyword')) continue;
      let sum = 0;
      for (const query of judged.queries) {
        const ranked = await peer.search(kind, query);
        sum += rankingMetrics(ranked, new Map(query.judged))['ndcg@10'];
      }
      measured.ndcg[kind] = sum / judged.queries.length;
      tell();
    }
  } else {
    const { queries } = generated!;
    for (const kind of peer.kinds) {
      await ask(peer, kind, queries[kind], Number(budget));
      tell();
    }
    const saved = await peer.save();
    measured.saved = saved?.bytes ?? null;
    tell();
    if (saved !== null) {
      const kind = peer.kinds[0]!;
      const reloads: number[] = [];
      const end = performance.now() + RELOADING_MS;
      do {
        // This run mustn't pay for the previous run's garbage.
        globalThis.gc?.();
        const again = performance.now();
        await (await saved.restore()).search(kind, queries[kind][0]!);
        reloads.push(performance.now() - again);
      } while (reloads.length < RELOADS && performance.now() < end);
      measured.reload = median(reloads);
    }
  }
} catch (error) {
  measured.failure = error instanceof Error ? error.message.split('\n')[0]! : String(error);
}
tell();
process.exit(0);
