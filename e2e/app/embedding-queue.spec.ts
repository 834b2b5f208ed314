import type { Page } from '@playwright/test';
import { connect, expect, test } from '../fixtures.ts';
import { openRealElement } from '../ui/real-element.ts';

const note = (n: number): { id: string; text: string } => ({
  id: `n${n}`,
  text: `Note ${n}: the ${['red', 'blue', 'green'][n % 3]} boat number ${n} lies at pier ${n * 13}.`,
});
const notes = (count: number): { id: string; text: string }[] => Array.from({ length: count }, (_, n) => note(n));

const embedded = (page: Page): Promise<number> => page.evaluate(async () => (await window.client.stats()).embedded);

test('after a tab is closed halfway, the next one embeds only what is missing', async ({ openClient }) => {
  const first = await openClient({ name: 'half-way' });
  await first.evaluate((list) => window.client.addMany(list), notes(60));
  await expect.poll(() => embedded(first), { intervals: [50] }).toBeGreaterThan(15);
  await first.close();

  const second = await openClient({ name: 'half-way', modelLoad: 'manual' });
  const kept = await embedded(second);
  const runs = await second.evaluate(async () => {
    await window.client.loadModel();
    await window.client.idle();
    return (await window.client.stats()).runs.documents;
  });
  expect(kept).toBeGreaterThan(15);
  expect(kept + runs).toBe(60);
});

test('a popup closed at any moment, again and again, loses no note and embeds none twice', async ({ openClient }) => {
  const moments = [[], ['loading', 'ready'], ['ready']];
  for (let n = 0; n < 6; n++) {
    const popup = await openClient({ name: 'popup' });
    await popup.evaluate(
      async ([memory, states]) => {
        const reached = new Promise<void>((resolve) => {
          if (states.length === 0) resolve();
          window.client.onProgress(({ model }) => states.includes(model.state) && resolve());
        });
        await window.client.add(memory);
        await reached;
      },
      [note(n), moments[n % 3]!] as const,
    );
    await popup.close();
  }
  const page = await openClient({ name: 'popup', modelLoad: 'manual' });
  const kept = await embedded(page);
  const end = await page.evaluate(async () => {
    await window.client.loadModel();
    await window.client.idle();
    const { memories, embedded: done, runs } = await window.client.stats();
    return { memories, done, runs: runs.documents };
  });
  expect(end).toEqual({ memories: 6, done: 6, runs: 6 - kept });
});

test('editing one paragraph of a long note embeds only the changed chunks; equal text is never embedded twice', async ({
  openClient,
}) => {
  const page = await openClient({ name: 'edit' });
  const seen = await page.evaluate(async () => {
    const { client } = window;
    const paragraphs = Array.from(
      { length: 8 },
      (_, n) =>
        `## Part ${n}\n\n${Array.from({ length: 22 }, (_, s) => `Sentence ${s} of part ${n} tells about topic ${n * 100 + s} at length.`).join(' ')}`,
    );
    await client.add({ id: 'long', text: paragraphs.join('\n\n') });
    await client.idle();
    const first = (await client.stats()).runs.documents;
    paragraphs[4] = paragraphs[4]!.replace('Sentence 3', 'Phrase 3');
    await client.update('long', { text: paragraphs.join('\n\n') });
    await client.idle();
    const edited = (await client.stats()).runs.documents - first;
    await client.add({ id: 'copy', text: paragraphs.join('\n\n') });
    await client.idle();
    const copied = (await client.stats()).runs.documents - first - edited;
    return { first, edited, copied };
  });
  expect(seen.first).toBeGreaterThanOrEqual(8);
  expect(seen.edited).toBeGreaterThan(0);
  expect(seen.edited).toBeLessThanOrEqual(3);
  expect(seen.copied).toBe(0);
});

test('pause holds the backlog, resume works through it, and idle resolves either way', async ({ openClient }) => {
  const page = await openClient({ name: 'pause' });
  const seen = await page.evaluate(async (list) => {
    const { client } = window;
    await client.pause();
    await client.addMany(list);
    await client.idle();
    const held = await client.stats();
    await client.resume();
    await client.idle();
    const done = await client.stats();
    return { held: [held.paused, held.embedded, held.queued], done: [done.paused, done.embedded, done.queued] };
  }, notes(12));
  expect(seen).toEqual({ held: [true, 0, 12], done: [false, 12, 0] });
});

