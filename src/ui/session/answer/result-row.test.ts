import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../core/record/memory.ts';
import type { Hit } from '../../../core/results/response.ts';
import { mergeRows, type ResultRow, rowOfHit, rowOfMemory } from './result-row.ts';

const memory = (id: string, text = 'text'): Memory => ({
  id,
  text,
  tags: [],
  type: 'note',
  confidence: 0.5,
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
  lastAccessedAt: 0,
  accessCount: 0,
  contentHash: '',
});
const row = (id: string): ResultRow => rowOfMemory(memory(id));
const ids = (rows: readonly ResultRow[]): string => rows.map((entry) => entry.id).join('');
const rows = (text: string): ResultRow[] => [...text].map(row);

describe('mergeRows', () => {
  it('takes the new order if nothing is pinned', () => {
    expect(ids(mergeRows(rows('abc'), rows('cab'), null))).toBe('cab');
  });

  it('keeps the pinned row in its place while the others take the new order', () => {
    expect(ids(mergeRows(rows('abc'), rows('xcyab'), 'b'))).toBe('xbcya');
  });

  it('keeps a pinned row that the new answer lacks', () => {
    expect(ids(mergeRows(rows('abc'), rows('xy'), 'b'))).toBe('xby');
  });

  it('fills up with known rows if the new answer is too short for the position', () => {
    expect(ids(mergeRows(rows('abcd'), rows('d'), 'd'))).toBe('abcd');
  });

  it('shows the pinned row as the new answer has it', () => {
    const fresh = row('b');
    expect(mergeRows(rows('ab'), [row('a'), fresh], 'b')[1]).toBe(fresh);
  });

  it('keeps the pinned index, repeats nothing and loses nothing new for any two answers', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(list, list, fc.nat(7), (previous, next, pick) => {
        const pinned = previous[pick % Math.max(1, previous.length)] ?? null;
        const merged = mergeRows(previous.map(row), next.map(row), pinned).map((entry) => entry.id);
        expect(new Set(merged).size).toBe(merged.length);
        for (const id of next) expect(merged).toContain(id);
        if (pinned !== null) expect(merged.indexOf(pinned)).toBe(previous.indexOf(pinned));
        expect(merged.filter((id) => next.includes(id) && id !== pinned)).toEqual(next.filter((id) => id !== pinned));
      }),
    );
  });
});

describe('rowOfMemory', () => {
  it('never splits a surrogate pair', () => {
    const { passage } = rowOfMemory(memory('a', `${'x'.repeat(279)}😀 tail`));
    expect(passage.text).toBe('x'.repeat(279));
    expect(passage.end).toBe(279);
  });
});

describe('a row shows its text', () => {
  const titled = (title: string, text: string): Memory => ({ ...memory('a', text), title });

  it.each([
    ['without front matter', 'Pump', '---\ntitle: Pump\n---\nIt leaked.', 'It leaked.'],
    [
      'without the heading that is its title',
      'Garden',
      '---\ndate: 2021-05-12\n---\n# Garden\n\nFour beans.',
      'Four beans.',
    ],
    ['without the first line that is its title', 'Buy a hose.', 'Buy a hose.\n\nAnd tape.', 'And tape.'],
    ['with another heading', 'Garden', '# Beds\n\nFour.', '# Beds\n\nFour.'],
    ['with rules around a paragraph', 'Talk', '---\nHear me\n---\nout', '---\nHear me\n---\nout'],
  ])('%s', (_, title, text, shown) => {
    const { passage } = rowOfMemory(titled(title, text));
    expect(passage).toEqual({ text: shown, start: text.length - shown.length, end: text.length });
  });

  it('from the heading on if only the heading was found', () => {
    const passages = [
      [0, 9, '# Garden\n'],
      [0, 12, 'Fo'],
      [11, 16, 'our b'],
    ] as const;
    const found = titled('Garden', '# Garden\n\nFour beans.');
    for (const [start, end, shown] of passages) {
      const passage = { start, end, text: found.text.slice(start, end) };
      expect(rowOfHit({ id: 'a', memory: found, passage } as Hit).passage.text).toBe(shown);
    }
  });
});
