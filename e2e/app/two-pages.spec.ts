import { expect, test } from '../fixtures.ts';

const QUIET = { modelLoad: 'manual' } as const;

test('a store that another page deleted answers nothing from memory, and its name opens a new one', async ({
  openClient,
}) => {
  const [one, two] = [await openClient(QUIET), await openClient(QUIET)];
  await one.evaluate(() => window.client.add({ id: 'secret', text: 'The walrus sleeps', tags: ['mine'] }));
  await two.evaluate(() => window.client.search('walrus'));
  await one.evaluate(() => window.client.destroy());
  const answers = await two.evaluate(async () => {
    const { client } = window;
    const calls = [
      () => client.search('walrus'),
      () => client.count(),
      () => client.tags(),
      () => client.context('walrus', { tokens: 50 }),
      () => client.add({ text: 'late' }),
    ];
    return await Promise.all(
      calls.map((call) =>
        call().then(
          () => 'answered',
          ({ code }) => code as string,
        ),
      ),
    );
  });
  expect(answers).toEqual(Array.from({ length: 5 }, () => 'closed'));
  const again = await two.evaluate(async () => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    const next = createHybridSearch({ name: window.client.name, modelLoad: 'manual' });
    await next.add({ id: 'new', text: 'new life' });
    return await next.list();
  });
  expect(again.memories.map(({ id }) => id)).toEqual(['new']);
});

test('no later search finds what another page removed', async ({ openClient }) => {
  const [one, two] = [await openClient(QUIET), await openClient(QUIET)];
  for (let round = 0; round < 5; round++) {
    await one.evaluate((n) => window.client.upsert({ id: 'd', text: `walrus number ${n}` }), round);
    await expect
      .poll(() =>
        two.evaluate(async () => (await window.client.search('walrus')).hits.map(({ memory }) => memory.text)),
      )
      .toEqual([`walrus number ${round}`]);
    await two.evaluate(() => {
      const channel = new BroadcastChannel('removed');
      (window as { found?: Promise<number> }).found = new Promise((resolve) => {
        channel.onmessage = async () => resolve((await window.client.search('walrus')).hits.length);
      });
    });
    await one.evaluate(async () => {
      await window.client.remove('d');
      new BroadcastChannel('removed').postMessage('gone');
    });
    expect(await two.evaluate(() => (window as { found?: Promise<number> }).found)).toBe(0);
  }
});

test('a page that receives no broadcast shows nothing that another one has hidden', async ({ context, openClient }) => {
  const worker = '**/engine-worker.js';
  await context.route(worker, async (route) => {
    const response = await route.fetch();
    const silence = 'self.BroadcastChannel = class { postMessage() {} close() {} };\n';
    await route.fulfill({ response, body: silence + (await response.text()) });
  });
  const deaf = await openClient(QUIET);
  await deaf.evaluate(() => window.client.count());
  await context.unroute(worker);
  const other = await openClient(QUIET);
  await deaf.bringToFront();
  await other.evaluate(() => window.client.add({ id: 'first', text: 'The walrus sleeps', tags: ['first'] }));
  const tags = () => deaf.evaluate(async () => (await window.client.tags()).map(({ tag }) => tag));
  // The page reads the change log only while it's visible.
  await expect.poll(tags).toEqual(['first']);
  for (let round = 0; round < 10; round++) {
    await other.evaluate(() => window.client.add({ id: 'party', text: 'A zeppelin', tags: ['surprise'] }));
    expect(await tags()).toEqual(['first', 'surprise']);
    await other.evaluate(() => window.client.remove('party'));
    const [names, found, embedded] = await deaf.evaluate(async () => {
      const { client } = window;
      const code = ({ code }: { code: string }) => code;
      return await Promise.all([client.stats(), client.search('zeppelin'), client.embedded('party').catch(code)]);
    });
    expect([Object.keys(names.tags), found.total, embedded]).toEqual([['first'], 0, 'not-found']);
  }
});

test('a closed client can still delete its store', async ({ openClient }) => {
  const page = await openClient({ ...QUIET, name: 'closed-first' });
  const stores = await page.evaluate(async () => {
    const { client } = window;
    await client.add({ text: 'to go' });
    await client.close();
    const before = await client.stores();
    await client.destroy();
    return [before.includes('closed-first'), (await client.stores()).includes('closed-first')];
  });
  expect(stores).toEqual([true, false]);
});

test('a visible tab that receives no broadcasts and makes no calls notices what another tab writes', async ({
  openClient,
  context,
}) => {
  const page = await openClient({ name: 'unheard', modelLoad: 'manual' });
  const deaf = await context.newPage();
  const mute = 'globalThis.BroadcastChannel = class extends EventTarget { postMessage() {} close() {} };';
  await deaf.addInitScript(mute);
  await deaf.route('**/engine-worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n${mute}` });
  });
  await openClient({ page: deaf, name: 'unheard', modelLoad: 'manual' });
  const noticed = deaf.evaluate(
    () => new Promise<string[]>((resolve) => window.client.subscribe(({ ids }) => resolve(ids))),
  );
  await page.evaluate(() => window.client.add({ id: 'rye', text: 'Sour dough.' }));
  expect(await noticed).toEqual(['rye']);
});
