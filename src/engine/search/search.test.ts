import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isHybridSearchError } from '../../core/errors.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { closeFixtures, FIXTURE_TIME, memory, searchFixture } from '../../testing/search-fixture.ts';
import type { Engine } from '../engine-contract.ts';
import type { EngineTable } from '../table/memory-table.ts';
import type { Searcher } from './contract.ts';
import { createSearcher } from './search.ts';

afterEach(closeFixtures);

const NOTES = [
  memory('farm', 'An iron farm design by ilmango for villagers', { tags: ['farming', 'iron'] }),
  memory('mob', 'A mob farm with a dark room and water', { tags: ['farming'] }),
  memory('bread', 'Bake bread with rye flour and salt', { tags: ['kitchen'] }),
  memory('d40', 'Region D40 holds the storage hall'),
  memory('d41', 'Region D41 holds the storage hall and the region map of the region'),
];

const ids = (response: SearchResponse) => [...response.hits, ...response.weak].map(({ id }) => id);

function withoutKeywords({ table, semantic, store, now }: Engine): Searcher {
  return createSearcher({
    table,
    keyword: null,
    semantic: () => semantic.view(),
    analyzer: { stemming: 'en' },
    readMemories: (wanted) => store.get(wanted),
    now,
    clock: () => 0,
    log: () => {},
  });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isHybridSearchError(error) ? `${error.code}: ${error.message}` : String(error);
}

/** Sets a list of chunks that's set already, so that what was kept for the old version of the table is stale. */
function renew(table: EngineTable): void {
  const [[ordinal]] = [...table.rows()] as [[Ordinal, unknown]];
  table.setChunks(ordinal, table.packedChunks(ordinal) ?? null);
}

describe('a large store in which sign bits skip most comparisons', () => {
  it('computes the cosine of keyword matches too, and ranks and labels them by it', async () => {
    const { engine, searcher, table } = await searchFixture(NOTES);
    const answer = async () => {
      renew(table);
      const { hits, weak } = await searcher.search('iron farm');
      return [...hits, ...weak].map(({ id, label, scores }) => ({ id, label, ...scores }));
    };
    const whole = (await answer()).filter(({ keywordRank }) => keywordRank !== null);
    expect(whole.length).toBeGreaterThan(1);
    const { vectors } = engine.semantic.view()!;
    const scan = vectors.scan.bind(vectors);
    const compared: string[] = [];
    vi.spyOn(vectors, 'scan').mockImplementation((query, scope, besides) => {
      const full = scan(query, scope);
      const asked = new Set([...(besides?.() ?? [])]);
      for (const ordinal of asked) compared.push(table.row(ordinal)!.id);
      const similarity = full.similarity.map((cosine, at) => (asked.has(at as Ordinal) ? cosine : Number.NaN));
      const bestChunk = full.bestChunk.map((chunk, at) => (asked.has(at as Ordinal) ? chunk : -1));
      return { ...full, similarity, bestChunk, plan: 'sign-bits' };
    });
    expect(await answer()).toEqual(whole);
    expect(compared.sort()).toEqual(whole.map(({ id }) => id).sort());
  });
});

describe('scores', () => {
  it('add up: final = Σ contributions × recency, each contribution traceable', async () => {
    const { searcher } = await searchFixture(NOTES);
    const old = memory('old', 'iron ore and an iron farm', { updatedAt: FIXTURE_TIME - 70 * 86_400_000 });
    const aged = (await searchFixture([...NOTES, old])).searcher;
    for (const [from, query] of [
      [searcher, 'iron farm villagers'],
      [aged, 'how is an iron farm built with water'],
    ] as const) {
      const { hits, weak } = await from.search(query, { explain: true, tuning: { recencyDecay: 0.01 } });
      expect(hits.length + weak.length).toBeGreaterThan(0);
      for (const { scores } of [...hits, ...weak]) {
        let sum = 0;
        for (const [arm, share] of Object.entries(scores.contributions)) {
          const traced = scores.trace![arm as 'keyword']!;
          expect(share).toBeCloseTo((traced.weight * traced.evidence) / (60 + traced.rank!), 9);
          sum += share;
        }
        expect(scores.rrf).toBeCloseTo(sum, 9);
        expect(scores.final).toBeCloseTo(sum * scores.recencyFactor, 9);
      }
    }
    const response = await aged.search('iron', { tuning: { recencyDecay: 0.01 }, groupDuplicates: false });
    const aging = [...response.hits, ...response.weak].find(({ id }) => id === 'old');
    expect(aging?.scores.recencyFactor).toBeCloseTo(0.5, 2);
  });

  it("are null for an arm that didn't run", async () => {
    const { searcher, embedded } = await searchFixture(NOTES);
    const words = await searcher.search('iron farm', { modes: ['keyword'] });
    expect(words.hits[0]!.scores).toMatchObject({ semanticRank: null, similarity: null });
    expect(words.modesUsed).toEqual(['keyword']);
    expect(embedded).toEqual([]);
    const meaning = await searcher.search('iron farm', { modes: ['semantic'] });
    expect([...meaning.hits, ...meaning.weak][0]!.scores).toMatchObject({ keywordRank: null, keywordScore: null });
    expect(meaning.modesUsed).toEqual(['semantic']);
  });
});

