import type { CouchDouble } from '../../src/testing/couch-double.ts';
import { expect, PASSPHRASE, settle, syncOn, test } from './fixtures.ts';

const WAITS = 20;

const preflights = ({ requests }: CouchDouble): string[] => requests.filter((each) => each.startsWith('OPTIONS'));

/** Lets the server answer waiting devices at once, until it has done so the given number of times. */
async function waits(couch: CouchDouble, count: number): Promise<void> {
  let left = count;
  await new Promise<void>((resolve) => {
    couch.before = async (request) => {
      if (!request.startsWith('OPTIONS') && request.endsWith('longpoll') && --left === 0) resolve();
    };
    couch.longestWait = 0;
    couch.dropConnections();
  });
  couch.longestWait = Number.POSITIVE_INFINITY;
}

test('waiting for changes again and again needs no further preflight', async ({ couch, device }) => {
  const one = await device();
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  await waits(couch, 2);
  couch.requests.length = 0;
  await waits(couch, WAITS);
  expect(couch.requests.filter((each) => each.endsWith('longpoll')).length).toBeGreaterThanOrEqual(WAITS);
  expect(preflights(couch)).toEqual([]);
});

test('several writes need one preflight', async ({ couch, device }) => {
  const one = await device();
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  couch.requests.length = 0;
  for (const id of ['a', 'b', 'c', 'd']) {
    await one.evaluate((name) => window.client.add({ id: name, text: 'written' }), id);
    await settle(one);
  }
  const writes = couch.requests.filter((each) => each.endsWith('_bulk_docs'));
  expect(writes.filter((each) => each.startsWith('POST')).length).toBeGreaterThanOrEqual(4);
  // The preflight was sent when `syncOn` wrote its first records.
  expect(writes.filter((each) => each.startsWith('OPTIONS'))).toEqual([]);
});

test('notes arrive although the server lets browsers cache its responses', async ({ couch, device }) => {
  couch.cacheControl = 'max-age=3600';
  const [one, two] = [await device(), await device()];
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  for (const text of ['first', 'second', 'third']) {
    await one.evaluate((given) => window.client.upsert({ id: 'a', text: given }), text);
    await settle(one, two);
    expect(await two.evaluate(async () => (await window.client.get('a'))?.text)).toBe(text);
  }
});
