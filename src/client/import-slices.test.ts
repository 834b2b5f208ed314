import { expect, it } from 'vitest';
import type { ImportFile, ImportProgress, ImportReport } from './api.ts';
import { importInSlices } from './import-slices.ts';

const files: ImportFile[] = Array.from({ length: 600 }, (_, n) => ({
  path: `${n}.md`,
  file: new Blob(['x'.repeat(10)]),
}));
const report = (added: number): ImportReport => ({ added, updated: 0, unchanged: 0, problems: [], cancelled: false });
const done = (count: number): ImportProgress => ({
  file: '',
  filesDone: count,
  filesTotal: count,
  bytesDone: count * 10,
  bytesTotal: count * 10,
  rows: count,
});

it('adds up reports and progress over slices that never hold more than a few files', async () => {
  const sizes: number[] = [];
  const seen: ImportProgress[] = [];
  const total = await importInSlices(
    files,
    async (slice, onProgress) => {
      sizes.push(slice.length);
      onProgress(done(slice.length));
      return report(slice.length);
    },
    undefined,
    (progress) => seen.push(progress),
  );
  expect(total).toEqual(report(600));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(seen.map(({ filesDone }) => filesDone)).toEqual([100, 200, 300, 400, 500, 600]);
  expect(seen.every(({ bytesTotal, filesTotal }) => bytesTotal === 6_000 && filesTotal === 600)).toBe(true);
  expect(seen.at(-1)).toMatchObject({ bytesDone: 6_000, rows: 600 });
});

it('looks at each file before it is sent, and gives the page its turn where the file system is slow', async () => {
  let clock = 0;
  let turns = 0;
  let inStretch = 0;
  let longest = 0;
  const looked = new Set<number>();
  const slow: ImportFile[] = Array.from({ length: 250 }, (_, n) => ({
    path: `${n}.md`,
    // Like a file of a picker: the first look costs 5 ms.
    file: Object.defineProperty(new Blob(['x']), 'size', {
      get: () => {
        if (!looked.has(n)) {
          clock += 5;
          inStretch += 5;
          longest = Math.max(longest, inStretch);
        }
        looked.add(n);
        return 1;
      },
    }),
  }));
  const unseen: string[] = [];
  await importInSlices(
    slow,
    async (slice) => {
      for (const { path } of slice) if (!looked.has(Number.parseInt(path, 10))) unseen.push(path);
      return report(slice.length);
    },
    undefined,
    undefined,
    {
      now: () => clock,
      async next() {
        turns++;
        inStretch = 0;
      },
    },
  );
  expect(unseen).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(120);
  expect(longest).toBeLessThanOrEqual(15);
});

it('stops between slices when asked to, and says so', async () => {
  const controller = new AbortController();
  const total = await importInSlices(
    files,
    async (slice) => {
      controller.abort();
      return report(slice.length);
    },
    controller.signal,
    undefined,
  );
  expect(total).toEqual({ ...report(100), cancelled: true });
});

it('asks the engine even about nothing', async () => {
  expect(await importInSlices([], async () => report(0), undefined, undefined)).toEqual(report(0));
});
