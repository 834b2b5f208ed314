/**
 * Compares the search that preselects by sign bits with a full scan, on clustered unit vectors. The unit test uses a
 * small store, the soak 5 × 200,000 rows.
 */
import type { Ordinal } from '../core/record/memory.ts';
import { createVectorIndex } from '../engine/vector/arena.ts';
import { nearest } from '../engine/vector/nearest.ts';
import { quantize } from '../engine/vector/quantize.ts';
import { seededRandom } from './seeded-random.ts';

export interface RecallSetting {
  stores: number;
  /** Rows in one store, one chunk per memory. */
  rows: number;
  queries: number;
  dims?: number;
  /** Lower it to test with few rows. */
  signBitRows?: number;
  /** Lower it with the number of rows. */
  signBitCandidates?: number;
}

export interface RecallResult {
  /** Mean recall@10 of a store, 0–1. */
  worst: number;
  /** Mean recall@10 by store. */
  recalls: number[];
}

/** Gives rows a cosine of about 0.7 to their topic's centre. As in real models, all vectors share a direction. */
const TOPIC_SPREAD = 1;
const SHARED_DIRECTION = 1;

/** @throws Error if the store didn't preselect by sign bits */
export function measureSignBitRecall(setting: RecallSetting): RecallResult {
  const { dims = 384 } = setting;
  const recalls = Array.from({ length: setting.stores }, (_, store) => {
    const random = seededRandom(store + 1);
    const draw = clusteredVectors(dims, Math.ceil(setting.rows / 200), random);
    const { signBitRows, signBitCandidates } = setting;
    const signs = createVectorIndex({
      dims,
      ...(signBitRows !== undefined && { signBitRows }),
      ...(signBitCandidates !== undefined && { signBitCandidates }),
    });
    for (let ordinal = 0; ordinal < setting.rows; ordinal++) signs.set(ordinal as Ordinal, [quantize(draw())]);
    const scope = { size: setting.rows, allowed: null, count: setting.rows };
    const everything = Array.from({ length: setting.rows }, (_, ordinal) => ordinal as Ordinal);
    let found = 0;
    for (let i = 0; i < setting.queries; i++) {
      const query = draw();
      const scan = signs.scan(query, scope);
      if (scan.plan !== 'sign-bits') throw new Error(`The store was scanned by the plan ${scan.plan}`);
      const truth = new Set(nearest(signs.scan(query, scope, () => everything).similarity, 10));
      found += nearest(scan.similarity, 10).filter((ordinal) => truth.has(ordinal)).length;
    }
    return found / (10 * setting.queries);
  });
  return { worst: Math.min(...recalls), recalls };
}

export function clusteredVectors(dims: number, topics: number, random: () => number): () => Float32Array {
  const gaussian = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const direction = (): Float32Array => unit(Float32Array.from({ length: dims }, gaussian));
  const shared = direction();
  const centres = Array.from({ length: topics }, () => unit(sum(direction(), shared, SHARED_DIRECTION)));
  return () => unit(sum(centres[Math.floor(random() * topics)]!, direction(), TOPIC_SPREAD));
}

function sum(a: Float32Array, b: Float32Array, weight: number): Float32Array {
  return a.map((component, i) => component + weight * b[i]!);
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((total, component) => total + component * component, 0));
  return vector.map((component) => component / norm);
}