test('the status bar and the client report the backlog, and both can pause it', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'status' });
  const told = await page.evaluateHandle(async (list) => {
    const client = await window.element.ready;
    const seen: { embedded: number; total: number; paused: boolean; rate: number; remainingSeconds: number | null }[] =
      [];
    client.onProgress(({ embedding }) => seen.push(embedding));
    await client.addMany(list);
    return seen;
  }, notes(300));
  const status = page.locator('hs-status-bar');
  await expect(status).toContainText(/Reading for meaning: \d+ of 300 · [\d.]+\/s · .+ left/);
  await status.getByRole('button', { name: 'Pause' }).click();
  await expect(status).toContainText(/Reading for meaning: \d+ of 300 · Paused/);
  const held = await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.idle();
    return (await client.stats()).embedded;
  });
  expect(held).toBeLessThan(300);
  await status.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toContainText(/Reading for meaning: \d+ of 300 · [\d.]+\/s/);
  const seen = await told.evaluate((list) => list);
  expect(
    seen.some(
      ({ embedded, total, rate, remainingSeconds }) =>
        total === 300 && embedded > 0 && rate > 0 && remainingSeconds !== null && remainingSeconds > 0,
    ),
  ).toBe(true);
  expect(seen.some(({ paused }) => paused)).toBe(true);
  expect(seen.at(-1)!.paused).toBe(false);
});

test('a repeated query does not run the model', async ({ openClient }) => {
  const page = await openClient({ name: 'query-cache' });
  const runs = await page.evaluate(async (list) => {
    const { client } = window;
    await client.addMany(list);
    await client.idle();
    const count = async (): Promise<number> => (await client.stats()).runs.queries;
    const before = await count();
    await client.search('where is my vessel moored', { limit: 3 });
    const once = (await count()) - before;
    await client.search('where is my vessel moored', { limit: 5, explain: true });
    return { once, twice: (await count()) - before };
  }, notes(5));
  expect(runs.once).toBeGreaterThanOrEqual(1);
  expect(runs.twice).toBe(runs.once);
});

test('one of two tabs embeds, and both find by meaning', async ({ openClient }) => {
  const first = await openClient({ name: 'two-embedders' });
  const second = await openClient({ name: 'two-embedders' });
  await first.evaluate((list) => window.client.addMany(list), notes(24));
  for (const page of [first, second]) await expect.poll(() => embedded(page)).toBe(24);
  const runs = await Promise.all(
    [first, second].map((page) => page.evaluate(async () => (await window.client.stats()).runs.documents)),
  );
  expect(runs[0]! + runs[1]!).toBe(24);
});

test('changing the model keeps keyword search running and never mixes vectors', async ({ openClient }) => {
  const page = await openClient({ name: 'model-change' });
  const seen = await page.evaluate(async (list) => {
    const { client } = window;
    await client.addMany(list);
    await client.idle();
    const before = (await client.stats()).model.fingerprint;
    await client.setModel('Xenova/all-MiniLM-L6-v2');
    const during = await client.stats();
    const hits = (await client.search('pier', { modes: ['keyword'], limit: 50, groupDuplicates: false })).hits.length;
    await client.idle();
    const after = await client.stats();
    return { before, during: during.embedded, hits, after: after.model.fingerprint, embedded: after.embedded };
  }, notes(8));
  expect(seen.after).not.toBe(seen.before);
  expect(seen.during).toBeLessThan(8);
  expect(seen.hits).toBe(8);
  expect(seen.embedded).toBe(8);
});

test('a model file with a wrong checksum is refused, and keyword search continues', async ({
  context,
  openClient,
  baseUrl,
}) => {
  await context.route('**/models/**/model_quantized.onnx', async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    body[body.length >> 1]! ^= 1;
    await route.fulfill({ response, body });
  });
  const page = await openClient({ name: 'corrupt' });
  const seen = await page.evaluate(async () => {
    const { client } = window;
    await client.add({ id: 'a', text: 'walnut cake' });
    const code = await client.loadModel().catch((error: { code: string }) => error.code);
    await client.idle();
    const answer = await client.search('walnut');
    return { code, state: (await client.stats()).model.state, hits: answer.hits.length, modes: answer.modesUsed };
  });
  expect(seen.code).toBe('model-corrupt');
  expect(seen.state).toBe('failed');
  expect(seen.hits).toBe(1);
  expect(seen.modes).not.toContain('semantic');
  expect(baseUrl).not.toBe('');
});

test('after a reload the model comes from our own cache', async ({ openClient, context }) => {
  const page = await openClient({ name: 'warm' });
  await page.evaluate(() => window.client.loadModel());
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/models/')) asked.push(request.url());
  });
  await page.reload();
  await connect(page, { name: 'warm' });
  await page.evaluate(() => window.client.loadModel());
  expect(asked).toEqual([]);
});
