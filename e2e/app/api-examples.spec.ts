import type { Page } from '@playwright/test';
import { apiExamples, guideExamples, programOf } from '../../scripts/api-examples.ts';
import type { HybridSearchClient } from '../../src/client/public-types.ts';
import { expect, test } from '../fixtures.ts';

type Names = typeof import('../../src/client/index.ts') & { client: HybridSearchClient };

test('every example of the API runs and returns what it claims', async ({ page, baseUrl }) => {
  await runExamples(page, baseUrl, apiExamples());
});

test('every example of the guides runs and returns what it claims', async ({ page, baseUrl }) => {
  await runExamples(page, baseUrl, guideExamples());
});

async function runExamples(page: Page, baseUrl: string, list: { name: string; code: string | null }[]): Promise<void> {
  await page.goto(`${baseUrl}/blank`);
  const examples = list.map(({ name, code }) => [name, programOf(code!)] as const);
  const outcomes = await page.evaluate(`(${runAll})([${examples.map(([name, code]) => `['${name}', ${code}]`)}])`);
  for (const { name, error, given } of outcomes as Outcome[]) {
    expect.soft(error, `${name} fails`).toBeUndefined();
    for (const [is, said] of given) expect.soft(is, `what ${name} gives`).toEqual(said);
  }
  expect(outcomes).toHaveLength(examples.length);
}

interface Outcome {
  name: string;
  error: string | undefined;
  given: [unknown, unknown][];
}

/** Runs in the page. */
async function runAll(examples: [string, (names: Names) => Promise<[unknown, unknown][]>][]): Promise<Outcome[]> {
  const module = '/client.js';
  const api = (await import(module)) as typeof import('../../src/client/index.ts');
  const outcomes: Outcome[] = [];
  for (const [name, run] of examples) {
    const client = api.createHybridSearch({
      name: `example of ${name}`,
      model: 'all-MiniLM-L6-v2',
      modelLoad: 'manual',
    });
    const outcome: Outcome = { name, error: undefined, given: [] };
    await run({ ...api, client }).then(
      (given) => Object.assign(outcome, { given }),
      (error: Error) => Object.assign(outcome, { error: error.message }),
    );
    outcomes.push(outcome);
    await client.close();
  }
  return outcomes;
}
