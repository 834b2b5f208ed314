import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TINY_CROSS_ENCODER } from '../../src/testing/tiny-cross-encoder.ts';
import { expect, test } from '../fixtures.ts';

const folder = join(import.meta.dirname, '../fixtures/tiny-cross-encoder');
const { pairs } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
  pairs: { query: string; document: string; logit: number }[];
};

test('hits have the cross-encoder’s scores and order after the first answer', async ({ context, openClient }) => {
  await context.route(`**/models/${TINY_CROSS_ENCODER.id}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.split(`${TINY_CROSS_ENCODER.id}/`)[1]!;
    return route.fulfill({ body: readFileSync(join(folder, path)) });
  });
  const { query } = pairs[0]!;
  const own = pairs.filter((pair) => pair.query === query);
  const page = await openClient({ name: 'rerank', reranker: TINY_CROSS_ENCODER });
  const seen = await page.evaluate(
    async ({ query, documents }) => {
      const { client } = window;
      // Weak hits aren't reranked.
      await client.addMany(documents.flatMap((text, n) => [0, 1, 2].map((copy) => ({ id: `d${n}-${copy}`, text }))));
      await client.idle();
      const partials: (number | null)[] = [];
      const answer = await client.search(query, {
        rerank: true,
        groupDuplicates: false,
        onPartial: (early) => partials.push(early.hits[0]?.scores.rerankScore ?? null),
      });
      const all = [...answer.hits, ...answer.weak];
      return { partials, scores: all.map((hit) => ({ text: hit.memory.text, score: hit.scores.rerankScore })) };
    },
    { query, documents: own.map((pair) => pair.document) },
  );
  expect(seen.partials[0]).toBeNull();
  const reranked = seen.scores.filter(({ score }) => score !== null);
  expect(reranked.length).toBeGreaterThanOrEqual(3);
  const inOrder = reranked.map(({ score }) => score!);
  expect(inOrder).toEqual([...inOrder].sort((a, b) => b - a));
  for (const { text, score } of reranked) {
    const { logit } = own.find((pair) => pair.document === text)!;
    expect(Math.abs(score! - 1 / (1 + Math.exp(-logit)))).toBeLessThan(1e-3);
  }
});
