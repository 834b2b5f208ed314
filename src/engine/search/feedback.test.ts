import { afterEach, expect, it } from 'vitest';
import type { SearchSettings } from '../../core/options/options.ts';
import { joinSettings } from '../../core/options/resolve-options.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

/** `meant` goes on about caulking as the notes on a leak do, `commonplace` about what the other boats' notes say. */
async function harbour() {
  const others = Array.from({ length: 60 }, (_, at) =>
    memory(`other-${at}`, `boat harbour paint season w${at} x${at}`),
  );
  const found = ['oak', 'pine', 'larch'].map((wood) => memory(wood, `leak boat caulking seam ${wood}`));
  const commonplace = memory('commonplace', 'boat harbour paint season dinghy');
  const meant = memory('meant', 'boat caulking seam putty dinghy');
  return searchFixture([...others, commonplace, meant, ...found]);
}

async function asked(settings: SearchSettings) {
  const { searcher } = await harbour();
  const { hits, weak } = await searcher.rank('leak boat', { limit: 100, ...settings });
  const all = [...hits, ...weak].sort((a, b) => b.scores.final - a.scores.final);
  const place = (id: string): number => all.findIndex((hit) => hit.id === id);
  const of = (id: string) => all[place(id)]!;
  return { place, of, all };
}

it('ranks memories that resemble the first results above commonplace ones', async () => {
  const plain = await asked({ tuning: { feedback: 0 } });
  expect(plain.of('meant').scores.final).toBe(plain.of('commonplace').scores.final);
  const fed = await asked({});
  expect(fed.place('meant')).toBeLessThan(fed.place('commonplace'));
  expect(fed.of('meant').scores.final).toBeGreaterThan(plain.of('meant').scores.final);
});

it('feedback leaves similarity and relevance unchanged, and contributions still add up to the score', async () => {
  const plain = await asked({ tuning: { feedback: 0 } });
  const fed = await asked({ tuning: { feedback: 1 }, explain: true });
  for (const { id, scores } of fed.all) {
    expect(scores.similarity).toBe(plain.of(id).scores.similarity);
    expect(scores.relevance).toBe(plain.of(id).scores.relevance);
    const sum = Object.values(scores.contributions).reduce((total, share) => total + share, 0);
    expect(sum).toBeCloseTo(scores.rrf, 12);
  }
});

it.each<SearchSettings>([
  { modes: ['semantic'] },
  { modes: ['keyword'] },
  { tuning: { evidence: 'none' } },
  { tuning: { fusion: 'linear' } },
])("feedback doesn't change the ranking with %o", async (settings) => {
  const scores = async (feedback: number) =>
    (await asked(joinSettings(settings, { tuning: { feedback } }))).all.map((hit) => hit.scores.final);
  expect(await scores(1)).toEqual(await scores(0));
});
