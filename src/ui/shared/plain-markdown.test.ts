import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownMarks, plainText } from './plain-markdown.ts';

describe('plainText', () => {
  it.each([
    ['## Lime, and how to treat it', 'Lime, and how to treat it'],
    ['- [x] milk\n- bread', 'milk\nbread'],
    ['> said **he**', 'said he'],
    ['see [the page](https://example.org/a "title") and ![a cat](cat.png)', 'see the page and a cat'],
    ['[[Iron farm]] and [[iron-farm|the farm]]', 'Iron farm and the farm'],
    ['`/tp @p 0 64 0` and ~~old~~ *new*', '/tp @p 0 64 0 and old new'],
    ['```ts\nlet a;\n```', '\nlet a;\n'],
  ])('of %j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it.each(['2 * 3 * 4', 'snake_case_name', 'a # b', '#tag', 'x[0](y z)', '-5 degrees', 'C:\\*.*'])(
    'leaves %j as it is',
    (text) => {
      expect(plainText(text)).toBe(text);
    },
  );

  it('returns sorted, disjoint ranges for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'*_`[]()!#>- \na|~x') }), (text) => {
        let before = -1;
        for (const { start, end } of markdownMarks(text)) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
