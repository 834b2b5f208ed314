import { describe, expect, it } from 'vitest';
import { withoutHalfTyped } from './half-typed.ts';

const KNOWN = { tag: { home: 3, homework: 1, 'deep work': 1 }, type: { note: 5 } };
const asked = (query: string): string => withoutHalfTyped(query, KNOWN, '2026-11-22');

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