describe('alpha', () => {
  it('1 is pure semantic and skips words, tags, recency and the exact tier', async () => {
    const { searcher } = await searchFixture(NOTES);
    const { modesUsed, hits, weak } = await searcher.search('Region D40', { alpha: 1, tuning: { recencyDecay: 0.5 } });
    expect(modesUsed).toEqual(['semantic']);
    for (const { scores } of [...hits, ...weak]) {
      expect(scores).toMatchObject({ tier: 0, recencyFactor: 1, keywordScore: null });
    }
  });

  it('0 is keywords and tags, and costs no embedding', async () => {
    const { searcher, embedded } = await searchFixture(NOTES);
    const { modesUsed } = await searcher.search('iron farming', { alpha: 0 });
    expect(modesUsed).toEqual(['keyword', 'tags']);
    expect(embedded).toEqual([]);
  });

  it('with evidence "none" and no alpha gives published RRF: rank 1 in both arms → 0.0328', async () => {
    const { searcher } = await searchFixture(NOTES);
    const { hits } = await searcher.search('iron farm design', {
      tuning: { evidence: 'none' },
      modes: ['keyword', 'semantic'],
    });
    expect(hits[0]!.id).toBe('farm');
    expect(hits[0]!.scores.rrf).toBeCloseTo(2 / 61, 10);
  });
});

it('asks the model about a single rare word, too', async () => {
  const { searcher, embedded } = await searchFixture([
    memory('word', 'the electrician comes on Thursday'),
    memory('other', 'Elektro Kühn invoice for the new fuse box'),
  ]);
  const { modesUsed, hits } = await searcher.search('electrician');
  expect(modesUsed).toContain('semantic');
  expect(embedded).toEqual(['electrician']);
  expect(hits[0]!.id).toBe('word');
});

