import { expect, it } from 'vitest';
import type { ImportFile, ImportProgress, ImportReport } from './api.ts';
import { importInSlices } from './import-slices.ts';

const files: ImportFile[] = Array.from({ length: 60 }, (_, n) => ({
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
  expect(total).toEqual(report(60));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
  expect(seen.map(({ filesDone }) => filesDone)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(seen.every(({ bytesTotal, filesTotal }) => bytesTotal === 600 && filesTotal === 60)).toBe(true);
  expect(seen.at(-1)).toMatchObject({ bytesDone: 600, rows: 60 });
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
  expect(total).toEqual({ ...report(10), cancelled: true });
});

it('asks the engine even about nothing', async () => {
  expect(await importInSlices([], async () => report(0), undefined, undefined)).toEqual(report(0));
});
