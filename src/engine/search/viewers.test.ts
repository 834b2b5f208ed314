import { afterEach, describe, expect, it } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { findViewerLeak } from '../../testing/viewer-property.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';
import type { Searcher } from './contract.ts';

afterEach(closeFixtures);

/** `npm run soak -- --only viewers` checks 5,000 more. */
const COMBINATIONS = 300;

describe('hidden memories', () => {
  it("don't change any number of an answer", async () => {
    for (let seed = 1; seed <= COMBINATIONS; seed++) expect(await findViewerLeak(seed)).toBeNull();
  });

  describe('that were hidden while the query was embedded', () => {
    const SHARED = { owner: 'ann', privacy: 'group', group: 'g' } as const;
    const VIEWER = { id: 'ben', context: 'group', group: 'g' } as const;
    const lamp = { ...SHARED, contentHash: 'same' };

    async function hiding(): Promise<Searcher> {
      const words = createWordEmbedder(modelProfile(BGE_SMALL));
      const hide = async (): Promise<void> => {
        for (const id of ['copy', 'hub']) await engine.update(id, { privacy: 'direct' });
      };
      const { engine, searcher } = await searchFixture(
        [
          memory('a lamp', 'A copper lamp hangs in the hall', lamp),
          memory('copy', 'A copper lamp hangs in the hall', lamp),
          memory('hub', 'Whom we visit', { ...SHARED, title: 'Copper lamp', links: ['far'] }),
          memory('far', 'Something about a lamp', SHARED),
        ],
        { embedder: { embedQuery: (...asked) => hide().then(() => words.embedQuery(...asked)) } },
      );
      return searcher;
    }

    it("aren't named as a duplicate or a step of a link path", async () => {
      const { hits, weak } = await (await hiding()).search('copper lamp', { viewer: VIEWER });
      const named = [...hits, ...weak].map(({ id, duplicates, linkPath }) => ({ id, duplicates, linkPath }));
      expect(named).toEqual([
        { id: 'a lamp', duplicates: [], linkPath: undefined },
        { id: 'far', duplicates: [], linkPath: undefined },
      ]);
    });

    it("aren't ranked", async () => {
      const { hits, weak } = await (await hiding()).rank('copper lamp', { viewer: VIEWER });
      expect([...hits, ...weak].map(({ id }) => id)).toEqual(['a lamp', 'far']);
    });
  });
});
