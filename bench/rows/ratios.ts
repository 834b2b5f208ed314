/**
 * Measures ratios of costs within one process, which depend little on the machine. Each target is far from the measured
 * value, so only a lost optimisation misses it.
 */
import { BGE_SMALL, modelProfile } from '../../src/core/model-profiles.ts';
import { competitionRanks } from '../../src/core/ranking/competition-ranks.ts';
import { fuse, rowRanking } from '../../src/core/ranking/fuse.ts';
import { rankedOrder } from '../../src/core/ranking/ranked-order.ts';
import { topK } from '../../src/core/ranking/top-k.ts';
import type { Ordinal } from '../../src/core/record/memory.ts';
import { RelevanceScorer } from '../../src/engine/search/label.ts';
import { createVectorIndex } from '../../src/engine/vector/arena.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { openEngine, seededStore } from '../node-engine.ts';
import { NONE, type Row } from '../row.ts';
import { scanTimes } from '../vector-scan.ts';

const RUNS = 40;

export async function ratioRows(): Promise<Row[]> {
  return [await startFromSnapshot(), labelsOfMatches(), similarities(), ...scan()];
}

/** @param most the largest acceptable share */
const ratio = (what: string, share: number, most: number): Row => ({
  what,
  measured: share.toFixed(2),
  target: `≤ ${most.toFixed(2)}`,
  bound: NONE,
  peer: NONE,
  met: share <= most,
});

function best(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < RUNS; at++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

async function startFromSnapshot(): Promise<Row> {
  const store = await seededStore(4_000);
  const timed = async (): Promise<number> => {
    const start = performance.now();
    const engine = await openEngine(store);
    const milliseconds = performance.now() - start;
    await engine.flush();
    await engine.close();
    return milliseconds;
  };
  const rebuilt = await timed();
  const started = Math.min(await timed(), await timed(), await timed());
  return ratio('start from the snapshot, of one from 4,000 memories', started / rebuilt, 0.33);
}

/** Few cosines are high, because sums of six random numbers rarely are. */
function matches() {
  const size = 50_000;
  const random = seededRandom(1);
  const draw = (value: () => number): Float32Array => Float32Array.from({ length: size }, value);
  const scores = draw(() => (random() < 0.5 ? 0 : random() ** 6 * 20));
  const cosines = draw(() => 0.4 + 0.05 * (random() + random() + random() + random() + random() + random()));
  return { size, scores, cosines };
}

function labelsOfMatches(): Row {
  const { size, scores, cosines } = matches();
  const profile = modelProfile(BGE_SMALL);
  const found = {
    keyword: { scores, best: 20, second: 19, result: { highestPossible: 25, coverage: scores.map((s) => s / 20) } },
    semantic: { scores: cosines, compared: cosines, meanCosine: 0.55, best: 0.7 },
    exact: { completions: null },
  };
  const plan = {
    browse: false,
    parsed: { words: ['two', 'words'] },
    scopes: { filtered: { count: size } },
    semantic: { profile },
  };
  const scorer = new RelevanceScorer(plan as never, found as never, { tiers: null, armRankings: [] } as never);
  const rows = Uint32Array.from({ length: size }, (_, row) => row);
  const listed = new Uint8Array(size);
  const labels = best(() => void scorer.answers(rows, listed));
  const updatedAt = new Float64Array(size);
  const ranking = best(() => {
    const arms = [
      rowRanking('keyword', scores, competitionRanks(scores), 0.5),
      rowRanking('semantic', cosines, competitionRanks(cosines), 0.5),
    ];
    const final = fuse(arms, size, { kind: 'rrf', k: 60 });
    const order = rankedOrder({ tiers: null, final, arms, updatedAt: () => updatedAt, id: String });
    topK(rows, 150, order, final);
  });
  return ratio('finding the answers among 50,000 matches, of ranking them', labels / ranking, 0.7);
}

function similarities(): Row {
  const dims = 384;
  const random = seededRandom(3);
  const vectors = Array.from({ length: 60 }, () => Int8Array.from({ length: dims }, () => random() * 254 - 127));
  const index = createVectorIndex({ dims });
  for (const [ordinal, vector] of vectors.entries()) index.set(ordinal as Ordinal, [vector]);
  const chunks = vectors.map((_, ordinal) => ({ ordinal: ordinal as Ordinal, chunk: 0 }));
  const kernel = best(() => void index.similarities(chunks));
  let sum = 0;
  const plain = best(() => {
    for (let later = 1; later < vectors.length; later++) {
      for (let earlier = 0; earlier < later; earlier++) {
        const left = vectors[earlier]!;
        const right = vectors[later]!;
        for (let i = 0; i < dims; i++) sum += left[i]! * right[i]!;
      }
    }
  });
  if (sum === 0) throw new Error('plain loops compared nothing');
  return ratio('comparing sixty vectors with one another, of plain loops', kernel / plain, 0.33);
}

function scan(): Row[] {
  const [times] = scanTimes([20_000]);
  return [
    ratio('a scan of 20,000 vectors, of sixty reads of the same bytes', times!.kernel / times!.sweep / 60, 1),
    ratio('a scan of 20,000 vectors, of plain loops', times!.kernel / times!.plainFloat, 0.33),
  ];
}
