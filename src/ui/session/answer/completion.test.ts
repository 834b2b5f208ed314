import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateMemory } from '../../../core/record/validate-memory.ts';
import { completionId, completions, withoutHalfTyped } from './completion.ts';

const KNOWN = { tag: { home: 3, holiday: 9, 'deep work': 1, kitchen: 4 }, type: { note: 5, fact: 2 } };
const texts = (query: string): string[] => completions(query, KNOWN, '2026-11-22').map(({ text }) => text);
const queries = (query: string): string[] => completions(query, KNOWN, '2026-11-22').map((one) => one.query);

describe('completions', () => {
  it('are the values that start with the typed part, most common first', () => {
    expect(texts('iron tag:ho')).toEqual(['tag:holiday', 'tag:home']);
    expect(texts('type:')).toEqual(['type:note', 'type:fact']);
    expect(texts('before:20')).toEqual([
      'before:2026-11-22',
      'before:2026-11',
      'before:2026',
      'before:2025',
      'before:2024',
    ]);
    expect(texts('map has:i')).toEqual(['has:image']);
  });

  it('have ids that no memory can have, even if the query begins with half of a character', () => {
    const context = { now: 0, newId: () => 'new', hash: () => '', conversationTtlMs: 0 };
    const query = fc.string({ unit: fc.constantFrom('a', '\u0000', '\ud83d', '\ude00'), maxLength: 3 });
    fc.assert(
      fc.property(query, (query) => {
        const id = completionId({ query, text: '', count: null, meant: false });
        expect(() => validateMemory({ id, text: 'x' }, context)).toThrow(/lone surrogate/);
      }),
    );
  });

  it('keep what comes before, including a sign, and add a space for the next word', () => {
    expect(queries('iron -tag:hom')).toEqual(['iron -tag:home ']);
    expect(queries('(tag:ki')).toEqual(['(tag:kitchen ']);
  });

  it('quote a value of several words, and appear while its quote is open', () => {
    expect(queries('tag:de')).toEqual(['tag:"deep work" ']);
    expect(queries('tag:"deep w')).toEqual(['tag:"deep work" ']);
  });

  it('suggest the intended field', () => {
    for (const typed of ['tga', 'tagg', 'tog']) expect(queries(`iron ${typed}:home`)).toEqual(['iron tag:home']);
    expect(queries('befor:2024')).toEqual(['before:2024']);
    expect(completions('tga:home', KNOWN, '2026-11-22')[0]!.meant).toBe(true);
  });

  it.each([
    '',
    'tag',
    'x:1000',
    'http://home',
    'tags://x',
    'note: buy milk',
    'tag:home',
    'tag:home iron',
    '12:30',
    'title:ir',
  ])('are none for %j', (query) => {
    expect(texts(query)).toEqual([]);
  });
});

const COUNTED = { tag: { home: 3, homework: 1, 'deep work': 1 }, type: { note: 5 } };
const asked = (query: string): string => withoutHalfTyped(query, COUNTED, '2026-11-22');

describe('withoutHalfTyped', () => {
  it.each([
    ['iron tag:', 'iron'],
    ['tag:', ''],
    ['iron tag:ho', 'iron'],
    ['iron -tag:ho', 'iron'],
    ['iron (tag:ho', 'iron'],
    ['iron TAG:Ho', 'iron'],
    ['iron tag:"deep w', 'iron'],
    ['iron title:', 'iron'],
    ['iron thread:', 'iron'],
    ['iron before:202', 'iron'],
    ['iron after:2024-0', 'iron'],
    ['map has:im', 'map'],
  ])('leaves out the end of %j', (query, rest) => {
    expect(asked(query)).toBe(rest);
  });

  it.each([
    'iron',
    'tag:home',
    'tag:zoo',
    'tag:ho ',
    'tag:ho iron',
    'tag:"deep work"',
    'before:2024',
    'before:soon',
    'title:ir',
    'thread:trip',
    'tga:ho',
    'x:1000',
    '12:',
    'has:image',
  ])('keeps %j as it is', (query) => {
    expect(asked(query)).toBe(query);
  });
});
