import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plaintextIn } from '../../src/testing/plaintext.ts';
import { contents, expect, openAgain, PASSPHRASE, settle, syncOn, test } from './fixtures.ts';

test('three profiles end with equal memories, and the server holds no byte of them', async ({ couch, device }) => {
  const [one, two, three] = [await device(), await device(), await device()];
  await one.evaluate(async () => {
    const data = new Uint8Array(300_000).map((_, at) => (at * 31) % 251).buffer;
    await window.client.addMany([
      { id: 'walrus-id', title: 'Walrustitle', text: 'Walrustext\nsleeps\non ice\n', tags: ['walrustag'] },
      { id: 'pictured', text: 'walrus picture', images: [{ data, mimeType: 'image/png', alt: 'walrusalt' }] },
      ...Array.from({ length: 150 }, (_, at) => ({ id: `n${at}`, text: `walrus number ${at}` })),
    ]);
  });
  for (const page of [one, two, three]) {
    expect(await syncOn(page, { url: couch.url, passphrase: PASSPHRASE })).toMatchObject({ stage: 'live', pending: 0 });
  }
  await two.evaluate(() => window.client.update('walrus-id', { text: 'Walrustext\nSLEEPS\non ice\n' }));
  await three.evaluate(async () => {
    await window.client.update('walrus-id', { text: 'Walrustext\nsleeps\non ice\nand snores\n', tags: ['loud'] });
    await window.client.remove('n1');
  });
  await settle(two, three, one, two, three);
  const all = await contents(one);
  expect(await contents(two)).toBe(all);
  expect(await contents(three)).toBe(all);
  const [merged, removed] = await one.evaluate(() => window.client.getMany(['walrus-id', 'n1']));
  expect([merged?.text, removed]).toEqual(['Walrustext\nSLEEPS\non ice\nand snores\n', undefined]);
  expect(plaintextIn(couch.dump(), ['walrus', 'sleeps', 'snores', 'image/png'])).toEqual([]);
  const sizes = new Set(couch.documents().map(({ body }) => String(body.d).length));
  expect(sizes.size).toBeLessThan(8);
});

test('a note written while both devices are online arrives without a call', async ({ couch, device }) => {
  const [one, two] = [await device(), await device()];
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  await one.evaluate(() => window.client.add({ id: 'a', text: 'arrives' }));
  await expect.poll(() => two.evaluate(async () => (await window.client.get('a'))?.text)).toBe('arrives');
});

test('a hidden tab that replicates goes on while another one is visible', async ({ couch, device, site }) => {
  const [hidden, elsewhere] = [await device(), await device()];
  await syncOn(hidden, { url: couch.url, passphrase: PASSPHRASE });
  await hidden.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const visible = await hidden.context().newPage();
  await openAgain(visible, site);
  await syncOn(visible, { url: couch.url });
  await syncOn(elsewhere, { url: couch.url, passphrase: PASSPHRASE });
  await visible.evaluate(() => window.client.add({ id: 'a', text: 'sent' }));
  await expect.poll(() => elsewhere.evaluate(async () => (await window.client.get('a'))?.text)).toBe('sent');
  await elsewhere.evaluate(() => window.client.add({ id: 'b', text: 'came' }));
  await expect.poll(() => visible.evaluate(async () => (await window.client.get('b'))?.text)).toBe('came');
});

test('a wrong passphrase is reported, and neither side is written to', async ({ couch, device }) => {
  const [one, two] = [await device(), await device()];
  await one.evaluate(() => window.client.add({ text: 'mine' }));
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  const before = couch.dump();
  expect(await syncOn(two, { url: couch.url, passphrase: 'guessed' })).toMatchObject({
    stage: 'refused',
    detail: 'decryption',
  });
  expect(couch.dump()).toBe(before);
  expect(await two.evaluate(() => window.client.count())).toBe(0);
});

test('without a passphrase, nothing is sent to an empty database', async ({ couch, device }) => {
  const one = await device();
  await one.evaluate(() => window.client.add({ text: 'mine' }));
  expect(await syncOn(one, { url: couch.url })).toMatchObject({ stage: 'refused', detail: 'decryption' });
  expect(couch.documents()).toEqual([]);
  expect(couch.requests.filter((request) => request.endsWith('_bulk_docs'))).toEqual([]);
});

