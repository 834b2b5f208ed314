import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INNER_PARTS } from '../shared/parts.ts';

const UI = new URL('../', import.meta.url);
const sources = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(new URL(path, UI), 'utf8') }));
const docstring = sources.find(({ path }) => path.endsWith('element/hybrid-search.ts'))?.text ?? '';
const documented = (tag: string): string[] =>
  [...docstring.matchAll(new RegExp(`^ \\* @${tag} (\\S+) - `, 'gm'))].map(([, name = '']) => name).sort();
const found = (pattern: RegExp): string[] =>
  [...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].sort();

describe("the element's docstring names", () => {
  it('every property that its styles read, and no other', () => {
    expect(documented('cssproperty')).toEqual(found(/var\(\s*(--hs-[a-z-]+)/g));
  });

  it('every part that its templates have, and no other', () => {
    const literal = found(/\spart="([^"$]+)"/g).flatMap((names) => names.split(' '));
    const chosen = ['option', 'active', 'completion', 'sort', 'label', 'strong', 'likely', 'weak'];
    expect(documented('csspart')).toEqual([...new Set([...literal, ...chosen])].sort());
  });

  it('every part that inner hosts export', () => {
    expect(documented('csspart')).toEqual(expect.arrayContaining(INNER_PARTS.split(', ')));
  });
});
