/** Merging a late answer never moves the row a person is on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { mergeRows, type ResultRow, rowOfMemory } from './result-row.ts';

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