test('the key stays on the device: later the passphrase is not needed, and a changed one is asked for', async ({
  couch,
  device,
  site,
}) => {
  const [one, two] = [await device(), await device()];
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  await openAgain(two, site);
  expect(await syncOn(two, { url: couch.url })).toMatchObject({ stage: 'live' });
  await one.evaluate((former) => window.sync.changePassphrase(former, 'another one'), PASSPHRASE);
  await expect.poll(() => two.evaluate(() => window.sync.state.stage)).toBe('refused');
  expect(await syncOn(two, { url: couch.url, passphrase: 'another one' })).toMatchObject({ stage: 'live' });
  const kit = await one.evaluate(() => window.sync.recoveryKit('another one'));
  const three = await device();
  expect(await syncOn(three, { url: couch.url, recoveryKit: kit })).toMatchObject({ stage: 'live' });
  expect(await one.evaluate(async () => (await window.sync.devices()).length)).toBeGreaterThan(0);
});

test('losing versions are kept on both devices, and can be restored', async ({ couch, device }) => {
  const [one, two] = [await device(), await device()];
  await one.evaluate(() => window.client.add({ id: 'a', text: 'common' }));
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  await two.evaluate(() => window.sync.pause());
  await two.evaluate(() => window.client.update('a', { text: 'by two' }));
  await one.evaluate(() => window.client.update('a', { text: 'by one' }));
  await settle(one);
  await two.evaluate(() => window.sync.resume());
  await settle(two, one);
  const kept = await one.evaluate(() => window.sync.conflicts('a'));
  expect(kept).toEqual(await two.evaluate(() => window.sync.conflicts('a')));
  const shown = await one.evaluate(async () => (await window.client.get('a'))?.text);
  expect([shown, kept[0]?.memory.text].sort()).toEqual(['by one', 'by two']);
  await one.evaluate((version) => window.sync.resolve('a', version), kept[0]!.version);
  await settle(one, two);
  for (const page of [one, two]) {
    expect(await page.evaluate(async () => (await window.client.get('a'))?.text)).toBe(kept[0]!.memory.text);
    expect(await page.evaluate(() => window.sync.conflicts('a'))).toEqual([]);
  }
});

test('after a tab is killed during the first pull, sync continues where it stopped', async ({
  couch,
  device,
  site,
  browser,
}) => {
  const one = await device();
  await one.evaluate(() =>
    window.client.addMany(Array.from({ length: 900 }, (_, at) => ({ id: `n${at}`, text: `memory ${at}` }))),
  );
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  const context = await browser.newContext();
  const first = await context.newPage();
  await openAgain(first, site);
  let onReached: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    onReached = resolve;
  });
  let pages = 0;
  couch.before = async (request) => {
    if (request !== 'GET /memories/_all_docs' || ++pages < 2) return;
    onReached();
    await new Promise(() => {});
  };
  await first.evaluate(
    ([url, passphrase]) => {
      void window.client.sync({ url: url!, passphrase: passphrase! });
    },
    [couch.url, PASSPHRASE],
  );
  await reached;
  await first.close();
  couch.before = async () => {};
  couch.requests.length = 0;
  const second = await context.newPage();
  await openAgain(second, site);
  await syncOn(second, { url: couch.url });
  expect(await contents(second)).toBe(await contents(one));
  const read = await second.evaluate(() => window.sync.state.pulled);
  expect(read).toBeLessThan(750);
  await context.close();
});

test('one of two tabs replicates; the other shows its state and takes over when the first is closed', async ({
  couch,
  device,
  site,
}) => {
  const one = await device();
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  const other = await one.context().newPage();
  await openAgain(other, site);
  expect(await syncOn(other, { url: couch.url })).toMatchObject({ stage: 'live' });
  await one.close();
  await other.evaluate(() => window.client.add({ id: 'later', text: 'by the other' }));
  await settle(other);
  const two = await device();
  await syncOn(two, { url: couch.url, passphrase: PASSPHRASE });
  expect(await two.evaluate(async () => (await window.client.get('later'))?.text)).toBe('by the other');
});

