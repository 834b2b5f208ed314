import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import { LIKELY_RELEVANCE, labelOf, STRONG_RELEVANCE } from '../../core/ranking/relevance.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { closeFixtures, memory, type SearchFixture, searchFixture } from '../../testing/search-fixture.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { RelevanceScorer } from './label.ts';

const NOTES = [
  memory('iron', 'The iron farm needs three villagers and one zombie.'),
  memory('golem', 'Golems that drop iron appear near scared villagers.', { tags: ['iron'] }),
  memory('bread', 'Bread with rye flour and salt bakes for an hour.', { title: 'Bread' }),
  memory('code', 'Ticket PII-2024-0042 was closed on Monday.'),
  memory('near-code', 'Ticket PII-2024-0043 is still open.'),
  memory('router', 'The router restarts every night at four.', { links: ['Bread'] }),
];

let searcher: SearchFixture['searcher'];
beforeAll(async () => {
  searcher = (await searchFixture(NOTES)).searcher;
});
afterAll(closeFixtures);

describe('labels of hits', () => {
  it('follow from the relevance by fixed thresholds, for any query and any arms', async () => {
    const questions = [
      'iron farm',
      'PII-2024-0042',
      'ZX9000',
      'bread',
      'who restarts at night',
      '"three villagers"',
      'tag:iron',
      'nothing of this kind',
    ];
    const settings = [{}, { modes: ['keyword'] as const }, { modes: ['semantic'] as const }, { alpha: 1 }];
    let judged = 0;
    for (const question of questions) {
      for (const own of settings) {
        const { hits, weak } = await searcher.rank(question, { ...own, modes: own.modes && [...own.modes] } as never);
        for (const { label, scores } of [...hits, ...weak]) {
          expect(label).toBe(labelOf(scores.relevance));
          judged++;
        }
        expect(weak.every(({ label }) => label === 'weak') && hits.every(({ label }) => label !== 'weak')).toBe(true);
      }
    }
    expect(judged).toBeGreaterThan(40);
  });

  it('are at least likely for a memory with the code, and absent for one with only parts of it', async () => {
    const held = await searcher.rank('PII-2024-0042');
    expect(held.hits[0]?.id).toBe('code');
    expect(held.hits[0]!.scores.relevance).toBeGreaterThanOrEqual(LIKELY_RELEVANCE);
    const unheld = await searcher.rank('PII-2024-0099', { modes: ['keyword'] });
    expect(unheld.hits).toEqual([]);
    expect(unheld.answerable).toBeLessThan(held.answerable);
  });

  it('are never strong for a memory with a different number', async () => {
    const { searcher: own } = await searchFixture([...NOTES, memory('invoice', 'Invoice 10025 paid to Hosting Ltd')]);
    for (const settings of [{}, { modes: ['keyword' as const] }]) {
      const labels = async (query: string) => {
        const { hits, weak, answerable } = await own.rank(query, settings);
        return { first: hits[0], answerable, labels: [...hits, ...weak].map(({ label }) => label) };
      };
      const unheld = await labels('hosting invoice 10026');
      expect(unheld.labels).not.toContain('strong');
      expect(unheld.labels).toContain('likely');
      expect(unheld.answerable).toBeLessThan(STRONG_RELEVANCE);
      expect((await labels('invoice 10025')).first).toMatchObject({ id: 'invoice', label: 'strong' });
      // Someone may still be typing the code.
      expect((await labels('invoice 1002')).labels).toContain('strong');
    }
  });

  it('are weak for a memory with only “the” of a question while the model is missing', async () => {
    const taps = [
      memory('tap', 'The tap in the kitchen drips again.'),
      memory('soup', 'The soup simmers for an hour, and the lid stays on.'),
      memory('train', 'The train leaves at nine.'),
      memory('cat', 'The cat sleeps on the radiator.'),
    ];
    const { searcher: small } = await searchFixture(taps);
    const question = 'how do I stop the tap from dripping';
    const { hits, weak } = await small.rank(question, { modes: ['keyword'] });
    expect(hits.map(({ id }) => id)).toEqual(['tap']);
    expect(weak.length).toBeGreaterThan(0);
  });

  it('come with the evidence they were judged by if explain is set', async () => {
    const [first] = (await searcher.rank('iron farm villagers', { explain: true })).hits;
    expect(first?.scores.evidence?.coverage).toBeCloseTo(first!.scores.coverage, 10);
    expect(first?.scores.evidence?.memories).toBeCloseTo(Math.log(NOTES.length), 10);
    expect((await searcher.rank('iron farm villagers')).hits[0]?.scores.evidence).toBeUndefined();
  });
});