describe('exact first', () => {
  it('answers a code without asking the model', async () => {
    const { searcher, embedded } = await searchFixture(NOTES);
    const { hits } = await searcher.search('D40');
    expect(hits.map(({ id }) => id)).toEqual(['d40']);
    expect(hits[0]!.label).not.toBe('weak');
    expect(embedded).toEqual([]);
  });

  it('falls back to meaning when words find nothing', async () => {
    const { searcher, embedded } = await searchFixture(NOTES);
    await searcher.search('ZX9000');
    expect(embedded).toEqual(['ZX9000']);
  });

  it('never ranks a memory without the identifier above one with it, whatever the settings', async () => {
    const words = ['region', 'storage', 'hall', 'map', 'gate', 'D40', 'D41', 'D42'];
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((list) => list.join(' '));
    const settings = fc.record({
      alpha: fc.constantFrom(0, 0.2, 0.7, 0.99),
      tuning: fc.record({
        fusion: fc.constantFrom('rrf' as const, 'linear' as const),
        evidence: fc.constantFrom('standard' as const, 'none' as const),
        recencyDecay: fc.constantFrom(0, 0.5),
      }),
    });
    const query = fc.constantFrom('Tell me about D40', 'Region D40', 'D40 D41', '"storage hall"');
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 2, maxLength: 20 }),
        settings,
        query,
        async (texts, chosen, asked) => {
          const { searcher } = await searchFixture(
            texts.map((each, at) => memory(`m${at}`, each, { updatedAt: FIXTURE_TIME - at * 1e9 })),
          );
          const { hits } = await searcher.search(asked, { ...chosen, limit: 50, groupDuplicates: false });
          const phrases = asked.startsWith('"') ? ['storage hall'] : (asked.match(/D4\d/g) ?? []);
          const held = hits.map((hit) => phrases.filter((each) => hit.memory.text.includes(each)).length);
          expect(held).toEqual([...held].sort((a, b) => b - a));
          const matching = texts.filter((each) => phrases.some((phrase) => each.includes(phrase))).length;
          expect(held.filter((count) => count > 0)).toHaveLength(matching);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('modes and degradation', () => {
  const broken = { embedQuery: () => Promise.reject(new Error('no model')), bestSentences: never, rerank: never };

  it('answers from the other arms when one fails, reports it and logs it', async () => {
    const { searcher, logged } = await searchFixture(NOTES, { embedder: broken });
    const response = await searcher.search('iron farm', { explain: true });
    expect(ids(response)).toContain('farm');
    expect(response.modesUsed).not.toContain('semantic');
    expect(response.stats!.degradations).toEqual(['semantic: no model']);
    expect(logged.filter((event) => event === 'arm-failed')).toHaveLength(1);
  });

  it('reports the share of the searched memories that were compared by meaning', async () => {
    const { engine, searcher } = await searchFixture(NOTES);
    const share = async (options = {}) => (await searcher.search('iron farm', options)).embeddedShare;
    expect(await share()).toBe(1);
    expect(await share({ modes: ['keyword'] })).toBe(0);
    engine.semantic.queue.pause();
    await engine.update('bread', { text: 'Bake bread with wheat' });
    expect(await share()).toBe((NOTES.length - 1) / NOTES.length);
    expect(await share({ filters: { tags: ['in no memory'] } })).toBe(1);
  });

  it('answers by meaning alone while the keyword index is built', async () => {
    const searcher = withoutKeywords((await searchFixture(NOTES)).engine);
    const response = await searcher.search('iron farm', { explain: true });
    expect(ids(response)).toContain('farm');
    expect(response.modesUsed).not.toContain('keyword');
    expect(response.stats!.degradations).toEqual(['keyword: being built']);
  });

  it('throws a typed error if no arm can answer', async () => {
    const { engine, searcher } = await searchFixture(NOTES, { modelAllowed: false });
    expect(await codeOf(withoutKeywords(engine).search('x'))).toMatch(/^no-search-modes/);
    expect(await codeOf(searcher.search('x', { modes: [] }))).toMatch(/^no-search-modes/);
    expect(await codeOf(searcher.search('x', { modes: ['semantic'] }))).toMatch(
      /^mode-unavailable.*semantic: the model waits for consent/,
    );
    const off = await searchFixture(NOTES, { modes: ['keyword'] });
    expect(await codeOf(off.searcher.search('x', { modes: ['semantic'] }))).toMatch(/^mode-unavailable.*switched off/);
    const failed = await searchFixture(NOTES, { embedder: broken });
    expect(await codeOf(failed.searcher.search('iron', { modes: ['semantic'] }))).toMatch(/^search-failed/);
    expect(await codeOf(searcher.search('x', { alpha: 2 }))).toMatch(/^invalid-option.*alpha/);
  });

  it('returns nothing for a blank query', async () => {
    const response = await (await searchFixture(NOTES)).searcher.search('   ');
    expect(response).toMatchObject({ hits: [], weak: [], total: 0, hasMore: false });
  });
});

describe('pages', () => {
  it("neither overlap nor skip, because they're cut from one list", async () => {
    const many = Array.from({ length: 700 }, (_, at) => memory(`n${at}`, `iron note number ${at} about iron farm`));
    const { searcher, embedded } = await searchFixture(many);
    const seen: string[] = [];
    for (let offset = 0; ; offset += 90) {
      const response = await searcher.search('iron farm note', { offset, limit: 90, groupDuplicates: false });
      seen.push(...response.hits.map(({ id }) => id));
      if (!response.hasMore) break;
    }
    expect(seen).toHaveLength(700);
    expect(new Set(seen).size).toBe(700);
    expect(embedded).toHaveLength(1);
    expect(searcher.cache.pageHits).toBeGreaterThan(5);
  });

  it('end where weak results begin, and `total` counts those too', async () => {
    const near = Array.from({ length: 4 }, (_, at) => memory(`near${at}`, `copper kettle lid handle spout ${at}`));
    const far = Array.from({ length: 36 }, (_, at) =>
      memory(`far${at}`, `spout and nothing else of note, entry ${at}`),
    );
    const { searcher } = await searchFixture([...near, ...far]);
    const settings = { modes: ['keyword'] as const, groupDuplicates: false };
    const seen: string[] = [];
    for (let offset = 0; ; offset += 2) {
      const response = await searcher.search('copper kettle lid handle spout', { ...settings, offset, limit: 2 });
      expect(response.total).toBe(40);
      expect(response.hits.length).toBeGreaterThan(0);
      seen.push(...response.hits.map(({ id }) => id));
      if (!response.hasMore) break;
    }
    expect(seen.sort()).toEqual(['near0', 'near1', 'near2', 'near3']);
    const whole = await searcher.search('copper kettle lid handle spout', { ...settings, limit: 4 });
    expect(whole.hasMore).toBe(false);
    expect(whole.weak.every(({ label }) => label === 'weak')).toBe(true);
    expect(whole.weak.length).toBeGreaterThan(0);
  });

  it('are cut from a new list when the store changes', async () => {
    const { searcher, table } = await searchFixture(NOTES);
    await searcher.search('iron farm');
    renew(table);
    await searcher.search('iron farm');
    expect(searcher.cache).toMatchObject({ pageHits: 0, pageMisses: 2 });
  });
});

describe('partial answers and aborts', () => {
  it('delivers the keyword answer, then the fused one, then the sentences', async () => {
    const { searcher } = await searchFixture(NOTES);
    const partial: SearchResponse[] = [];
    const final = await searcher.search('how to make an iron farm', {}, { onPartial: (early) => partial.push(early) });
    expect(partial[0]!.modesUsed).not.toContain('semantic');
    expect(partial.every((early) => early.partial)).toBe(true);
    expect(final.partial).toBe(false);
    expect(final.modesUsed).toContain('semantic');
    expect(final.hits[0]!.highlights.some(({ kind }) => kind === 'semantic')).toBe(true);
  });

  it("delivers the first hit's sentence as soon as it's known, before the others", async () => {
    const { searcher } = await searchFixture(NOTES);
    const marked: boolean[][] = [];
    const sentencesOf = ({ hits }: SearchResponse): boolean[] =>
      hits.slice(0, 2).map(({ highlights }) => highlights.some(({ kind }) => kind === 'semantic'));
    const final = await searcher.search(
      'farm design with water',
      {},
      { onPartial: (early) => early.modesUsed.includes('semantic') && marked.push(sentencesOf(early)) },
    );
    expect(marked).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(sentencesOf(final)).toEqual([true, true]);
  });

  it('finds the sentences for a cached page too', async () => {
    const { searcher } = await searchFixture(NOTES);
    const ask = () => searcher.search('how to make an iron farm', {}, { onPartial: () => {} });
    const first = await ask();
    const again = await ask();
    expect(searcher.cache.pageHits).toBe(1);
    expect(again.hits[0]!.highlights).toEqual(first.hits[0]!.highlights);
  });

  it('still marks sentences that take longer than a second', async () => {
    const { searcher } = await searchFixture(NOTES);
    // Budgets of up to a second expire as soon as the work has begun, and longer ones never.
    const budget = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      if (milliseconds <= 1_000) queueMicrotask(() => controller.abort(new DOMException('', 'TimeoutError')));
      return controller.signal;
    });
    try {
      const answer = await searcher.search('how to make an iron farm', {}, { onPartial: () => {} });
      expect(answer.hits[0]!.highlights.some(({ kind }) => kind === 'semantic')).toBe(true);
    } finally {
      budget.mockRestore();
    }
  });

  it('stops when aborted, before a stage or between two', async () => {
    const { searcher } = await searchFixture(NOTES);
    expect(await codeOf(searcher.search('iron', {}, { signal: AbortSignal.abort() }))).toMatch(/^aborted/);
    const controller = new AbortController();
    const running = searcher.search('how iron farms work', {}, { signal: controller.signal });
    controller.abort();
    expect(await codeOf(running)).toMatch(/^aborted/);
  });

  it('reranks the best results within their tier, after the fused answer', async () => {
    const { searcher } = await searchFixture(NOTES);
    const fused = await searcher.search('farm design with water', { alpha: 0 });
    const reranked = await searcher.search('farm design with water', { alpha: 0, rerank: true });
    expect(reranked.hits.map(({ id }) => id)).toEqual(fused.hits.map(({ id }) => id).reverse());
    expect(reranked.hits[0]!.scores.rerankScore).toBeGreaterThan(0);
  });
});

describe('scope', () => {
  it('hides expired memories, other viewers’ memories, and what filters exclude', async () => {
    const { searcher } = await searchFixture([
      memory('live', 'iron farm one'),
      memory('expired', 'iron farm two', { expiresAt: FIXTURE_TIME - 1 }),
      memory('mine', 'iron farm three', { owner: 'ann', privacy: 'direct', tags: ['x'] }),
      memory('theirs', 'iron farm four', { owner: 'bob', privacy: 'direct', tags: ['x'] }),
    ]);
    const all = await searcher.search('iron farm', { groupDuplicates: false });
    expect(ids(all).sort()).toEqual(['live', 'mine', 'theirs']);
    const own = await searcher.search('iron farm x', { viewer: { id: 'ann', context: 'direct' }, facets: ['tags'] });
    expect(ids(own)).toEqual(['mine']);
    expect(own.total).toBe(1);
    expect(own.facets!.tags).toEqual({ x: 1 });
    const filtered = await searcher.search('iron farm', { filters: { tags: ['x'] }, groupDuplicates: false });
    expect(ids(filtered).sort()).toEqual(['mine', 'theirs']);
    const clocked = await searcher.search('iron farm', { tuning: { now: FIXTURE_TIME - 2 }, groupDuplicates: false });
    expect(ids(clocked)).toContain('expired');
  });

  it('fills the page when a filter keeps one memory in a hundred', async () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      memory(`n${at}`, at % 100 === 0 ? `winter tyres ${at}` : `iron farm design ${at}`, {
        tags: at % 100 === 0 ? ['rare'] : [],
      }),
    );
    const { searcher } = await searchFixture(many);
    const response = await searcher.search('iron farm design or tyres', {
      filters: { tags: ['rare'] },
      groupDuplicates: false,
      tuning: { minSimilarity: -1 },
    });
    expect(ids(response)).toHaveLength(10);
  });

  it('lists what passes the filters, newest first, if the query has nothing else', async () => {
    const { searcher, embedded } = await searchFixture([
      memory('old', 'bread', { tags: ['home'], createdAt: 1 }),
      memory('new', 'salt', { tags: ['home'], createdAt: 2 }),
      memory('other', 'iron', { createdAt: 3 }),
    ]);
    const response = await searcher.search('tag:home');
    expect(response.hits.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(response.total).toBe(2);
    expect(embedded).toEqual([]);
  });

  it('obeys operators in every arm', async () => {
    const { searcher } = await searchFixture(NOTES);
    for (const modes of [['keyword', 'semantic'], ['semantic']] as const) {
      const response = await searcher.search('farm -iron', { modes, tuning: { minSimilarity: -1 } });
      expect(ids(response)).toContain('mob');
      expect(ids(response)).not.toContain('farm');
    }
  });
});

