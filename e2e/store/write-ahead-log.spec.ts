import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

test('sealed and active segments restore a store; sealed ones are compressed, active ones bounded', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const words = Array.from({ length: 3_000 }, () => crypto.randomUUID().slice(0, 6));
    // As in prose, a few words are frequent and most are rare.
    const word = () => words[Math.floor(Math.random() ** 3 * words.length)];
    const text = () => Array.from({ length: 80 }, word).join(' ');
    let store = kit.createDurableStore('many');
    await store.open();
    let bytes = 0;
    const expected: { [id: string]: string } = {};
    for (let batch = 0; batch < 20; batch++) {
      const ids = Array.from({ length: 400 }, (_, i) => `${batch}-${i}`);
      await kit.writeDecisions(store, ids, () =>
        ids.map((id) => {
          expected[id] = text();
          bytes += expected[id].length;
          // As long and as incompressible as a real hash.
          const contentHash = (crypto.randomUUID() + crypto.randomUUID()).replaceAll('-', '');
          return { ...kit.memory(id, expected[id]), contentHash };
        }),
      );
      if (batch % 5 === 4) {
        await store.close();
        store = kit.createDurableStore('many');
        await store.open();
      }
    }
    await kit.writeDecisions(store, ['0-0'], () => [null]);
    delete expected['0-0'];
    await kit.put(store, ['0-1'], () => {
      expected['0-1'] = 'changed';
      return 'changed';
    });
    await store.close();
    const sizes: { [kind: string]: number } = {};
    for (const [name, size] of Object.entries(await kit.logFiles('many'))) {
      const kind = name.split('-')[0] ?? '';
      sizes[kind] = (sizes[kind] ?? 0) + size;
    }
    await kit.loseDatabase('hybrid-search/many');
    const again = kit.createDurableStore('many');
    const report = await again.open();
    const all = await kit.all(again);
    const wrong = Object.keys(expected).filter((id) => all[id] !== expected[id]).length;
    return {
      report,
      wrong,
      extra: Object.keys(all).length - Object.keys(expected).length,
      sizes,
      bytes,
    };
  });
  expect(found.report).toMatchObject({ event: 'restored', restored: 7_999 });
  expect(found).toMatchObject({ wrong: 0, extra: 0 });
  // The keys are prefixes of file names: `tail` is an active segment.
  const { segment = 0, tail: active = 0, ...others } = found.sizes;
  expect(others).toEqual({});
  expect(segment).toBeGreaterThan(0);
  expect(segment / found.bytes).toBeLessThan(0.55);
  // A segment has at most a megabyte, in addition to batches that arrived while it was being sealed.
  expect(active).toBeLessThan(3_000_000);
  const percent = (part: number) => `${((part / found.bytes) * 100).toFixed(0)} %`;
  console.info(
    `write-ahead log of 8,000 memories of 80 words: segments ${percent(segment)} of their text, active segment ${percent(active)}`,
  );
});

test('what two tabs write, change and remove during a checkpoint is in the log', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('meanwhile');
    await store.open();
    const expected: { [id: string]: string } = {};
    const put = async (into: typeof store, id: string, text: string) => {
      expected[id] = text;
      await kit.put(into, [id], () => text);
    };
    const ids = Array.from({ length: 4_000 }, (_, i) => `${(i * 7_919) % 4_000}`.padStart(4, '0'));
    await kit.put(store, ids, (id) => {
      expected[id] = `text of ${id} `.repeat(20);
      return expected[id];
    });
    // While another tab has the store open, the purge can't replace the database.
    const other = kit.createDurableStore('meanwhile');
    await other.open();
    let purging = true;
    const purged = store.purge().finally(() => {
      purging = false;
    });
    let meanwhile = 0;
    for (let n = 0; purging; n++) {
      const into = n % 2 === 0 ? store : other;
      const id = ids[(n * 13) % ids.length]!;
      if (n % 3 === 0) await put(into, `${id}-new`, `new ${n}`);
      else if (n % 3 === 1) await put(into, id, `changed ${n}`);
      else {
        delete expected[id];
        await kit.writeDecisions(into, [id], () => [null]);
      }
      meanwhile = n;
    }
    await purged;
    await store.close();
    await other.close();
    const files = Object.keys(await kit.logFiles('meanwhile'));
    await kit.loseDatabase('hybrid-search/meanwhile');
    const again = kit.createDurableStore('meanwhile');
    const { event, lost } = await again.open();
    const all = await kit.all(again);
    const wrong = Object.keys({ ...expected, ...all }).filter((id) => all[id] !== expected[id]);
    return { meanwhile, files, event, lost, wrong };
  });
  expect(found.meanwhile).toBeGreaterThan(5);
  // Prefixes of file names: `base` is a checkpoint.
  expect(found.files.some((name) => name.startsWith('base'))).toBe(true);
  expect(found).toMatchObject({ event: 'restored', lost: 0, wrong: [] });
});

test('a damaged record is repaired from the write-ahead log for reads and writes, and never read as data', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('damage');
    await store.open();
    await kit.put(store, ['a', 'b', 'c'], (id) => `text of ${id}`);
    const connection = new kit.Connection('damage');
    const damage = (id: string) =>
      connection.transact(['memories'], 'readwrite', async (tx) => {
        const record = await tx.objectStore('memories').get(id);
        if (!record) return;
        record.body[record.body.length - 5]! ^= 1;
        await tx.objectStore('memories').put(record);
      });
    await damage('a');
    const read = (await store.get(['a']))[0]?.text;
    await damage('b');
    const scanned = await kit.all(store);
    await damage('c');
    await kit.writeDecisions(store, ['c'], ([now]) => [kit.memory('c', `${now?.text}, changed`)]);
    await connection.close();
    return { read, scanned: scanned.b, written: (await store.get(['c']))[0]?.text };
  });
  expect(found).toEqual({ read: 'text of a', scanned: 'text of b', written: 'text of c, changed' });
});

