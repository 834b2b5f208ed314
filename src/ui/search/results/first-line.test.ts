import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownMarks } from '../../shared/plain-markdown.ts';
import { firstLine } from './excerpt.ts';

const split = (text: string, columns: number) => firstLine({ text, start: 10 }, markdownMarks(text), columns);

it('a line that fits is the whole title', () => {
  expect(split('Buy milk', 40)).toEqual({
    head: { text: 'Buy milk', start: 10 },
    isCut: false,
    rest: { text: '', start: 18 },
  });
});

it('a longer line is cut after a word and goes on in the passage', () => {
  expect(split('Buy milk and bread', 10)).toMatchObject({
    head: { text: 'Buy milk', start: 10 },
    isCut: true,
    rest: { text: 'and bread', start: 19 },
  });
});

it('the passage begins after the first line with a letter, without its Markdown marks', () => {
  expect(split('---\n\n## **Lime**\n\nslaked', 40)).toMatchObject({ rest: { text: 'slaked' } });
  expect(split('- [ ] call the plumber\n- [ ] pay', 40)?.head.text).toBe('call the plumber');
});

it('text without letters has no first line', () => {
  expect(split('***\n!!', 40)).toBeNull();
});

it('loses no letter and cuts no surrogate pair', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', ' ', '\n', '*', '#') });
  fc.assert(
    fc.property(text, fc.nat(30), (given, columns) => {
      const parts = split(given, columns);
      if (!parts) return;
      const { head, rest } = parts;
      const before = given.slice(0, head.start - 10);
      const between = given.slice(head.start - 10 + head.text.length, rest.start - 10);
      expect(before + head.text + between + rest.text).toBe(given);
      expect(between.trim()).toBe('');
      expect(before).not.toMatch(/[\p{L}\p{N}]/u);
      // Throws for half a surrogate pair.
      for (const { text } of [head, rest]) encodeURIComponent(text);
    }),
  );
});
