import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

test('a hung database times out within seconds, and a busy one is waited for', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['m'], () => 'text');
    const other = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('hybrid-search/a');
      request.onsuccess = () => resolve(request.result);
    });
    const { transaction } = IDBDatabase.prototype;
    const hold = (names: string[]) => {
      const tx = transaction.call(other, names, 'readwrite');
      let released = false;
      const again = () => {
        if (!released) tx.objectStore(names[0]!).count().onsuccess = again;
      };
      again();
      const ended = new Promise((resolve) => {
        tx.oncomplete = resolve;
      });
      return async () => {
        released = true;
        await ended;
      };
    };
    const codeOf = (work: Promise<unknown>) =>
      Promise.race([
        work.then(
          () => 'done',
          (error) => error.code as string,
        ),
        kit.late(10_000),
      ]);
    const release = hold([...other.objectStoreNames]);
    const deaf = [await codeOf(store.get(['m'])), await codeOf(kit.put(store, ['refused'], () => 'x'))];
    await release();
    const end = hold(['memories', 'changes', 'meta']);
    // Nothing blocks `snapshots`, so the database counts as busy, and not as hung.
    const asked = new Promise<void>((resolve) => {
      IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, ...rest) {
        if (names === 'snapshots') resolve();
        return transaction.call(this, names, ...rest);
      };
    });
    const writing = codeOf(kit.put(store, ['waited'], () => 'y'));
    await asked;
    await end();
    const busy = await writing;
    other.close();
    return { deaf, busy, all: await kit.all(store) };
  });
  expect(found).toEqual({ deaf: ['timeout', 'timeout'], busy: 'done', all: { m: 'text', waited: 'y' } });
});

test('hung files lower the mode, and are used again once they respond', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const before = kit.createDurableStore('a');
    await before.open();
    await kit.put(before, ['m'], () => 'text');
    await before.close();
    const answer = kit.silenceFiles();
    const store = kit.createDurableStore('a', { retryMs: [100] });
    const opened = await Promise.race([store.open().then(({ durability }) => durability), kit.late(10_000)]);
    await kit.put(store, ['n'], () => 'more');
    answer();
    await kit.untilDurable(store);
    await store.close();
    await kit.loseDatabase('hybrid-search/a');
    const again = kit.createDurableStore('a');
    await again.open();
    return { opened, all: await kit.all(again) };
  });
  expect(found).toEqual({ opened: 'best-effort', all: { m: 'text', n: 'more' } });
});

test('if database, files and cache hang, the store reports it and works in memory', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    kit.silenceFiles();
    kit.silenceCaches();
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, ...asked) {
      const request = open.apply(this, asked);
      for (const type of ['success', 'error', 'upgradeneeded', 'blocked'])
        request.addEventListener(type, (event) => event.stopImmediatePropagation());
      return request;
    };
    const { report } = await kit.openStore('a');
    return [report.durability, report.reason];
  });
  expect(found).toEqual(['ephemeral', 'timeout']);
});

test('waits for a slow opening', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...asked) {
      const began = performance.now();
      const request = open.apply(this, asked);
      request.addEventListener('success', (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        // The deadline is 6 s from the call, of which a slow disk may have used some.
        setTimeout(() => request.dispatchEvent(new Event('success')), began + 4_000 - performance.now());
      });
      return request;
    };
    const { store, report } = await kit.openStore('a');
    await kit.put(store, ['m'], () => 'text');
    return [report.durability, report.reason, Object.keys(await kit.all(store))];
  });
  expect(found).toEqual(['durable', undefined, ['m']]);
});

test('waits for another tab that rearranges the log for longer than ten seconds', async ({ testBrowser }) => {
  const [busy, other] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(busy, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['m'], () => 'text');
    await store.close();
    const log = await kit.openLog('a');
    await new Promise<void>((begun) => {
      kit.state.work = log.exclusively(() => {
        begun();
        return new Promise((resolve) => setTimeout(resolve, 13_000));
      });
    });
  });
  const opened = await inWorker(other, async (kit) => await kit.createDurableStore('a').open());
  expect(opened).toMatchObject({ durability: 'durable', event: 'ok' });
});

test('gives up on another tab that hangs while it rearranges the log', async ({ testBrowser }) => {
  const [hung, other] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(hung, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['m'], () => 'text');
    await store.close();
    const log = await kit.openLog('a');
    await new Promise<void>((begun) => {
      void log.exclusively(async () => {
        begun();
        await new Promise((resolve) => setTimeout(resolve, 100));
        for (;;);
      });
    });
  });
  const opened = await inWorker(other, async (kit) => {
    // Counts the ticks of the longest wait for a lock. Their number doesn't depend on how busy the machine is.
    let longest = 0;
    const { setInterval: repeat } = globalThis;
    globalThis.setInterval = ((work: () => void, milliseconds: number) => {
      let seconds = 0;
      const beat = (): void => {
        if (milliseconds === 1_000) longest = Math.max(longest, ++seconds);
        work();
      };
      return repeat(beat, milliseconds);
    }) as typeof setInterval;
    // On a disk that stalls for six seconds, the database too is given up, and a later try opens the store.
    for (;;) {
      try {
        const { durability } = await kit.createDurableStore('a').open();
        return { durability, longest };
      } catch (error) {
        if ((error as { code?: string }).code !== 'timeout') throw error;
      }
    }
  });
  expect(opened).toEqual({ durability: 'best-effort', longest: 9 });
});

test('a hung cache delays neither start nor end of a store', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    kit.silenceCaches();
    const whole = async () => {
      const store = kit.createDurableStore('a');
      const { durability } = await store.open();
      await kit.put(store, ['m'], () => 'text');
      await store.close();
      return durability;
    };
    return await Promise.race([whole(), kit.late(15_000)]);
  });
  expect(found).toBe('durable');
});
