import { afterEach, describe, expect, it } from 'vitest';
import { closeFixtures, FIXTURE_TIME, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

it('lists the last changed first if asked to', async () => {
  const changed = ['a', 'b', 'c'].map((id, at) =>
    memory(id, 'iron', { createdAt: FIXTURE_TIME - at, updatedAt: FIXTURE_TIME + (id === 'a' ? 0 : at) }),
  );
  const { searcher } = await searchFixture(changed);
  const answer = await searcher.search('iron', { modes: ['keyword'], groupDuplicates: false, sort: 'updated' });
  expect([...answer.hits, ...answer.weak].map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

describe("a list that's mostly weak", () => {
  const newer = Array.from({ length: 500 }, (_, at) =>
    memory(`newer${at}`, `an iron rail of lot ${at}`, { createdAt: FIXTURE_TIME - at }),
  );
  const older = Array.from({ length: 5 }, (_, at) =>
    memory(`older${at}`, `iron farm of lot ${at}`, { createdAt: FIXTURE_TIME - 1_000_000 - at }),
  );
  const settings = { modes: ['keyword'] as const, groupDuplicates: false };

  it('shows the few answers that come after hundreds of weak ones in the requested order', async () => {
    const { searcher } = await searchFixture([...newer, ...older]);
    const answer = await searcher.search('iron farm', { ...settings, sort: 'newest', limit: 3, explain: true });
    expect(answer.hits.map(({ id }) => id)).toEqual(['older0', 'older1', 'older2']);
    expect(answer.hasMore).toBe(true);
    expect(answer.total).toBe(505);
    expect(answer.weak.map(({ id }) => id).slice(0, 2)).toEqual(['newer0', 'newer1']);
    expect(answer.stats?.duplicatesBefore).toBe(505);
    const rest = await searcher.search('iron farm', { ...settings, sort: 'newest', limit: 3, offset: 3 });
    expect(rest.hits.map(({ id }) => id)).toEqual(['older3', 'older4']);
    expect(rest.hasMore).toBe(false);
  });

  it('orders ties by the last change, then by id', async () => {
    const tied = ['c', 'a', 'b', 'd'].map((id) =>
      memory(id, 'iron', { updatedAt: FIXTURE_TIME - (id === 'd' ? 0 : 9) }),
    );
    const { searcher } = await searchFixture(tied);
    const answer = await searcher.search('iron', { ...settings, tuning: { recencyDecay: 0 } });
    expect([...answer.hits, ...answer.weak].map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c']);
  });
});
