import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Memory } from '../record/memory.ts';
import { marked } from './marked.ts';
import type { Highlight } from './response.ts';

const text = 'Before. The spare key hangs in the hall. After.';
const memory = { title: 'Key', text } as Memory;
const passage = { text: text.slice(8, 40), start: 8, end: 40 };
const highlights: Highlight[] = [
  { field: 'title', start: 0, end: 3, kind: 'keyword' },
  { field: 'text', start: 8, end: 40, kind: 'semantic' },
  { field: 'text', start: 18, end: 21, kind: 'keyword' },
];

it('cuts the passage into plain, matched and semantic parts', () => {
  expect(marked({ memory, passage, highlights })).toEqual([
    { text: 'The spare ', kind: 'meaning' },
    { text: 'key', kind: 'keyword+meaning' },
    { text: ' hangs in the hall.', kind: 'meaning' },
  ]);
  expect(marked({ memory, passage, highlights }, 'title')).toEqual([{ text: 'Key', kind: 'keyword' }]);
  expect(marked({ memory, passage, highlights }, 'text')[0]).toEqual({ text: 'Before. ', kind: 'plain' });
});

it('loses no letter, whatever the ranges', () => {
  const range = fc.record({
    field: fc.constantFrom('title', 'text'),
    start: fc.nat(60),
    end: fc.nat(60),
    kind: fc.constantFrom('keyword', 'semantic'),
  });
  fc.assert(
    fc.property(fc.array(range as fc.Arbitrary<Highlight>), (given) => {
      const parts = marked({ memory, passage, highlights: given }, 'text');
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }),
  );
});