test('a touch is stored without a log entry or an event', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('touch');
    await store.open();
    await kit.put(store, ['a', 'b'], (id) => `text of ${id}`);
    const logBytes = async () => Object.values(await kit.logFiles('touch')).reduce((sum, size) => sum + size, 0);
    const before = await logBytes();
    let told = 0;
    const other = kit.createDurableStore('touch');
    await other.open();
    other.events.on('changed', () => told++);
    const touch = (id: string) =>
      store.touch(id, (memory) => ({ ...memory, accessCount: memory.accessCount + 1, lastAccessedAt: 7 }));
    await touch('a');
    await touch('missing');
    const grown = (await logBytes()) - before;
    const [a] = await store.get(['a']);
    // The event of a later write arrives after all earlier ones.
    await new Promise<void>((resolve) => {
      other.events.on('changed', () => resolve());
      void kit.put(store, ['c'], () => 'text of c');
    });
    const positions = (await store.changesSince(0))?.map((change) => change.id);
    await other.close();
    await kit.loseDatabase('hybrid-search/touch');
    const all = await kit.all(store);
    return { grown, count: a?.accessCount, at: a?.lastAccessedAt, told, positions, all };
  });
  expect(found).toEqual({
    // The other connection adds an active segment, which contains only a header.
    grown: expect.any(Number),
    count: 1,
    at: 7,
    told: 1,
    positions: ['a', 'b', 'c'],
    all: { a: 'text of a', b: 'text of b', c: 'text of c' },
  });
  expect(found.grown).toBeLessThan(200);
});

test('segments read by a survey stay locked until the lock is released', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const entry = (seq: number) => ({ seq, kind: 'remove', id: `${seq}`, crc: 0, body: new Uint8Array() }) as const;
    const left = async (seq: number) => {
      const log = await kit.openLog('held');
      await log.exclusively((wal) => wal.openSegment('store'));
      log.append([entry(seq)]);
      return log;
    };
    const two = [await left(1), await left(2)];
    for (const log of two) log.close();
    const before = Object.keys(await kit.logFiles('held'));
    const first = await kit.openLog('held');
    const second = await kit.openLog('held');
    const inside = await first.exclusively(async (wal) => {
      const { lastSeq } = await wal.survey();
      // Doesn't take the lock, like a tab that ignores locks.
      await (second as unknown as typeof wal).openSegment('store');
      return { lastSeq, files: Object.keys(await kit.logFiles('held')) };
    });
    second.close();
    // Another tab seals the other segments that have entries.
    const third = await kit.openLog('held');
    const taken = await third.exclusively(async (wal) => {
      await wal.survey();
      const others = await wal.hasOtherWriters();
      await wal.survey();
      await wal.openSegment('store');
      return { others, lastSeq: (await wal.survey()).lastSeq };
    });
    const after = Object.keys(await kit.logFiles('held'));
    return { before, inside, taken, after };
  });
  const kinds = (names: readonly string[]): string[] => names.map((name) => name.split('-')[0]!).sort();
  expect(kinds(found.before)).toEqual(['tail', 'tail']);
  expect(found.inside.lastSeq).toBe(2);
  expect(kinds(found.inside.files)).toEqual(['tail', 'tail', 'tail']);
  expect(found.taken).toEqual({ others: false, lastSeq: 2 });
  expect(kinds(found.after).filter((kind) => kind === 'tail')).toEqual(['tail']);
  expect(kinds(found.after)).toContain('segment');
});

test('a checkpoint that fits is written, also where the browser would not reserve twice its size', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  const cdp = await testBrowser.running.context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: testBrowser.site.url.slice(0, -1), quotaSize: 4_500_000 });
  const found = await inWorker(page, async (kit) => {
    const log = await kit.openLog('tight');
    // Incompressible, so the file takes 2.4 MB. A sync access handle would reserve 4 MB for it, in addition to the 1 MB
    // of the active segment.
    const entries = Array.from({ length: 40 }, (_, i) => {
      const body = crypto.getRandomValues(new Uint8Array(60_000));
      return { seq: i + 1, kind: 'put' as const, id: `m${i}`, crc: 0, body };
    });
    async function* image() {
      yield entries;
      return { storeId: 'store', seq: 40 };
    }
    await log.exclusively((wal) => wal.checkpoint(image, 'store'));
    log.append([{ seq: 41, kind: 'remove', id: 'm0', crc: 0, body: new Uint8Array() }]);
    log.close();
    const again = await kit.openLog('tight');
    return await again.exclusively(async (wal) => {
      const { lastSeq, hasKnownDamage } = await wal.survey();
      const replayed = await wal.replay();
      const same = entries.slice(1).every(({ id, body }) => {
        const found = replayed.entries.get(id)?.body;
        return found?.length === body.length && found.every((byte, at) => byte === body[at]);
      });
      return { lastSeq, hasKnownDamage, same, live: replayed.entries.size };
    });
  });
  expect(found).toEqual({ lastSeq: 41, hasKnownDamage: false, same: true, live: 39 });
});
