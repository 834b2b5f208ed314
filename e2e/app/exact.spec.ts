/** The distractors are generated, so nobody can have chosen them to suit the notes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { distractors } from '../../src/testing/distractors.ts';
import { EXACT_CASES, EXACT_MEMORIES, exactFault } from '../../src/testing/exact-cases.ts';
import { connect, expect, guardNetwork, test } from '../fixtures.ts';

const SAMPLES = readFileSync(join(import.meta.dirname, '../../public/samples/notes.jsonl'), 'utf8');

test.describe.configure({ mode: 'serial' });

test.describe('among a thousand distractors', () => {
  let page: Page;
  let strays: string[];

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext();
    const baseUrl = process.env.BASE_URL ?? '';
    strays = guardNetwork(context, baseUrl);
    page = await context.newPage();
    await page.goto(`${baseUrl}/blank`);
    await connect(page, { name: 'exact' });
    // Playwright can't infer a type for metadata, which may be nested to any depth.
    await page.evaluate(async (memories) => {
      await window.client.addMany(JSON.parse(memories));
      await window.client.idle();
      await window.client.pause();
    }, JSON.stringify(EXACT_MEMORIES));
    await page.evaluate(
      (memories) => window.client.addMany(JSON.parse(memories)) as Promise<unknown>,
      JSON.stringify(distractors(1_000, 7)),
    );
  });

  test.afterAll(async () => {
    expect(strays).toEqual([]);
    await page.context().close();
  });

  for (const example of EXACT_CASES) {
    test(example.query, async () => {
      const ids = await page.evaluate(
        async (text) => (await window.client.search(text, { limit: 50 })).hits.map((hit) => hit.id),
        example.query,
      );
      expect(exactFault(example, ids), ids.slice(0, 5).join(' ')).toBeUndefined();
    });
  }

  test('an identifier query does not embed anything', async () => {
    const runs = await page.evaluate(async () => {
      const before = (await window.client.stats()).runs.queries;
      await window.client.search('PII-2024-0042');
      await window.client.search('CreeperSlayer99');
      return (await window.client.stats()).runs.queries - before;
    });
    expect(runs).toBe(0);
  });
});

test('the sample notes are found as the demo promises', async ({ openClient }) => {
  const page = await openClient({ name: 'samples' });
  const found = await page.evaluate(async (samples) => {
    const { client } = window;
    const report = await client.import({ path: 'notes.jsonl', file: new Blob([samples]) });
    await client.idle();
    const first = async (query: string) => (await client.search(query)).hits[0]?.memory;
    return {
      report,
      d40: await first('D40'),
      base: await first('x:1000 z:-500'),
      player: await first('CreeperSlayer99'),
      rathole: await first('rathole project codebase architecture'),
      paraphrase: await first('how to collect materials quickly'),
      nothing: await client.search('quarterly dividend policy of the Mongolian railway'),
    };
  }, SAMPLES);
  expect(found.report.problems).toEqual([]);
  expect(found.report.added).toBeGreaterThanOrEqual(60);
  expect(found.d40?.text).toContain('D40');
  expect(found.base?.text).toMatch(/x:1000,? z:-500/);
  expect(found.player?.text).toContain('CreeperSlayer99');
  expect(`${found.rathole?.title} ${found.rathole?.text}`).toMatch(/rathole/i);
  expect(found.paraphrase?.text).toMatch(/resource gathering/i);
  expect(found.nothing.hits.length).toBe(0);
  expect(found.nothing.answerable).toBeLessThan(0.1);
});
