/**
 * `npx tsx eval/chunking.ts DIR… [--tokens 128,256,512] [--overlap 0,0.15,0.3] [--model ID] [--queries OTHER_DIR]`:
 * compares lengths and overlaps of chunks. Ranks only by cosines: of float32 vectors, or in the column `best, int8`, of
 * rows as the engine stores them.
 */
import { parseArgs } from 'node:util';
import { meanMetrics, measure } from '../src/core/metrics/ranking-metrics.ts';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { parseQuery } from '../src/core/query/parse.ts';
import { chunkSource } from '../src/core/record/chunk-source.ts';
import { createNodeEmbedder } from '../src/embedding/node.ts';
import { quantize } from '../src/engine/vector/quantize.ts';
import {
  type Chunk,
  type ChunkSource,
  type EmbedderApi,
  type EmbeddingInput,
  passageOf,
} from '../src/protocol/embedder-api.ts';
import type { Remote } from '../src/protocol/rpc.ts';
import { type DataSet, readDataSets } from './data-set.ts';
import { MODELS_DIR } from './models.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokens: { type: 'string', default: '128,256,512' },
    overlap: { type: 'string', default: '0,0.15,0.3' },
    model: { type: 'string', default: BGE_SMALL },
    queries: { type: 'string' },
  },
});
const numbers = (list: string): number[] => list.split(',').map(Number);
const RUNS_AT_ONCE = 32;

const POOLS: readonly [string, (cosines: readonly number[], whole: number) => number][] = [
  ['best', (cosines) => Math.max(...cosines)],
  ...[0.25, 0.5].map((share): (typeof POOLS)[number] => [
    `${1 - share} best + ${share} mean of chunks`,
    (cosines) => (1 - share) * Math.max(...cosines) + share * (cosines.reduce((a, b) => a + b) / cosines.length),
  ]),
  ...[0.25, 0.5].map((share): (typeof POOLS)[number] => [
    `${1 - share} best + ${share} mean vector`,
    (cosines, whole) => (1 - share) * Math.max(...cosines) + share * whole,
  ]),
];

type Row = ArrayLike<number>;
const dot = (a: Row, b: Row): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
const cosine = (a: Row, b: Row): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

function meanOf(rows: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(rows[0]!.length);
  for (const row of rows) {
    for (let i = 0; i < sum.length; i++) sum[i]! += row[i]!;
  }
  return sum;
}

/** Embeds each chunk once, by its hash. Most chunks of short texts are the same for all lengths and overlaps. */
async function embed(
  embedder: Remote<EmbedderApi>,
  sources: readonly ChunkSource[],
  lists: readonly Chunk[][],
  known: Map<string, Float32Array>,
): Promise<void> {
  const missing = new Map<string, Required<EmbeddingInput>>();
  lists.forEach((list, at) => {
    for (const chunk of list) if (!known.has(chunk.hash)) missing.set(chunk.hash, passageOf(sources[at]!, chunk));
  });
  const jobs = [...missing.values()];
  for (let at = 0; at < jobs.length; at += RUNS_AT_ONCE) {
    const some = jobs.slice(at, at + RUNS_AT_ONCE);
    const vectors = await embedder.call('embedPassages', [some]);
    some.forEach(({ hash }, i) => {
      known.set(hash, Float32Array.from(vectors[i]!));
    });
  }
}

async function queryVectors(embedder: Remote<EmbedderApi>, set: DataSet): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const { text } of set.queries) {
    vectors.push((await embedder.call('embedQuery', [parseQuery(text).semanticText])).vector);
  }
  return vectors;
}

function nDCG(set: DataSet, scoresOf: (query: number) => number[]): number {
  const metrics = set.queries.flatMap(({ judged }, query) => {
    if (judged.size === 0) return [];
    const scores = scoresOf(query);
    const order = scores.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]!);
    return [
      measure(
        order.slice(0, 100).map((at) => set.corpus[at]!.id),
        judged,
      ),
    ];
  });
  return meanMetrics(metrics)['ndcg@10'];
}

for (const path of positionals) {
  const sets = readDataSets(path, values.queries);
  const sources = sets[0]!.corpus.map(chunkSource);
  const known = new Map<string, Float32Array>();
  let queries: Float32Array[][] | undefined;
  for (const chunkTokens of numbers(values.tokens)) {
    for (const chunkOverlap of numbers(values.overlap)) {
      const embedder = createNodeEmbedder({ modelId: values.model, modelsDir: MODELS_DIR, chunkTokens, chunkOverlap });
      const lists: Chunk[][] = [];
      for (const source of sources) lists.push((await embedder.call('chunk', [[source]]))[0]!);
      await embed(embedder, sources, lists, known);
      queries ??= await Promise.all(sets.map((set) => queryVectors(embedder, set)));
      await embedder.call('dispose', []);
      const rows = lists.map((list) => list.map(({ hash }) => known.get(hash)!));
      const small = rows.map((list) => list.map((row) => quantize(row)));
      const whole = rows.map(meanOf);
      sets.forEach((set, at) => {
        const vectors = queries![at]!;
        const figures = POOLS.map(([name, pool]) => {
          const value = nDCG(set, (query) =>
            rows.map((list, i) => {
              const cosines = list.map((row) => dot(row, vectors[query]!));
              return pool(cosines, cosine(whole[i]!, vectors[query]!));
            }),
          );
          return `${name} ${value.toFixed(4)}`;
        });
        const int8 = nDCG(set, (query) => {
          const vector = vectors[query]!;
          return small.map((list) => Math.max(...list.map((row) => cosine(row, vector))));
        });
        const chunks = lists.reduce((sum, list) => sum + list.length, 0);
        console.log(
          `${set.name} | ${chunkTokens} tokens | overlap ${chunkOverlap} | ${(chunks / lists.length).toFixed(2)} chunks a text | ${figures.join(' | ')} | best, int8 ${int8.toFixed(4)}`,
        );
      });
    }
  }
}
