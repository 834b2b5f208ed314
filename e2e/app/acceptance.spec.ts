import { connect, expect, test } from '../fixtures.ts';

test('a note is found by keyword right away and by paraphrase once it is embedded', async ({ openClient }) => {
  const page = await openClient({ name: 'acceptance' });
  const found = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      { id: 'farm', text: 'Efficient resource gathering: mine at the lowest layers with a beacon and a good pickaxe.' },
      { id: 'soup', text: 'Leek soup: sweat the leeks in butter, add potatoes and stock, then blend.' },
      { id: 'rent', text: 'The rent goes up in March, the landlord sent a letter about it.' },
    ]);
    const atOnce = await client.search('pickaxe', { modes: ['keyword'] });
    await client.idle();
    const later = await client.search('how to collect materials quickly');
    return {
      atOnce: atOnce.hits.map((hit) => hit.id),
      later: later.hits[0]?.id,
      modes: later.modesUsed,
      similarity: later.hits[0]?.scores.similarity,
      embedded: (await client.stats()).embedded,
    };
  });
  expect(found.atOnce).toEqual(['farm']);
  expect(found.later).toBe('farm');
  expect(found.modes).toContain('semantic');
  expect(found.similarity).toBeGreaterThan(0.5);
  expect(found.embedded).toBe(3);
});

test('after a reload nothing is indexed or embedded again', async ({ openClient }) => {
  const page = await openClient({ name: 'second-load' });
  await page.evaluate(async () => {
    await window.client.addMany(
      Array.from({ length: 40 }, (_, n) => ({
        id: `n${n}`,
        text: `Note number ${n} about the garden and tool ${n * 7}`,
      })),
    );
    await window.client.idle();
  });
  await page.reload();
  await connect(page, { name: 'second-load' });
  const after = await page.evaluate(async () => {
    const stats = await window.client.stats();
    const hits = (await window.client.search('garden', { limit: 100, groupDuplicates: false })).hits.length;
    await window.client.search('growing vegetables');
    const end = await window.client.stats();
    return { stats, hits, runs: end.runs };
  });
  expect(after.stats.memories).toBe(40);
  expect(after.stats.keywordIndex).toBe('snapshot');
  expect(after.stats.embedded).toBe(40);
  expect(after.stats.queued).toBe(0);
  expect(after.hits).toBe(40);
  expect(after.runs.documents).toBe(0);
});

test('works offline once loaded', async ({ openClient, context }) => {
  const page = await openClient({ name: 'offline' });
  await page.evaluate(async () => {
    await window.client.add({ id: 'a', text: 'The spare key hangs behind the blue cupboard.' });
    await window.client.idle();
  });
  await context.setOffline(true);
  const ids = await page.evaluate(async () => {
    await window.client.add({ id: 'b', text: 'The landlord raised the rent of the flat by forty euros.' });
    await window.client.idle();
    const answer = await window.client.search('how much more do I pay for my apartment');
    return answer.hits.map((hit) => hit.id);
  });
  expect(ids[0]).toBe('b');
});

test('a second tab sees the change', async ({ openClient }) => {
  const first = await openClient({ name: 'tabs' });
  const second = await openClient({ name: 'tabs' });
  const seen = second.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        window.client.subscribe((change) => {
          if (change.origin === 'remote') resolve(change.ids);
        });
      }),
  );
  await second.evaluate(() => window.client.stats());
  await first.evaluate(() => window.client.add({ id: 'shared', text: 'Seen from everywhere: walnut cake' }));
  expect(await seen).toEqual(['shared']);
  const hits = await second.evaluate(async () => (await window.client.search('walnut')).hits.map((hit) => hit.id));
  expect(hits).toEqual(['shared']);
  await second.evaluate(() => window.client.remove('shared'));
  await expect.poll(() => first.evaluate(async () => (await window.client.search('walnut')).total)).toBe(0);
});

test('conflict, upsert, update and remove behave as documented', async ({ openClient }) => {
  const page = await openClient({ name: 'writes', modes: ['keyword'] });
  const seen = await page.evaluate(async () => {
    const { client } = window;
    const first = await client.add({ id: 'x', text: 'one' });
    const again = await client.add({ id: 'x', text: 'one' });
    const conflict = await client.add({ id: 'x', text: 'two' }).catch((error: { code: string }) => error.code);
    const upserted = await client.upsert({ id: 'x', text: 'three', tags: ['t'] });
    const updated = await client.update('x', { text: 'four' });
    const empty = await client
      .add({ text: '  ' })
      .catch((error: { code: string; path: string }) => [error.code, error.path]);
    const missing = await client.update('nope', { text: 'a' }).catch((error: { code: string }) => error.code);
    const removed = [await client.remove('x'), await client.remove('x')];
    const gone = await client.get('x');
    return {
      same: first.contentHash === again.contentHash,
      conflict,
      upserted,
      updated,
      empty,
      missing,
      removed,
      gone,
    };
  });
  expect(seen.same).toBe(true);
  expect(seen.conflict).toBe('conflict');
  expect(seen.upserted.tags).toEqual(['t']);
  expect(seen.updated).toMatchObject({ text: 'four', tags: ['t'] });
  expect(seen.empty).toEqual(['invalid-memory', 'text']);
  expect(seen.missing).toBe('not-found');
  expect(seen.removed).toEqual([true, false]);
  expect(seen.gone).toBeUndefined();
});

test('an aborted search rejects, the next one answers', async ({ openClient }) => {
  const page = await openClient({ name: 'abort' });
  const seen = await page.evaluate(async () => {
    await window.client.add({ text: 'walnut cake' });
    const controller = new AbortController();
    const aborted = window.client
      .search('walnut', { signal: controller.signal })
      .catch((e: { code: string }) => e.code);
    controller.abort();
    const next = await window.client.search('walnut');
    return { aborted: await aborted, next: next.count };
  });
  expect(seen).toEqual({ aborted: 'aborted', next: 1 });
});

test('destroy deletes the store, and a new client of the same name starts empty', async ({ openClient }) => {
  const page = await openClient({ name: 'destroyed', modes: ['keyword'] });
  const seen = await page.evaluate(async () => {
    await window.client.add({ id: 'a', text: 'walnut cake' });
    await window.client.destroy();
    return window.client.get('a').catch((error: { code: string }) => error.code);
  });
  expect(seen).toBe('closed');
  await connect(page, { name: 'destroyed', modes: ['keyword'] });
  expect(await page.evaluate(async () => (await window.client.list()).total)).toBe(0);
});

test('close releases the store, and a new client of the same name finds everything', async ({ openClient }) => {
  const page = await openClient({ name: 'closed', modes: ['keyword'] });
  await page.evaluate(async () => {
    await window.client.add({ id: 'a', text: 'walnut cake' });
    await window.client.close();
  });
  await connect(page, { name: 'closed', modes: ['keyword'] });
  expect(await page.evaluate(async () => (await window.client.search('walnut')).count)).toBe(1);
});
