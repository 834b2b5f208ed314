import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BGE_SMALL, MULTILINGUAL_E5_SMALL } from '../src/core/model-profiles.ts';
import { HIGH_COVERAGE, OWN_NEARNESS } from '../src/core/ranking/relevance.ts';
import { contentHash } from '../src/core/record/content-hash.ts';
import type { Memory, MemoryInput } from '../src/core/record/memory.ts';
import { validateMemory } from '../src/core/record/validate-memory.ts';
import type { RankedPage, Searcher } from '../src/engine/search/contract.ts';
import { distractors } from '../src/testing/distractors.ts';
import { type DataSet, EVALUATION_TIME, readDataSets } from './data-set.ts';
import { buildEngine, type EvaluationEngine } from './engine.ts';
import { type EvaluationModel, openModel } from './models.ts';

let model: EvaluationModel;
let set: DataSet;
let notes: EvaluationEngine;
beforeAll(async () => {
  model = await openModel(BGE_SMALL);
  set = readDataSets(fileURLToPath(new URL('ordinary-notes', import.meta.url)))[0]!;
  notes = await buildEngine(set, model);
}, 120_000);
afterAll(async () => {
  await notes.close();
  await model.dispose();
});

async function inStore<Result>(inputs: readonly MemoryInput[], ask: (searcher: Searcher) => Promise<Result>) {
  const context = { now: EVALUATION_TIME, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  const corpus: Memory[] = inputs.map((input) => validateMemory(input, context));
  const engine = await buildEngine({ name: 'ordinary', corpus }, model);
  try {
    return await ask(engine.searcher);
  } finally {
    await engine.close();
  }
}

const all = ({ hits, weak }: RankedPage) => [...hits, ...weak];
const labelIn = (page: RankedPage, id: string) => all(page).find((hit) => hit.id === id)?.label;

describe('a question without an answer', () => {
  it('gets a strong hit in at most 15 of 100 cases', async () => {
    const unanswered = set.queries.filter(({ judged }) => judged.size === 0);
    let strong = 0;
    for (const { text } of unanswered) {
      const { hits } = await notes.searcher.rank(text);
      if (hits.some(({ label }) => label === 'strong')) strong++;
    }
    expect(unanswered.length).toBeGreaterThan(20);
    expect(strong / unanswered.length).toBeLessThanOrEqual(0.15);
  });

  it.each(['when do I fly to Lisbon', 'car insurance policy number', 'Netflix password', 'blorvex quandle'])(
    '%s has none',
    async (question) => {
      const { hits } = await notes.searcher.rank(question);
      expect(hits.filter(({ label }) => label === 'strong')).toEqual([]);
    },
  );

  // Today's counts, as upper limits. The relevance of these notes is mostly below 0.1. So is that of right notes whose
  // words differ from the question's, so a stricter limit would hide those too (docs/measurements/0009-labels.md).
  it('labels at most two notes for half of the questions, and at most eight for any', async () => {
    const counts: number[] = [];
    for (const { text } of set.queries.filter(({ judged }) => judged.size === 0)) {
      const { hits } = await notes.searcher.rank(text, { limit: 100 });
      counts.push(hits.length);
    }
    counts.sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(2);
    expect(counts.at(-1)).toBeLessThanOrEqual(8);
  });

  // Nothing tells these hits from right notes that share no word with their question. For `wifi password`, the right
  // note is as far behind the first as here (docs/measurements/0009-labels.md).
  it('labels only the two notes on passwords for the password of something else', async () => {
    const { hits } = await notes.searcher.rank('Netflix password', { limit: 100 });
    expect(hits.map(({ id, label }) => `${id} ${label}`)).toEqual(['atticnet likely', 'wifi likely']);
  });

  it('labels no note that only mentions one of three words and is far behind the nearest', async () => {
    const page = await notes.searcher.rank('insurance policy number', { limit: 100 });
    expect(labelIn(page, 'passport')).toBe('weak');
    expect(page.hits.length).toBeLessThanOrEqual(5);
    expect(page.hits.filter(({ label }) => label === 'strong')).toEqual([]);
  });

  it('of made-up words finds almost nothing among thousands', async () => {
    // Embedding whole notes takes four times as long.
    const many = distractors(2_000, 5).map(({ text }, at) => ({ id: `other ${at}`, text: text.split('. ')[0]! }));
    const { hits } = await inStore(many, (searcher) => searcher.rank('blorvex quandle'));
    expect(hits.length).toBeLessThanOrEqual(1);
  });
});

describe('a question with an answer', () => {
  it('hides its first answer in at most 2 of 100 cases', async () => {
    const answered = set.queries.filter(({ judged }) => judged.size > 0);
    let first = 0;
    let hidden = 0;
    for (const { text, judged } of answered) {
      const page = await notes.searcher.rank(text);
      const best = all(page).sort((a, b) => b.scores.tier - a.scores.tier || b.scores.final - a.scores.final)[0];
      if (best === undefined || !judged.has(best.id)) continue;
      first++;
      if (best.label === 'weak') hidden++;
    }
    expect(first).toBeGreaterThan(50);
    expect(hidden / first).toBeLessThanOrEqual(0.02);
  });

  it('has mostly answers among its strong hits', async () => {
    let strong = 0;
    let right = 0;
    for (const { text, judged } of set.queries) {
      for (const { id, label } of (await notes.searcher.rank(text)).hits) {
        if (label !== 'strong') continue;
        strong++;
        if (judged.has(id)) right++;
      }
    }
    expect(strong).toBeGreaterThan(20);
    expect(right / strong).toBeGreaterThanOrEqual(0.7);
  });
});

describe('the words of a question', () => {
  it('are read as English if they are only spelled like foreign ones', async () => {
    const page = await notes.searcher.search('hay fever');
    expect(page.understood.unreadLanguage).toBeNull();
    expect(page.hits.map(({ id }) => id)).toContain('tablets');
  });

  it('one word finds the note that has it first, then the note that means it', async () => {
    const word = { id: 'word', text: 'The electrician comes on Thursday at nine' };
    const meant = { id: 'meant', text: 'Elektro Kühn, invoice 4417: new fuse box and two sockets, paid' };
    const page = await inStore([word, meant, ...set.corpus.slice(0, 12)], (searcher) => searcher.rank('electrician'));
    expect(page.hits[0]?.id).toBe('word');
    expect(labelIn(page, 'meant')).toBe('likely');
  });

  it('are kept if the model knows them, and corrected if they are slips', async () => {
    const inputs = [
      { id: 'glue', text: 'Wheat paste for the kite: one part flour, four parts hot water' },
      { id: 'sills', text: 'Rotten window sills at the back, fill and repaint before winter' },
      { id: 'dentist', text: 'Dentist moved to Mill Lane, ring before nine' },
      { id: 'prune', text: 'Prune the apple tree in February, never in a hard frost' },
    ];
    const corrected = await inStore(inputs, async (searcher) => {
      const found: { [query: string]: string[] } = {};
      for (const query of [
        'what temperature for the pasta bake',
        'which bills do I still have to pay',
        'dentsit',
        'prnue',
      ])
        found[query] = (await searcher.search(query)).understood.corrected.map(({ to }) => to);
      return found;
    });
    expect(corrected).toEqual({
      'what temperature for the pasta bake': [],
      'which bills do I still have to pay': [],
      dentsit: ['dentist'],
      prnue: ['prune'],
    });
  });
});

describe('a label does not depend on the neighbours', () => {
  it('the password in the attic stays a match next to another note', async () => {
    const attic = { id: 'attic', text: 'Attic wifi: the password is on a sticker inside the fuse box door' };
    const home = { id: 'home', text: 'Wifi password: plum-kettle-77, network Larkrise' };
    const others = set.corpus.filter(({ id }) => !['wifi', 'atticnet'].includes(id)).slice(0, 12);
    const alone = await inStore([attic, ...others], (searcher) => searcher.rank('wifi password'));
    const beside = await inStore([attic, home, ...others], (searcher) => searcher.rank('wifi password'));
    expect(labelIn(alone, 'attic')).not.toBe('weak');
    expect(beside.hits[0]?.id).toBe('home');
    expect(labelIn(beside, 'attic')).not.toBe('weak');
  });

  it('a note with most of the words, or a near one, is still shown once a better note exists', async () => {
    const lost: string[] = [];
    let pairs = 0;
    // Questions without digits: once the new note has a whole code, longer codes that begin with it no longer match.
    for (const { text } of set.queries.filter(({ text: asked }, at) => at % 2 === 0 && !/\d/.test(asked))) {
      const before = await notes.searcher.rank(text, { explain: true });
      const own = before.hits.filter(({ scores: { evidence } }) => {
        return evidence !== undefined && (evidence.coverage! >= HIGH_COVERAGE || evidence.cosine! >= OWN_NEARNESS);
      });
      if (own.length === 0) continue;
      const better = { id: 'better', text: `${text}: ${text}` };
      const joined = [...set.corpus.map(({ id, text: body, tags }) => ({ id, text: body, tags })), better];
      const after = await inStore(joined, (searcher) => searcher.rank(text, { limit: 100 }));
      for (const { id } of own) {
        pairs++;
        if (labelIn(after, id) === 'weak') lost.push(`${text}: ${id}`);
      }
    }
    expect(pairs).toBeGreaterThan(15);
    expect(lost).toEqual([]);
  }, 120_000);
});

describe.each([BGE_SMALL, MULTILINGUAL_E5_SMALL])('a store of twelve notes with %s', (id) => {
  it("doesn't answer with all of them, and the note that answers has a label", async () => {
    const own = id === BGE_SMALL ? model : await openModel(id);
    const corpus = set.corpus.slice(0, 12);
    const engine = await buildEngine({ name: 'twelve', corpus }, own);
    const shown: number[] = [];
    let [answered, labelled] = [0, 0];
    try {
      for (const { text, judged } of set.queries.filter(({ judged }) => judged.size > 0)) {
        const { hits } = await engine.searcher.rank(text, { limit: 100 });
        shown.push(hits.length);
        const answers = corpus.filter((memory) => judged.has(memory.id));
        answered += answers.length;
        labelled += answers.filter((memory) => hits.some((hit) => hit.id === memory.id)).length;
      }
      expect((await engine.searcher.rank('猫粮')).hits.length).toBeLessThan(6);
    } finally {
      await engine.close();
      if (own !== model) await own.dispose();
    }
    expect(shown.reduce((sum, count) => sum + count, 0) / shown.length).toBeLessThan(4);
    expect(labelled / answered).toBeGreaterThan(0.8);
  }, 120_000);
});
