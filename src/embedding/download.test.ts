import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHybridSearchError } from '../core/errors.ts';
import { type FileEntry, fileCacheOn } from './file-cache.ts';
import { loadVerifiedFiles } from './load.ts';
import { PART_BYTES } from './partial-file.ts';

const LENGTH = Math.floor(2.6 * PART_BYTES);
const bytesOf = (seed: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: LENGTH }, (_, at) => (Math.imul(at + seed, 2_654_435_761) >>> 24) & 255);
const good = bytesOf(1);
const other = bytesOf(2);
const entry: FileEntry = { bytes: LENGTH, sha256: createHash('sha256').update(good).digest('hex') };

/** Vitest's matcher takes 40 s to compare arrays of this length. */
const isGood = (bytes: unknown): boolean => bytes instanceof Uint8Array && Buffer.compare(bytes, good) === 0;

interface HostAnswer {
  content: 'good' | 'other';
  ranges: 'kept' | 'ignored' | 'wrong start';
  named: boolean;
  drop: number | null;
  page: boolean;
}
const HOLDS: HostAnswer = { content: 'good', ranges: 'kept', named: true, drop: null, page: false };

function answerOf({ content, ranges, named, drop, page }: HostAnswer, range: string | null): Response {
  if (page) return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  const file = content === 'good' ? good : other;
  const asked = range && ranges !== 'ignored' ? Number(/\d+/.exec(range)?.[0]) : 0;
  const start = asked > 0 && ranges === 'wrong start' ? asked - 1 : asked;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const end = Math.min(LENGTH, start + (drop ?? LENGTH));
      for (let at = start; at < end; at += 200_000) controller.enqueue(file.subarray(at, Math.min(end, at + 200_000)));
      if (drop === null) controller.close();
      else controller.enqueue(new Uint8Array());
    },
    pull(controller) {
      if (drop !== null) controller.error(new TypeError('network'));
    },
  });
  const headers: Record<string, string> = named ? { etag: `"${content}"` } : {};
  if (asked > 0) headers['content-range'] = `bytes ${start}-${LENGTH - 1}/${LENGTH}`;
  return new Response(body, { status: asked > 0 ? 206 : 200, headers });
}

function memoryCache(capacity = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, { bytes: ArrayBuffer; headers: Headers }>();
  const used = (): number => [...kept.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const cache = fileCacheOn({
    match: async (key) => {
      const found = kept.get(String(key));
      return found && new Response(found.bytes, { headers: found.headers });
    },
    put: async (key, response) => {
      const bytes = await response.arrayBuffer();
      if (used() + bytes.byteLength > capacity) throw new DOMException('full', 'QuotaExceededError');
      kept.set(String(key), { bytes, headers: response.headers });
    },
    delete: async (key, options) => {
      const path = (url: string): string => (options?.ignoreSearch ? url.split('?')[0]! : url);
      const gone = [...kept.keys()].filter((url) => path(url) === path(String(key)));
      for (const url of gone) kept.delete(url);
      return gone.length > 0;
    },
  });
  return { cache, kept };
}

async function visit(cache: ReturnType<typeof memoryCache>['cache'], answers: readonly HostAnswer[]) {
  const ranges: (string | null)[] = [];
  const reported: [loaded: number, fetched: number][] = [];
  const result = await loadVerifiedFiles({
    files: { 'model.onnx': entry },
    locate: () => 'https://host.example/model.onnx',
    cache,
    fetch: async (_, init) => {
      const range = new Headers(init?.headers).get('range');
      ranges.push(range);
      return answerOf(answers[ranges.length - 1] ?? HOLDS, range);
    },
    onBytes: (...counts) => reported.push(counts),
  }).all.then(
    (files) => files.get('model.onnx')!.bytes,
    (error: unknown) => error,
  );
  return { result, ranges, reported };
}

const drops = (drop: number): HostAnswer => ({ ...HOLDS, drop });

describe('a download', () => {
  it('requests only the rest after a drop', async () => {
    const { cache, kept } = memoryCache();
    const { result, ranges } = await visit(cache, [drops(1_500_000), drops(300_000)]);
    expect(isGood(result)).toBe(true);
    expect(ranges).toEqual([null, 'bytes=1500000-', 'bytes=1800000-']);
    expect([...kept.keys()]).toEqual([`https://files.hybrid-search.invalid/${entry.sha256}`]);
  });

  it('resumes in the next visit, to the byte, and counts from there', async () => {
    const { cache } = memoryCache();
    const first = await visit(cache, [drops(1_500_000), drops(0)]);
    expect(isHybridSearchError(first.result, 'model-unavailable')).toBe(true);
    const { result, ranges, reported } = await visit(cache, []);
    expect(isGood(result)).toBe(true);
    expect(ranges).toEqual(['bytes=1500000-']);
    expect(reported[0]).toEqual([1_500_000, 0]);
    expect(reported.at(-1)).toEqual([LENGTH, LENGTH - 1_500_000]);
  });

  it('keeps the parts while a network answers with its login page', async () => {
    const { cache } = memoryCache();
    await visit(cache, [drops(1_500_000), drops(0)]);
    const login = await visit(cache, [
      { ...HOLDS, page: true },
      { ...HOLDS, page: true },
    ]);
    expect(isHybridSearchError(login.result, 'model-corrupt')).toBe(true);
    expect((await visit(cache, [])).ranges).toEqual(['bytes=1500000-']);
  });

  it('leaves no part behind if there is no space for the file', async () => {
    const { cache, kept } = memoryCache(1.5 * PART_BYTES);
    expect(isGood((await visit(cache, [])).result)).toBe(true);
    expect(kept.size).toBe(0);
  });

  it('keeps the file if there is space for it, but not for its parts as well', async () => {
    const { cache, kept } = memoryCache(LENGTH);
    expect(isGood((await visit(cache, [])).result)).toBe(true);
    expect(kept.size).toBe(1);
  });

  it('ends with the file or a typed error, whatever the host does, and finally with the file', async () => {
    const answer: fc.Arbitrary<HostAnswer> = fc.record({
      content: fc.constantFrom('good', 'good', 'other'),
      ranges: fc.constantFrom('kept', 'kept', 'ignored', 'wrong start'),
      named: fc.boolean(),
      drop: fc.option(fc.integer({ min: 0, max: LENGTH })),
      page: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(answer, { maxLength: 4 }), { maxLength: 4 }), async (visits) => {
        const { cache, kept } = memoryCache();
        for (const answers of [...visits, []]) {
          const { result, reported } = await visit(cache, answers);
          for (const [loaded, fetched] of reported) {
            expect(fetched).toBeLessThanOrEqual(loaded);
            expect(loaded).toBeLessThanOrEqual(LENGTH);
          }
          if (result instanceof Uint8Array) {
            expect(isGood(result)).toBe(true);
            expect(kept.size).toBe(1);
          } else {
            expect(
              isHybridSearchError(result, 'model-unavailable') || isHybridSearchError(result, 'model-corrupt'),
            ).toBe(true);
          }
        }
        expect(kept.size).toBe(1);
      }),
      { numRuns: 60 },
    );
  });
});
