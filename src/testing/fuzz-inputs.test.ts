/** Runs a small part of `npm run soak -- --only fuzz`. */
import { expect, test } from 'vitest';
import { isDocument } from '../core/import/document-formats.ts';
import { FUZZ_KINDS, fuzz, prototypeNames, soundSnapshotsLoad } from './fuzz-inputs.ts';

/** Rejections that PDF.js leaves behind would end the test run. */
const KINDS = FUZZ_KINDS.filter((kind) => kind !== 'pdf');

test.each(KINDS)('hundreds of generated inputs: %s', async (kind) => {
  const before = prototypeNames();
  const faults: string[] = [];
  await fuzz(kind, 1, isDocument(kind) ? 300 : 3_000, (input, _, fault) => {
    if (fault !== undefined)
      faults.push(`${String(fault)} ${Object.prototype.toString.call(input)} ${(fault as Error).stack}`);
  });
  expect(faults.slice(0, 3)).toEqual([]);
  expect(prototypeNames()).toBe(before);
});

test('undamaged snapshots are accepted', async () => {
  expect(await soundSnapshotsLoad()).toBe(true);
});
