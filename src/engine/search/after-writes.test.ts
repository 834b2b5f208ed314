import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SearchSettings } from '../../core/options/options.ts';
import { contentHash } from '../../core/record/content-hash.ts';
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { createKeywordIndex } from '../keyword/bm25-index.ts';
import { createTable } from '../table/table.ts';
import { indexedForm } from '../write/indexes.ts';
import type { SearchParts } from './contract.ts';
import { createSearcher } from './search.ts';

const NOW = Date.UTC(2026, 0, 1);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const NAMES = ['Iron Farm', 'iron-farm', 'Äpfel', 'apfel', 'b', 'D40', '水の庭', 'one two three four five six seven'];
const TAGS = ['Home', 'home', 'iron-farm', 'farm', 'straße', 'iron mine farm'];
const TEXTS = ['iron farm by the river', 'a farm', 'it holds [[Iron Farm]] and [[c]]', 'apples and D40'];

const input = fc.record<MemoryInput>(
  {
    id: fc.constantFrom(...IDS),
    text: fc.constantFrom(...TEXTS),
    title: fc.constantFrom(...NAMES),
    aliases: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    links: fc.array(fc.constantFrom(...IDS, ...NAMES), { maxLength: 2 }),
    tags: fc.array(fc.constantFrom(...TAGS), { maxLength: 3 }),
    type: fc.constantFrom('note', 'conversation'),
    thread: fc.constantFrom('t1', 't2'),
    session: fc.constantFrom('s1', 's2'),
    role: fc.constantFrom('user', 'assistant'),
    privacy: fc.constantFrom('global', 'direct'),
    owner: fc.constantFrom('me', 'you'),
    createdAt: fc.integer({ min: 1, max: 3 }),
    updatedAt: fc.integer({ min: 4, max: 6 }),
    expiresAt: fc.constantFrom(NOW + 1_000, NOW + 2_000),
  },
  { requiredKeys: ['id', 'text'] },
);

const write = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), input }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom(...IDS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
);

const QUERIES = ['iron farm', 'äpfel', 'home farm', 'c', 'b iron mine', 'D40', '水の庭', 'it was by the river'];
const SETTINGS: SearchSettings[] = [
  { tuning: { threadContext: 0.3 } },
  { session: 's1', viewer: { id: 'me', context: 'direct' } },
  { session: 's2', tuning: { threadContext: 0.3 } },
  { tuning: { includeConversation: false } },
];

function createStore() {
  const table = createTable();
  const keyword = createKeywordIndex({ stemming: 'en' });
  const memories = new Map<string, Memory>();
  let seq = 0;
  const parts: SearchParts = {
    table,
    keyword,
    semantic: () => null,
    analyzer: { stemming: 'en' },
    readMemories: async (ids) => ids.map((id) => memories.get(id)),
    now: () => NOW,
    clock: () => 0,
    log: () => {},
  };
  const remove = (id: string): void => {
    const ordinal = table.remove(id);
    if (ordinal !== undefined) keyword.remove(ordinal);
    memories.delete(id);
  };
  return {
    parts,
    remove,
    put(one: MemoryInput): void {
      const memory = validateMemory(one, { now: NOW, newId: () => '', hash: contentHash, conversationTtlMs: 10_000 });
      const { entry, document } = indexedForm(memory, ++seq);
      keyword.add({ ordinal: table.put(entry), ...document });
      memories.set(memory.id, memory);
    },
    clear(): void {
      table.clear();
      keyword.clear();
      memories.clear();
    },
  };
}

const told = ({ hits, weak, counts, total }: SearchResponse) => ({
  counts,
  total,
  found: [...hits, ...weak].map(({ id, scores, linkPath }) => ({ id, scores, linkPath })),
});

it('a searcher with caches answers like a new one after any writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(write, { maxLength: 8 }), { minLength: 2, maxLength: 8 }), async (rounds) => {
      const store = createStore();
      const lasting = SETTINGS.map(() => createSearcher(store.parts));
      for (const [at, round] of rounds.entries()) {
        const now = NOW + at * 400;
        for (const one of round) {
          if (one.kind === 'put') store.put(one.input);
          else if (one.kind === 'remove') store.remove(one.id);
          else store.clear();
        }
        for (const [position, own] of SETTINGS.entries()) {
          const anew = createSearcher(store.parts);
          const settings = { ...own, tuning: { ...own.tuning, now } };
          for (const query of QUERIES) {
            const answer = told(await lasting[position]!.search(query, settings));
            expect(answer).toEqual(told(await anew.search(query, settings)));
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});
