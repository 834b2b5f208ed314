import { expect, it } from 'vitest';
import { apiExamples, programOf } from './api-examples.ts';

it('finds an example of every public function and method', () => {
  const found = apiExamples();
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['add', '[Symbol.asyncIterator]', 'Conversation.append', 'createHybridSearch', 'marked']),
  );
  expect(found.filter(({ code }) => code === null).map(({ name }) => name)).toEqual([]);
});

it('turns an example into pairs of its values and what it claims', async () => {
  const code = `const two = await client.get(\n  'a',\n);\ntwo; // → 2\n[two,\n 3]; // → [2, 3]\nmarked(two);\n// → 'two'\n`;
  const run = new Function(`return ${programOf(code)}`)() as (names: object) => Promise<unknown>;
  const given = await run({ client: { get: async () => 2 }, marked: () => 'one' });
  expect(given).toEqual([
    [2, 2],
    [
      [2, 3],
      [2, 3],
    ],
    ['one', 'two'],
  ]);
  expect(() => programOf('const x = 1; // → 1')).toThrow('only an expression');
});