test('the device stores keys that cannot be exported, and no passphrase', async ({ couch, device }) => {
  const one = await device();
  await one.evaluate(() => window.client.add({ text: 'a' }));
  const url = couch.url.replace('://', '://me:a-login@');
  await syncOn(one, { url, passphrase: PASSPHRASE, remember: true });
  const stored = await one.evaluate(async () => {
    const strings = Object.entries(localStorage).flat();
    const extractable: boolean[] = [];
    const walk = (value: unknown): void => {
      if (typeof value === 'string') strings.push(value);
      else if (value instanceof CryptoKey) extractable.push(value.extractable);
      else if (value instanceof ArrayBuffer) strings.push(new TextDecoder('latin1').decode(value));
      else if (ArrayBuffer.isView(value)) strings.push(new TextDecoder('latin1').decode(value));
      else if (typeof value === 'object' && value !== null) Object.entries(value).flat().forEach(walk);
    };
    const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name!));
      for (const store of db.objectStoreNames) {
        const objectStore = db.transaction(store).objectStore(store);
        walk([await settled(objectStore.getAllKeys()), await settled(objectStore.getAll())]);
      }
      db.close();
    }
    return { strings, extractable };
  });
  expect(stored.strings.some((text) => text.includes(new URL(couch.url).host))).toBe(true);
  expect(stored.extractable.length).toBeGreaterThan(1);
  expect(stored.extractable).not.toContain(true);
  for (const secret of [PASSPHRASE, 'a-login']) {
    expect(stored.strings.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test('reports its stages in order, with growing counts, while it catches up', async ({ couch, device }) => {
  const [one, two] = [await device(), await device()];
  await one.evaluate(() =>
    window.client.addMany(Array.from({ length: 900 }, (_, at) => ({ id: `n${at}`, text: `memory ${at}` }))),
  );
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  let onListening = (): void => {};
  const listening = new Promise<void>((resolve) => {
    onListening = resolve;
  });
  couch.before = () => listening;
  await two.evaluate(
    async ([url, passphrase]) => {
      window.states = [];
      window.sync = await window.client.sync({ url: url!, passphrase: passphrase! });
      window.sync.onState((state) => window.states.push(state));
    },
    [couch.url, PASSPHRASE],
  );
  onListening();
  // In one step, because later rounds may be reported too.
  const states = await two.evaluate(async () => {
    await window.sync.idle();
    return window.states;
  });
  const stages = states.map(({ stage }) => stage);
  expect(stages.filter((stage, at) => stage !== stages[at - 1])).toEqual(['connecting', 'catching-up', 'live']);
  const counts = states.filter(({ stage }) => stage === 'catching-up').map(({ pulled }) => pulled);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(3);
  expect(states.at(-1)).toMatchObject({ pulled: 900, pending: 0 });
});

test('deleting a store also deletes its sync state', async ({ couch, device }) => {
  const one = await device();
  await one.evaluate(() => window.client.add({ text: 'a' }));
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  await one.evaluate(() => window.client.destroy());
  await expect
    .poll(() => one.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('hybrid-search-sync/notes');
});

test('a server is checked before sync is turned on, as the browser sees it', async ({ couch, device }) => {
  const one = await device();
  const failing = () =>
    one.evaluate(async (url) => {
      const findings = await window.client.checkSync({ url, headers: () => ({ 'x-device': 'laptop' }) });
      return findings.find(({ ok }) => ok === false) ?? null;
    }, couch.url);
  expect(await failing()).toBeNull();
  expect(couch.documents()).toEqual([]);
  const clock = () => one.evaluate(async (url) => (await window.client.checkSync({ url })).at(-1), couch.url);
  expect(await clock()).toEqual({ step: 'clock', ok: null, change: '[cors] exposed_headers = date' });
  couch.cors.exposed = 'date';
  expect(await clock()).toEqual({ step: 'clock', ok: true });
  couch.cors.methods = 'GET, POST';
  expect(await failing()).toMatchObject({ step: 'cors-methods', change: expect.stringContaining('PUT') });
  couch.cors.headers = 'accept, content-type';
  expect(await failing()).toMatchObject({ step: 'cors-headers', change: expect.stringContaining('x-device') });
  couch.cors.origin = false;
  expect(await failing()).toMatchObject({ step: 'cors-origin', change: expect.stringContaining('origins = http') });
});

test('the code of docs/SYNC.md checks a server, syncs with it, and syncs with a folder', async ({ couch, device }) => {
  const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'SYNC.md'), 'utf8');
  const [check, server, folder] = [...document.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) =>
    code
      .replace('https://name:password@couch.example/notes', couch.url)
      .replace('https://couch.example/notes', couch.url),
  );
  const run = async (code: string): Promise<string> => {
    const page = await device();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.evaluate(`(async (client) => {
      const token = async () => 'a token';
      const showAllowButton = () => {};
      const showDirectoryPicker = () => navigator.storage.getDirectory();
      ${code}
      if (typeof sync !== 'undefined') await sync.idle();
    })(window.client)`);
    return logged.join('\n');
  };
  expect(await run(check!)).toBe('');
  couch.cors.origin = false;
  expect(await run(check!)).toContain('cors-origin [chttpd] enable_cors = true');
  couch.cors.origin = true;
  const said = await run(server!);
  expect(said).toContain('live');
  expect(said).toMatch(/^1\. (\w+ ){3}\w+$[\s\S]*^6\. (\w+ ){3}\w+$/m);
  expect(couch.documents().length).toBeGreaterThan(0);
  await run(folder!);
});