describe('answers among many matches', () => {
  function scorerOf(seed: number, arms: { words: boolean; meaning: boolean }, named: boolean) {
    const random = seededRandom(seed);
    const size = 400;
    const draw = (value: () => number): Float32Array => Float32Array.from({ length: size }, value);
    const scores = draw(() => (random() < 0.5 ? 0 : random() * 20));
    const cosines = draw(() => (random() < 0.1 ? Number.NaN : 0.4 + random() * 0.6));
    const keyword = {
      scores,
      best: Math.max(...scores),
      second: scores.toSorted().at(-2),
      result: { highestPossible: 25, coverage: scores.map((score) => (score > 0 ? random() : 0)) },
    };
    const profile = modelProfile(BGE_SMALL);
    const plan = {
      browse: false,
      parsed: { words: ['some', 'words'], phrases: [] },
      scopes: { filtered: { count: size } },
      semantic: arms.meaning ? { profile } : null,
    };
    const found = {
      keyword: arms.words ? keyword : null,
      semantic: arms.meaning ? { scores: cosines, compared: cosines, meanCosine: 0.6, best: 1 } : null,
      exact: { begun: null, completions: null, unheldCodes: false },
    };
    const linked = draw(() => (named && random() < 0.05 ? 1 : 0));
    const links = { arm: 'links', evidenceOf: (row: number) => linked[row]! };
    const ranking = { tiers: null, armRankings: named ? [links] : [] };
    return { scorer: new RelevanceScorer(plan as never, found as never, ranking as never), size };
  }

  it("are exactly the matches that aren't weak, whatever the arms found", () => {
    let answers = 0;
    for (let seed = 0; seed < 60; seed++) {
      for (const arms of [
        { words: true, meaning: true },
        { words: true, meaning: false },
        { words: false, meaning: true },
      ]) {
        const { scorer, size } = scorerOf(seed, arms, seed % 2 === 1);
        const rows = Uint32Array.from({ length: size }, (_, row) => row);
        const one = [...rows].filter((row) => scorer.of(row as Ordinal).label !== 'weak');
        const sorted = (given: Uint8Array) => scorer.answers(rows, given).sort((a, b) => a - b);
        expect(sorted(new Uint8Array(size))).toEqual(one);
        const listed = Uint8Array.from(rows, (row) => row % 2);
        expect(sorted(listed)).toEqual(one.filter((row) => row % 2 === 0));
        answers += one.length;
      }
    }
    expect(answers).toBeGreaterThan(1_000);
    expect(answers).toBeLessThan(60 * 3 * 400 * 0.9);
  });
});

describe('answerable', () => {
  it('is higher for a question that a note answers than for one without an answer', async () => {
    const { answerable } = await searcher.search('how many villagers does the iron farm need');
    expect(answerable).toBeGreaterThan((await searcher.search('price of a flight to Tokyo')).answerable);
    expect(answerable).toBeLessThanOrEqual(1);
  });

  it('is 0 for a blank query and 1 for a query of filters alone', async () => {
    expect((await searcher.search('  ')).answerable).toBe(0);
    expect((await searcher.search('tag:iron')).answerable).toBe(1);
  });
});
