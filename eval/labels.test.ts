import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { contentHash } from '../src/core/record/content-hash.ts';
import type { Memory, MemoryInput } from '../src/core/record/memory.ts';
import { validateMemory } from '../src/core/record/validate-memory.ts';
import type { Searcher } from '../src/engine/search/contract.ts';
import { distractors } from '../src/testing/distractors.ts';
import { EXACT_MEMORIES } from '../src/testing/exact-cases.ts';
import { EVALUATION_TIME } from './data-set.ts';
import { buildEngine, type EvaluationEngine } from './engine.ts';
import { type EvaluationModel, openModel } from './models.ts';

const SAMPLES = fileURLToPath(new URL('../public/samples/notes.jsonl', import.meta.url));
const demoNotes = readFileSync(SAMPLES, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as MemoryInput)
  // The samples are a backup, which starts with a header and lines of vectors.
  .filter(({ id }) => id !== undefined);

let model: EvaluationModel;
const engines: EvaluationEngine[] = [];
beforeAll(async () => {
  model = await openModel(BGE_SMALL);
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await model.dispose();
});

async function storeOf(inputs: readonly MemoryInput[]): Promise<Searcher> {
  const context = { now: EVALUATION_TIME, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  const corpus: Memory[] = inputs.map((input) => validateMemory(input, context));
  const engine = await buildEngine({ name: 'labels', corpus }, model);
  engines.push(engine);
  return engine.searcher;
}

describe("in the demo's store", () => {
  it('cakes and cottages are no strong match for parsnips', async () => {
    const searcher = await storeOf([
      ...demoNotes,
      {
        id: 'parsnip-row',
        text: 'Parsnip yields this autumn: eleven kilos from the long bed, twice what the short one gave.',
      },
      {
        id: 'parsnip-seed',
        text: 'Parsnip seed does not keep. New packet every spring, sown late, and the yields follow.',
      },
    ]);
    const { hits, weak } = await searcher.rank('parsnip yields');
    const shown = [...hits, ...weak];
    expect(
      hits
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['parsnip-row', 'parsnip-seed']);
    expect(hits[0]?.label).toBe('strong');
    expect(shown.slice(2).filter(({ label }) => label === 'strong')).toEqual([]);
  });

  it("shows the note on the cat's tablets for medicine for the pet", async () => {
    const searcher = await storeOf([
      ...demoNotes,
      {
        id: 'cat-tablets',
        text: 'Tablets for the cat: half a pill in liver paste each morning for two weeks, then back to the vet.',
      },
    ]);
    const { hits } = await searcher.rank('medicine for the pet');
    expect(hits.slice(0, 3).map(({ id }) => id)).toContain('cat-tablets');
  });

  it('a question that nothing answers has no strong match, and the answer says how unlikely one is', async () => {
    const searcher = await storeOf(demoNotes);
    for (const question of ['mortgage interest rate', 'how to train a puppy', 'symptoms of anaemia']) {
      const { hits, answerable } = await searcher.rank(question);
      expect(hits.filter(({ label }) => label === 'strong')).toEqual([]);
      expect(answerable).toBeLessThan((await searcher.rank('undo the last commit')).answerable);
    }
  });
});

it('shows nothing for a question of which the demo contains only a word or two in passing', async () => {
  const searcher = await storeOf(demoNotes);
  const { hits, answerable } = await searcher.rank('quarterly dividend policy of the Mongolian railway');
  expect(hits).toEqual([]);
  expect(answerable).toBeLessThan(0.1);
});

describe('nine plain notes among four hundred others', () => {
  const NOTES: readonly [string, string, string][] = [
    [
      'fuse',
      'The kettle and the oven together trip the fuse in the hall cupboard.',
      'electricity goes off while cooking',
    ],
    ['passport', 'Renewed my travel document at the town office; it is good until 2034.', 'passport renewal'],
    ['dentist', 'Crown on the lower left molar came loose again, glued for now.', 'trouble with my teeth'],
    ['anniversary', 'Ida and Per married on the ninth of June, on the island.', 'wedding day of our friends'],
    ['tyres', 'Winter wheels are in the cellar behind the shelves, marked by corner.', 'where are the wheels for snow'],
    ['choir', 'Choir rehearsals moved to Thursdays at seven, in the old gymnasium.', 'singing practice evening'],
    ['rash', 'The red itch on my arms came after the strawberries, both times.', 'what am I allergic to'],
    [
      'landlord',
      'Asked the owner of the flat to mend the window frame; he promised spring.',
      'the landlord and the broken window',
    ],
    [
      'budget',
      'We may spend at most four thousand on the new kitchen, ovens included.',
      'money for remodelling the cooking area',
    ],
  ];

  it('are shown for questions in other words, and never as weak', async () => {
    const searcher = await storeOf([...NOTES.map(([id, text]) => ({ id, text })), ...distractors(400, 11)]);
    const labels: { [id: string]: string } = {};
    for (const [id, , question] of NOTES) {
      const { hits, weak } = await searcher.rank(question);
      labels[id] = [...hits, ...weak].find((hit) => hit.id === id)?.label ?? 'not found';
    }
    expect(Object.entries(labels).filter(([, label]) => label === 'weak' || label === 'not found')).toEqual([]);
  });
});

it("a memory isn't a weak match for its own tags", async () => {
  const searcher = await storeOf([
    ...demoNotes,
    { id: 'tagged', text: 'Turned twice, still too wet. Next time more cardboard.', tags: ['compost', 'allotment'] },
  ]);
  const { hits } = await searcher.rank('compost allotment');
  expect(hits[0]?.id).toBe('tagged');
});

it('among a hundred memories, the one on efficient resource gathering is shown for collecting materials quickly', async () => {
  const searcher = await storeOf([...EXACT_MEMORIES, ...distractors(100 - EXACT_MEMORIES.length, 7)]);
  const { hits } = await searcher.rank('how to collect materials quickly');
  expect(hits[0]?.id).toBe(EXACT_MEMORIES.find(({ text }) => /resource gathering/i.test(text))!.id);
});

it('an invoice with a different number is no strong match', async () => {
  const searcher = await storeOf([...demoNotes, { id: 'invoice', text: 'Invoice 10025 paid to Hosting Ltd' }]);
  const { hits, weak } = await searcher.rank('hosting invoice 10026');
  expect([...hits, ...weak].filter(({ label }) => label === 'strong')).toEqual([]);
  expect((await searcher.rank('invoice 10025')).hits[0]).toMatchObject({ id: 'invoice', label: 'strong' });
});
