import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

test('a tab learns of another’s writes and reads on from its position', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('hear');
    await store.open();
    kit.state.store = store;
    kit.state.heard = new Promise<void>((resolve) => store.events.on('changed', () => resolve()));
  });
  await inWorker(two, async (kit) => {
    const store = kit.createDurableStore('hear');
    await store.open();
    await kit.put(store, ['x', 'y'], (id) => `text ${id}`);
  });
  const changes = await inWorker(one, async (kit) => {
    await kit.state.heard;
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    return await store.changesSince(0);
  });
  expect(changes).toEqual([
    { seq: 1, id: 'x', kind: 'put' },
    { seq: 2, id: 'y', kind: 'put' },
  ]);
});

test('a tab learns of a write by another that was killed before announcing it', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('unsaid');
    await store.open();
    kit.state.heard = new Promise<void>((resolve) => store.events.on('changed', () => resolve()));
  });
  await inWorker(two, async (kit) => {
    const { postMessage } = BroadcastChannel.prototype;
    // As if the tab had been killed between the end of the transaction and the broadcast.
    BroadcastChannel.prototype.postMessage = function (message: { kind?: string }) {
      if (message.kind !== 'changed') postMessage.call(this, message);
    };
    const store = kit.createDurableStore('unsaid');
    await store.open();
    await kit.put(store, ['x'], (id) => `text ${id}`);
  });
  await inWorker(one, (kit) => kit.state.heard);
});

test('a tab knows that it is alone, and stops assuming so before another tab writes', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  const shared = await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('alone');
    kit.state.store = store;
    const seen = [store.shared];
    await store.open();
    await kit.put(store, ['a'], (id) => `text ${id}`);
    seen.push(store.shared);
    // A purge briefly releases the tab's lock.
    await store.purge();
    await kit.put(store, ['b'], (id) => `text ${id}`);
    return [...seen, store.shared];
  });
  expect(shared).toEqual([true, false, false]);
  await inWorker(two, async (kit) => {
    // Without this, a tab that takes longer than 250 ms to answer isn't waited for.
    const { setTimeout: after } = globalThis;
    globalThis.setTimeout = ((work: () => void, milliseconds: number, ...rest: unknown[]) =>
      after(work, milliseconds === 250 ? 60_000 : milliseconds, ...rest)) as typeof setTimeout;
    const channel = new BroadcastChannel('hybrid-search/alone');
    const heard: string[] = [];
    channel.onmessage = ({ data }) => heard.push(data.kind);
    const store = kit.createDurableStore('alone');
    await store.open();
    kit.state.heard = heard;
    await kit.put(store, ['c'], (id) => `text ${id}`);
    kit.state.order = [...heard];
  });
  expect(await inWorker(one, (kit) => (kit.state.store as { shared?: boolean }).shared)).toBe(true);
  expect(await inWorker(two, (kit) => (kit.state.order as string[]).slice(0, 2))).toEqual(['opened', 'noticed']);
});

test('read, decide and write are one step across tabs, so no count is lost', async ({ testBrowser }) => {
  const pages = [await testBrowser.page(), await testBrowser.page()];
  await Promise.all(
    pages.map((page) =>
      inWorker(page, async (kit) => {
        const store = kit.createDurableStore('count');
        await store.open();
        kit.state.store = store;
        for (let i = 0; i < 40; i++) {
          await kit.writeDecisions(store, ['n'], ([now]) => [kit.memory('n', String(Number(now?.text ?? 0) + 1))]);
        }
      }),
    ),
  );
  const found = await inWorker(pages[0]!, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    return { text: (await store.get(['n']))[0]?.text, seq: (await store.state()).seq, mode: store.durability };
  });
  expect(found).toEqual({ text: '80', seq: 80, mode: 'durable' });
});

test('what two tabs wrote is restored from both logs after a kill and a lost database', async ({ testBrowser }) => {
  const pages = [await testBrowser.page(), await testBrowser.page()];
  for (const [i, page] of pages.entries()) {
    await inWorker(
      page,
      async (kit, prefix) => {
        const store = kit.createDurableStore('both');
        await store.open();
        for (let n = 0; n < 10; n++) await kit.put(store, [`${prefix}${n}`], (id) => `text ${id}`);
      },
      `tab${i}-`,
    );
  }
  await testBrowser.kill();
  await testBrowser.start();
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    await kit.loseDatabase('hybrid-search/both');
    const store = kit.createDurableStore('both');
    return {
      report: await store.open(),
      ids: Object.keys(await kit.all(store)).length,
      seq: (await store.state()).seq,
    };
  });
  expect(found).toEqual({
    report: { durability: 'durable', event: 'restored', restored: 20, lost: 0 },
    ids: 20,
    seq: 20,
  });
});

test('a destroyed store is gone for every tab, and nothing restores it', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  for (const page of [one, two]) {
    await inWorker(page, async (kit) => {
      const store = kit.createDurableStore('gone');
      await store.open();
      kit.state.store = store;
      await kit.put(store, [crypto.randomUUID()], () => 'text');
    });
  }
  await inWorker(one, (kit) => (kit.state.store as ReturnType<typeof kit.createDurableStore>).destroy());
  const found = await inWorker(two, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const code = await store.state().then(String, (error) => error.code);
    const again = kit.createDurableStore('gone');
    return { code, report: await again.open(), count: (await again.state()).count };
  });
  expect(found.code).toBe('closed');
  expect(found.count).toBe(0);
});

test('a deleted store stays deleted even if another tab was too busy to release it', async ({ testBrowser }) => {
  let [hold, release] = [(): void => {}, (): void => {}];
  const isHeld = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = await testBrowser.page((value) => value === 'opening' && release());
  const two = await testBrowser.page();
  for (const page of [one, two]) {
    await inWorker(page, async (kit) => {
      const store = kit.createDurableStore('stuck');
      await store.open();
      kit.state.store = store;
      await kit.put(store, [crypto.randomUUID()], () => 'text');
    });
  }
  await two.route('**/held', async (route) => {
    hold();
    await isReleased;
    await route.fulfill({ body: '' });
  });
  const busy = inWorker(two, () => {
    const request = new XMLHttpRequest();
    request.open('GET', '/held', false);
    request.send();
  });
  await isHeld;
  const found = await inWorker(one, async (kit) => {
    const remove = indexedDB.deleteDatabase.bind(indexedDB);
    // The other tab still blocks the deletion.
    const asked = new Promise<void>((resolve) => {
      indexedDB.deleteDatabase = (name) => {
        if (name === 'hybrid-search/stuck') resolve();
        return remove(name);
      };
    });
    void (kit.state.store as ReturnType<typeof kit.createDurableStore>).destroy();
    await asked;
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name, version) => {
      if (name === 'hybrid-search/stuck') kit.report('opening');
      return open(name, version);
    };
    const again = kit.createDurableStore('stuck');
    const report = await again.open();
    return { report, count: (await again.state()).count };
  });
  await busy;
  expect(found).toEqual({ report: { durability: 'durable', event: 'created', restored: 0, lost: 0 }, count: 0 });
});
