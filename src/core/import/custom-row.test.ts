import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MemoryInput } from '../record/memory.ts';
import { customRow } from './custom-row.ts';

const origin = { path: 'may.ledger', hash: (text: string) => text };
const ROW = 'wrong-row';

describe('a row of a reader that the page registered', () => {
  it.each<[what: string, row: unknown, result: object]>([
    [
      'a memory, with the number of the row',
      { memory: { id: 'a', text: 'x' } },
      { line: 7, input: { id: 'a', text: 'x', source: 'import' } },
    ],
    [
      'a memory with its line and source',
      { line: 40, memory: { id: 'a', text: 'x', source: 'ledger' } },
      { line: 40, input: { id: 'a', text: 'x', source: 'ledger' } },
    ],
    ['a problem', { problem: 'No amount' }, { line: 7, code: 'unreadable', message: 'No amount' }],
    [
      'a problem with its line',
      { problem: 'No amount', line: 2 },
      { line: 2, code: 'unreadable', message: 'No amount' },
    ],
    ['a line that is none', { problem: 'No amount', line: 0.5 }, { line: 7 }],
    ['a bare memory', { text: 'x' }, { line: 7, code: 'invalid-memory', reason: ROW }],
    ['a memory that is none', { memory: 'x', line: 3 }, { line: 3, code: 'invalid-memory', reason: ROW }],
    ['a problem that is no text', { problem: { toString: 1 } }, { line: 7, code: 'invalid-memory', reason: ROW }],
    ['null', null, { line: 7, code: 'invalid-memory', reason: ROW }],
    ['a list', [], { line: 7, code: 'invalid-memory', reason: ROW }],
    ['nothing', undefined, { line: 7, code: 'invalid-memory', reason: ROW }],
  ])('%s', (_, row, result) => {
    expect(customRow(row, 7, origin)).toMatchObject(result);
  });

  const idOf = (memory: MemoryInput, path = origin.path, number = 1) => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const row = customRow({ memory }, number, { path, hash });
    return 'input' in row ? row.input.id : null;
  };

  it('gets an id from its path and content, wherever it is, unless it has its own', () => {
    const ids = [
      idOf({ text: 'x' }),
      idOf({ text: 'y' }),
      idOf({ text: 'x', createdAt: new Date(1) }),
      idOf({ text: 'x', createdAt: new Date(2) }),
      idOf({ text: 'x' }, 'june.ledger'),
    ];
    expect(new Set(ids).size).toBe(5);
    expect(idOf({ text: 'x' }, 'may.ledger', 9)).toBe(ids[0]);
    expect(idOf({ id: '', text: 'x' })).toMatch(/^[\da-f]{32}$/);
  });

  it('gives no id to a row that is not plain data, because validation refuses it', () => {
    const circle: { [key: string]: unknown } = { text: 'x' };
    circle.metadata = circle;
    expect(customRow({ memory: circle }, 1, origin)).toMatchObject({ line: 1, input: { text: 'x' } });
  });
});