describe('quoted phrases', () => {
  it("rank memories that contain them first, and don't matter if none does", async () => {
    const { searcher } = await searchFixture(NOTES);
    const held = await searcher.search('who has the "storage hall" of region D41');
    expect(held.hits[0]!.id).toBe('d41');
    const misquoted = await searcher.search('who built the "iron farming design"');
    expect(ids(misquoted)).toContain('farm');
  });
});

describe('duplicates', () => {
  it('appear once, with the source of the other', async () => {
    const text = 'The login fails because the session cookie expires too early';
    const { searcher } = await searchFixture([
      memory('stored', text, { source: 'notes', type: 'note' }),
      memory('said', text, { source: 'chat', type: 'conversation', session: 's1', contentHash: 'other' }),
      memory('else', 'Bread needs salt'),
    ]);
    const { hits } = await searcher.search('why does the login fail');
    const [first] = hits;
    expect(hits.filter(({ id }) => id === 'stored' || id === 'said')).toHaveLength(1);
    expect([first!.id, ...first!.duplicates.map(({ id }) => id)].sort()).toEqual(['said', 'stored']);
    const apart = await searcher.search('why does the login fail', { groupDuplicates: false });
    expect(ids(apart).filter((id) => id !== 'else')).toHaveLength(2);
  });
});

describe('sort', () => {
  it('orders by time or title instead of relevance', async () => {
    const { searcher } = await searchFixture([
      memory('b', 'iron', { title: 'Beta', createdAt: 2 }),
      memory('a', 'iron farm', { title: 'Alpha', createdAt: 1 }),
    ]);
    const order = async (sort: 'newest' | 'oldest' | 'title') => ids(await searcher.search('iron', { sort }));
    expect(await order('newest')).toEqual(['b', 'a']);
    expect(await order('oldest')).toEqual(['a', 'b']);
    expect(await order('title')).toEqual(['a', 'b']);
  });
});

function never(): Promise<never> {
  return Promise.reject(new Error('not asked for'));
}
