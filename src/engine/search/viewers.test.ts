import { describe, expect, it } from 'vitest';
import { findViewerLeak } from '../../testing/viewer-property.ts';

/** `npm run soak -- --only viewers` checks 5,000 more. */
const COMBINATIONS = 300;

describe('hidden memories', () => {
  it("don't change any number of an answer", async () => {
    for (let seed = 1; seed <= COMBINATIONS; seed++) expect(await findViewerLeak(seed)).toBeNull();
  });
});
