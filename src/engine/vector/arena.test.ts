import { describe, expect, it } from 'vitest';
import type { Ordinal } from '../../core/record/memory.ts';
import { createScalarKernel } from '../../testing/scalar-kernel.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { measureSignBitRecall } from '../../testing/vector-recall.ts';
import { createVectorIndex } from './arena.ts';
import { loadKernel } from './kernel/load-kernel.ts';
import { nearest } from './nearest.ts';
import { inverseNorm, quantizeQuery } from './quantize.ts';
import type { SemanticScan, VectorIndex } from './vector-index.ts';

const integer = (random: () => number, below: number) => Math.floor(random() * below);
const randomRow = (random: () => number, dims: number, limit = 127) =>
  Int8Array.from({ length: dims }, () => integer(random, 2 * limit + 1) - limit);
const randomQuery = (random: () => number, dims: number) => Float32Array.from({ length: dims }, () => random() - 0.5);

/** NaN equals NaN. `toEqual` takes a hundred times as long. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return i;
  return -1;
}

function expectSame(a: SemanticScan, b: SemanticScan): void {
  const { similarity, bestChunk, ...numbers } = a;
  expect(difference(similarity, b.similarity)).toBe(-1);
  expect(difference(bestChunk, b.bestChunk)).toBe(-1);
  expect(b).toMatchObject(numbers);
}

type Model = Map<number, Int8Array[]>;

function oracle(model: Model, query: Float32Array, allowed: Uint8Array | null, size: number) {
  const { components, inverseNorm: queryInverse } = quantizeQuery(query);
  const similarity = new Float32Array(size).fill(Number.NaN);
  const bestChunk = new Int32Array(size).fill(-1);
  let rows = 0;
  for (const [ordinal, vectors] of model) {
    if (ordinal >= size || (allowed && allowed[ordinal] !== 1)) continue;
    let best = 0;
    let total = 0;
    vectors.forEach((vector, chunk) => {
      rows++;
      const product = vector.reduce((sum, component, i) => sum + component * components[i]!, 0);
      const scaled = Math.fround(Math.fround(Math.fround(product) * inverseNorm(vector)) * queryInverse);
      const cosine = Math.min(1, Math.max(-1, scaled));
      total = Math.fround(total + cosine);
      if (chunk > 0 && best >= cosine) return;
      best = cosine;
      bestChunk[ordinal] = chunk;
    });
    // A quarter is exact in binary, so the product loses nothing.
    const beyond = Math.fround(Math.fround(total / vectors.length) - best);
    similarity[ordinal] = Math.fround(best + 0.25 * beyond);
  }
  const found = [...similarity.keys()].filter((ordinal) => !Number.isNaN(similarity[ordinal]));
  const mean = found.reduce((sum, ordinal) => sum + similarity[ordinal]!, 0) / (found.length || 1);
  const variance = found.reduce((sum, ordinal) => sum + (similarity[ordinal]! - mean) ** 2, 0) / (found.length || 1);
  const best = [...found].sort((a, b) => similarity[b]! - similarity[a]! || a - b);
  return { similarity, bestChunk, rows, embedded: found.length, mean, sd: Math.sqrt(variance), best };
}

function fill(indexes: readonly VectorIndex[], random: () => number, dims: number, edits: number, ordinals: number) {
  const model: Model = new Map();
  for (let edit = 0; edit < edits; edit++) {
    const ordinal = integer(random, ordinals);
    if (random() < 0.25) {
      model.delete(ordinal);
      for (const index of indexes) index.remove(ordinal as Ordinal);
    } else {
      // Sometimes allows only a few distinct values, so that scores tie.
      const limit = random() < 0.3 ? 1 : 127;
      const vectors = Array.from({ length: 1 + integer(random, 4) }, () => randomRow(random, dims, limit));
      model.set(ordinal, vectors);
      for (const index of indexes) index.set(ordinal as Ordinal, vectors);
    }
  }
  return model;
}

describe('vector index', () => {
  it('kernel and JavaScript twin give the same ids, scores and sums as a simple oracle over 1,000 random stores', () => {
    for (let store = 0; store < 1_000; store++) {
      const random = seededRandom(store);
      const dims = [3, 16, 100, 128, 130, 384][integer(random, 6)]!;
      const ordinals = 1 + integer(random, 60);
      const kernel = createVectorIndex({ dims });
      const twin = createVectorIndex({ dims, loadKernel: createScalarKernel });
      const model = fill([kernel, twin], random, dims, integer(random, 90), ordinals);
      const size = Math.max(1, ordinals + integer(random, 5) - 2);
      const allowed = random() < 0.5 ? null : Uint8Array.from({ length: size }, () => integer(random, 2));
      const scope = { size, allowed, count: size };
      const query = store % 50 === 0 ? new Float32Array(dims) : randomQuery(random, dims);

      const expected = oracle(model, query, allowed, size);
      const scanned = kernel.scan(query, scope);
      expect(difference(scanned.similarity, expected.similarity)).toBe(-1);
      expect(difference(scanned.bestChunk, expected.bestChunk)).toBe(-1);
      const limit = integer(random, 30);
      expect(nearest(scanned.similarity, limit)).toEqual(expected.best.slice(0, limit));
      expect(scanned).toMatchObject({ rows: expected.rows, embedded: expected.embedded });
      expect(scanned.mean).toBeCloseTo(expected.mean, 9);
      expect(scanned.sd).toBeCloseTo(expected.sd, 6);
      expectSame(twin.scan(query, scope), scanned);
      expect(kernel.size).toBe(model.size);
    }
  }, 120_000);

  it("the sign-bit plan of the twin equals the kernel's, including filters and tombstones", () => {
    for (let store = 0; store < 60; store++) {
      const random = seededRandom(9_000 + store);
      const options = { dims: 130, signBitRows: 40, signBitCandidates: 1 + integer(random, 60) };
      const kernel = createVectorIndex(options);
      const twin = createVectorIndex({ ...options, loadKernel: createScalarKernel });
      const model = fill([kernel, twin], random, 130, 400, 300);
      const allowed = random() < 0.5 ? null : Uint8Array.from({ length: 300 }, () => integer(random, 2));
      const query = randomQuery(random, 130);
      const scope = { size: 300, allowed, count: 300 };
      const scanned = kernel.scan(query, scope);
      expect(scanned.plan).toBe('sign-bits');
      expectSame(twin.scan(query, scope), scanned);
      // In a small store the sample includes everything, so the result is the oracle's.
      const expected = oracle(model, query, allowed, 300);
      expect(difference(scanned.similarity, expected.similarity)).toBe(-1);
      expect(scanned.mean).toBeCloseTo(expected.mean, 9);
      expect(scanned.embedded).toBe(expected.embedded);
    }
  }, 120_000);

  it('sign bits find 98 % of the ten best among clustered vectors', () => {
    const small = { stores: 1, rows: 8_000, queries: 20, signBitRows: 4_000, signBitCandidates: 120 };
    expect(measureSignBitRecall(small).worst).toBeGreaterThanOrEqual(0.98);
  }, 120_000);

  it('keeps every vector when it grows over many blocks and is compacted', () => {
    for (const kernel of [loadKernel, createScalarKernel]) {
      const random = seededRandom(4);
      const index = createVectorIndex({ dims: 8, loadKernel: kernel });
      const model: Model = new Map();
      for (let ordinal = 0; ordinal < 4_000; ordinal++) {
        const vectors = [randomRow(random, 8), randomRow(random, 8)];
        model.set(ordinal, vectors);
        index.set(ordinal as Ordinal, vectors);
      }
      for (let ordinal = 0; ordinal < 4_000; ordinal++) {
        if (ordinal % 3 === 0) continue;
        model.delete(ordinal);
        index.remove(ordinal as Ordinal);
      }
      expect(index.rows).toBe(2 * model.size);
      for (let ordinal = 0; ordinal < 4_000; ordinal++) {
        expect(index.get(ordinal as Ordinal)).toEqual(model.get(ordinal) ?? []);
      }
      const query = randomQuery(random, 8);
      const scanned = index.scan(query, { size: 4_000, allowed: null, count: model.size });
      expect(scanned.similarity).toEqual(oracle(model, query, null, 4_000).similarity);
    }
  });

  it('compares additionally requested rows that the plan leaves out, and no hidden ones', () => {
    const random = seededRandom(5);
    const index = createVectorIndex({ dims: 16, signBitRows: 10, signBitCandidates: 5 });
    const model: Model = new Map();
    for (let ordinal = 0; ordinal < 20_000; ordinal++) {
      const vectors = [randomRow(random, 16), randomRow(random, 16)];
      model.set(ordinal, vectors);
      index.set(ordinal as Ordinal, vectors);
    }
    const query = randomQuery(random, 16);
    const allowed = Uint8Array.from({ length: 20_000 }, (_, ordinal) => (ordinal % 7 === 0 ? 0 : 1));
    const scope = { size: 20_000, allowed, count: 20_000 };
    const besides = Array.from({ length: 300 }, (_, at) => (at * 61) as Ordinal);
    const { similarity, bestChunk } = oracle(model, query, allowed, 20_000);
    const without = index.scan(query, scope);
    const found = index.scan(query, scope, () => besides);
    const left = besides.filter((ordinal) => !Number.isNaN(similarity[ordinal]!));
    expect(left.some((ordinal) => Number.isNaN(without.similarity[ordinal]!))).toBe(true);
    expect(besides.map((ordinal) => found.similarity[ordinal])).toEqual(besides.map((ordinal) => similarity[ordinal]));
    expect(besides.map((ordinal) => found.bestChunk[ordinal])).toEqual(besides.map((ordinal) => bestChunk[ordinal]));
    expect([found.mean, found.sd]).toEqual([without.mean, without.sd]);
  });

  it("returns true cosines: 1 with itself despite clipping, -1 with its opposite, NaN without a vector; a memory's mean counts a quarter", () => {
    const index = createVectorIndex({ dims: 4 });
    index.set(0 as Ordinal, [Int8Array.of(127, 0, 0, 0)]);
    index.set(1 as Ordinal, [Int8Array.of(0, 3, 0, 0), Int8Array.of(-9, 0, 0, 0)]);
    const chunks = [
      [0, 0],
      [1, 1],
      [0, 0],
      [1, 2],
    ].map(([ordinal, chunk]) => ({ ordinal: ordinal as Ordinal, chunk: chunk! }));
    const cosines = index.similarities(chunks);
    expect(cosines[1 * 4 + 0]).toBeCloseTo(-1, 6);
    expect(cosines[2 * 4 + 0]).toBeCloseTo(1, 6);
    expect(cosines[3 * 4 + 0]).toBeNaN();
    const { similarity, bestChunk } = index.scan(Float32Array.of(0.2, 0, 0, 0), { size: 3, allowed: null, count: 2 });
    expect(similarity[0]).toBeCloseTo(1, 6);
    // The two chunks have the cosines 0 and −1.
    expect([...similarity.slice(1)]).toEqual([-0.125, Number.NaN]);
    expect([...bestChunk]).toEqual([0, 0, -1]);
  });

  it.each([
    ['kernel', loadKernel],
    ['twin', createScalarKernel],
  ])('compares chunks with each other like a plain loop, bit for bit: %s', (_, kernel) => {
    const random = seededRandom(11);
    const index = createVectorIndex({ dims: 100, loadKernel: kernel });
    const vectors = Array.from({ length: 1_100 }, () => randomRow(random, 100));
    for (const [ordinal, vector] of vectors.entries()) index.set(ordinal as Ordinal, [vector]);
    const chunks = Array.from({ length: 40 }, () => ({ ordinal: integer(random, 1_100) as Ordinal, chunk: 0 }));
    const cosines = index.similarities(chunks);
    for (let later = 1; later < 40; later++) {
      for (let earlier = 0; earlier < later; earlier++) {
        const [a, b] = [vectors[chunks[earlier]!.ordinal]!, vectors[chunks[later]!.ordinal]!];
        const product = a.reduce((sum, component, i) => sum + component * b[i]!, 0);
        const cosine = Math.min(1, Math.max(-1, product * inverseNorm(a) * inverseNorm(b)));
        expect(cosines[later * 40 + earlier]).toBe(cosine);
      }
    }
  });

  it('rejects vectors of other dimensions, and keeps its contents', () => {
    const index = createVectorIndex({ dims: 4 });
    index.set(0 as Ordinal, [Int8Array.of(1, 2, 3, 4)]);
    expect(() => index.set(0 as Ordinal, [new Int8Array(5)])).toThrow(RangeError);
    expect(index.get(0 as Ordinal)).toEqual([Int8Array.of(1, 2, 3, 4)]);
    expect(() => index.scan(new Float32Array(3), { size: 1, allowed: null, count: 1 })).toThrow(RangeError);
    expect(() => createVectorIndex({ dims: 0 })).toThrow(RangeError);
  });

  it('is empty without its last memory, and usable again', () => {
    const index = createVectorIndex({ dims: 4 });
    index.set(7 as Ordinal, [Int8Array.of(1, 2, 3, 4)]);
    index.remove(7 as Ordinal);
    expect([index.size, index.rows, index.get(7 as Ordinal)]).toEqual([0, 0, []]);
    expect(index.scan(Float32Array.of(1, 0, 0, 0), { size: 8, allowed: null, count: 0 })).toMatchObject({
      embedded: 0,
      mean: 0,
      sd: 0,
    });
    index.set(7 as Ordinal, [Int8Array.of(1, 2, 3, 4)]);
    expect(index.size).toBe(1);
  });
});
