/**
 * F5, exact is exact: the target, its near miss and a thousand generated distractors in one store, with the real model
 * over target, near miss and sample notes. Nothing passes by authorship.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { distractors } from '../../src/testing/distractors.ts';
import { connect, expect, guardNetwork, test } from '../fixtures.ts';

const MEMORIES = [
  { id: 'd40', text: 'Region D40 holds the old lighthouse and a landing for small boats.' },
  {
    id: 'd41',
    text: 'Region D41: tell me everything about the region, the region survey lists all regions and rooms.',
  },
  { id: 'room', text: 'Room D40 is the one with the broken projector.' },
  { id: 'aboleth', text: 'The Aboleth is an ancient aquatic creature that remembers everything.' },
  { id: 'msha', text: 'MSHA 30 CFR 75.1725: machinery and equipment must be kept in safe operating condition.' },
  { id: 'msha-near', text: 'MSHA 30 CFR 75.1726: performing work from a raised position; safeguards.' },
  { id: 'safety', text: 'Safety requirements: hard hat, lamp, and a second exit on every level of the mine.' },
  {
    id: 'ilmango',
    text: 'ilmango said the iron farm needs three villagers and one zombie; his design is the cheapest.',
  },
  { id: 'creeper99', text: 'CreeperSlayer99 traded me two stacks of gunpowder.' },
  { id: 'creeper98', text: 'CreeperSlayer98 joined the server: what do you remember about the players you met?' },
  { id: 'base', text: 'Base at x:1000, z:-500' },
  { id: 'base-near', text: 'Outpost at x:1000, z:500' },
  { id: 'coords', text: 'Coordinates 500, 64, -200: the nether portal.' },
  { id: 'coords-near', text: 'Coordinates 500, 64, 200: what is at the coordinates is a village.' },
  { id: 'creeper-farm', text: 'The creeper farm uses trapdoors and cats.' },
  { id: 'mob-farm', text: 'The mob farm drops all hostile mobs down a shaft of water; a general farm.' },
  { id: 'gathering', text: 'Guide to efficient resource gathering in survival mode: beacons and haste.' },
  { id: 'tp', text: 'Use /tp @p 0 64 0 to return to spawn.' },
  {
    id: 'rathole',
    title: 'Rathole',
    text: 'Rathole: a tunnel written in Rust. Codebase: src/client.rs and src/server.rs, transports behind one trait; the architecture note is in docs.',
  },
  {
    id: 'cachekit',
    title: 'Cachekit',
    text: 'Cachekit project: codebase and architecture of a cache library, layered storage, project layout.',
  },
  {
    id: 'litesearch',
    title: 'Litesearch',
    text: 'Litesearch project architecture: an index, a codebase in Python, project notes.',
  },
  { id: 'dream', text: 'Dream finished the speedrun in nineteen minutes.' },
  { id: 'techno', text: 'Technoblade won the potato war.' },
  { id: 'philza', text: 'Ph1LzA lived five years in one hardcore world.' },
  { id: 'grian', text: 'Grian taught me how to build a roof.' },
  { id: 'mumbo', text: 'MumboJumbo explained the redstone clock.' },
];

const CASES: { query: string; first?: string | string[]; above?: [string, string][] }[] = [
  { query: 'D40', first: ['d40', 'room'], above: [['d40', 'd41']] },
  { query: 'Tell me about D40', first: ['d40', 'room'], above: [['d40', 'd41']] },
  { query: 'Tell me about Room D40', first: 'room' },
  { query: 'Aboleth', first: 'aboleth' },
  { query: '30 CFR 75.1725', first: 'msha', above: [['msha', 'msha-near']] },
  { query: 'Explain regulation 75.1725', first: 'msha' },
  { query: 'MSHA 30 CFR 75', first: ['msha', 'msha-near'] },
  { query: 'What are the safety requirements?', first: 'safety' },
  { query: 'ilmango', first: 'ilmango' },
  { query: 'What did ilmango say?', first: 'ilmango' },
  { query: "ilmango's iron farm design", first: 'ilmango' },
  { query: 'Dream', first: 'dream' },
  { query: 'Technoblade', first: 'techno' },
  { query: 'Ph1LzA', first: 'philza' },
  { query: 'Grian', first: 'grian' },
  { query: 'MumboJumbo', first: 'mumbo' },
  { query: 'CreeperSlayer99', first: 'creeper99' },
  { query: 'What do you remember about CreeperSlayer99?', first: 'creeper99' },
  { query: '1000 -500', first: 'base', above: [['base', 'base-near']] },
  { query: "What's at coordinates 500, 64, -200?", first: 'coords', above: [['coords', 'coords-near']] },
  { query: 'creeper farm', first: 'creeper-farm', above: [['creeper-farm', 'mob-farm']] },
  { query: 'how to collect materials quickly', first: 'gathering' },
  { query: '/tp @p 0 64 0', first: 'tp' },
  {
    query: 'rathole project codebase architecture',
    first: 'rathole',
    above: [
      ['rathole', 'cachekit'],
      ['rathole', 'litesearch'],
    ],
  },
];

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
    await page.evaluate(async (memories) => {
      await window.client.addMany(memories);
      await window.client.idle();
      await window.client.pause();
    }, MEMORIES);
    await page.evaluate((memories) => window.client.addMany(memories), distractors(1_000, 7));
  });

  test.afterAll(async () => {
    expect(strays).toEqual([]);
    await page.context().close();
  });

  for (const { query, first, above } of CASES) {
    test(query, async () => {
      const ids = await page.evaluate(
        async (text) => (await window.client.search(text, { limit: 50 })).hits.map((hit) => hit.id),
        query,
      );
      if (first) expect([first].flat(), ids.slice(0, 5).join(' ')).toContain(ids[0]);
      for (const [better, worse] of above ?? []) {
        expect(ids).toContain(better);
        if (ids.includes(worse)) expect(ids.indexOf(better)).toBeLessThan(ids.indexOf(worse));
      }
    });
  }

  test('an identifier query costs no embedding', async () => {
    const runs = await page.evaluate(async () => {
      const before = (await window.client.stats()).runs.queries;
      await window.client.search('PII-2024-0042');
      await window.client.search('CreeperSlayer99');
      return (await window.client.stats()).runs.queries - before;
    });
    expect(runs).toBe(0);
  });
});

test('the sample notes answer as the demo promises', async ({ openClient }) => {
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
      nothing: (await client.search('quarterly dividend policy of the Mongolian railway')).hits.length,
    };
  }, SAMPLES);
  expect(found.report.problems).toEqual([]);
  expect(found.report.added).toBeGreaterThanOrEqual(60);
  expect(found.d40?.text).toContain('D40');
  expect(found.base?.text).toMatch(/x:1000,? z:-500/);
  expect(found.player?.text).toContain('CreeperSlayer99');
  expect(`${found.rathole?.title} ${found.rathole?.text}`).toMatch(/rathole/i);
  expect(found.paraphrase?.text).toMatch(/resource gathering/i);
  expect(found.nothing).toBe(0);
});
