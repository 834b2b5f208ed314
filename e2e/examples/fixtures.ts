/** A request that leaves the example's origin fails the test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { buildExamples } from '../../scripts/examples.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { guardNetwork } from '../fixtures.ts';

export interface ExampleFixtures {
  /** URL of the example from `test.use({ example })`, with a trailing slash. */
  site: string;
  example: 'chat' | 'notes';
}

export const test = base.extend<ExampleFixtures, { built: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  built: [async ({}, use) => use(process.env.EXAMPLES ?? buildExamples()), { scope: 'worker', timeout: 600_000 }],
  example: ['chat', { option: true }],
  site: async ({ built, example, context }, use) => {
    const server = await serveFolder(join(built, example, 'dist'));
    const strays = guardNetwork(context, server.url);
    await use(`${server.url}/`);
    expect(strays, 'requests that left the origin').toEqual([]);
    await server.close();
  },
});

export async function violations(page: Page): Promise<string[]> {
  // The page's policy would block a script tag.
  await page.evaluate(readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations: found } = await axe.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

export { expect };
