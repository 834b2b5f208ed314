import { expect, it } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import { toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import type { ListOptions } from '../../protocol/engine-values.ts';
import { pageList } from './page-list.ts';

it('rejects a viewer of null like a search does, instead of showing everything', () => {
  expect(() => pageList([], { viewer: null as never }, 0)).toThrow(
    expect.objectContaining({ code: 'invalid-option', path: 'viewer' }),
  );
});

it('lists pinned memories before all others in every order, across pages too', () => {
  const context = { now: 1, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  const given = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, title: id, text: id, createdAt: at, pinned: id === 'b' }));
  const rows = given.map((input, at) => toRow(validateMemory(input, context), at + 1));
  const listed = (options: ListOptions) => pageList(rows, { pinnedFirst: true, ...options }, 9).ids.join('');
  expect(listed({ sort: 'newest' })).toBe('bdca');
  expect(listed({ sort: 'oldest' })).toBe('bacd');
  expect(listed({ sort: 'updated' })).toBe('bdca');
  expect(listed({ sort: 'title' })).toBe('bacd');
  expect(listed({ sort: 'title', offset: 1, limit: 2 })).toBe('ac');
  expect(pageList(rows, {}, 9).ids.join('')).toBe('dcba');
});
