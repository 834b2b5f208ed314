/** Measures the first sync of a new device for a user with 10,000 memories, in Node and in Chromium. */
import { serveWithCouch } from '../../e2e/sync/fixtures.ts';
import { MINI_LM } from '../../src/core/model-profiles.ts';
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { SyncDevice } from '../../src/testing/sync-device.ts';
import { pullWithPouch } from '../pouch-pull.ts';
import { ms, type Row } from '../row.ts';
import { inPage, type Site } from '../site.ts';
import { count, kilobytes, requestsOf, row } from './sync-scale.ts';

const MEMORIES = 10_000;
const AT_ONCE = 500;
const MAX_REQUESTS = 60;
const FIRST_ANSWER_MS = 2_000;
const TARGET = `first answer ${ms(FIRST_ANSWER_MS)}, ${MAX_REQUESTS} requests, 0 texts embedded`;
const PASSPHRASE = 'six words';

export async function firstPullRows(site: Site, log: (line: string) => void): Promise<Row[]> {
  const couch = await CouchDouble.start();
  log(`writing ${count(MEMORIES)} memories`);
  await fill(couch);
  log('into Node');
  const rows = [await nodeRow(couch)];
  log('into Chromium');
  rows.push(await chromiumRow(site, couch));
  log('into PouchDB');
  rows.push(await pouchRow(couch));
  await couch.close();
  return rows;
}

async function fill({ url }: CouchDouble): Promise<void> {
  const one = await SyncDevice.start({ url, passphrase: PASSPHRASE, modelAllowed: true });
  for (let from = 0; from < MEMORIES; from += AT_ONCE) {
    const part = Array.from({ length: AT_ONCE }, (_, at) => ({
      id: `m${from + at}`,
      text: `Memory ${from + at} found`,
    }));
    await one.put(...part);
  }
  await one.engine.call('idle', []);
  await one.replicator.idle();
  await one.close();
}

function forgetTraffic(couch: CouchDouble): void {
  couch.requests.length = 0;
  couch.sentBytes = 0;
  couch.answeredBytes = 0;
}

const traffic = ({ sentBytes, answeredBytes }: CouchDouble): string => kilobytes(sentBytes + answeredBytes);

async function nodeRow(couch: CouchDouble): Promise<Row> {
  forgetTraffic(couch);
  const start = performance.now();
  // A device requests the first page of records once the key is open.
  let opened = Number.NaN;
  couch.before = async (request) => {
    if (request === 'GET /memories/_all_docs' && Number.isNaN(opened)) opened = performance.now() - start;
  };
  const two = await SyncDevice.start({ url: couch.url, passphrase: PASSPHRASE, modelAllowed: true });
  let first = Number.NaN;
  const whole = two.replicator.idle().then(() => performance.now() - start);
  while (Number.isNaN(first)) {
    const { hits } = await two.engine.call('search', ['found', { modes: ['keyword'] }]);
    if (hits.length > 0) first = performance.now() - start;
  }
  const took = await whole;
  const requests = requestsOf(couch);
  const texts = two.engine.embedded.length;
  await two.close();
  couch.before = async () => {};
  return row(
    `${count(MEMORIES)} memories with vectors into an empty profile (Node, Argon2id included)`,
    `${requests} requests, ${traffic(couch)}, ${texts} texts embedded; first answer ${ms(first)} (key open after ${ms(opened)}), all ${ms(took)}`,
    TARGET,
    requests <= MAX_REQUESTS && first <= FIRST_ANSWER_MS && texts === 0,
  );
}

/** Loads the model after the pull, so that a text that arrived without a vector would be embedded and counted. */
async function chromiumRow(site: Site, couch: CouchDouble): Promise<Row> {
  forgetTraffic(couch);
  const server = await serveWithCouch(couch, site.folder);
  const visit = await site.browse();
  const page = await visit.context.newPage();
  await page.goto(`${server.url}/blank`);
  const pulled = await inPage(page, 'firstPull', { url: couch.url, passphrase: PASSPHRASE }, MINI_LM);
  await visit.close();
  await server.close();
  const { memories, embedded, runs } = pulled;
  if (memories !== MEMORIES || embedded !== MEMORIES) {
    throw new Error(`${memories} memories arrived, ${embedded} of them with vectors`);
  }
  const preflights = couch.requests.filter((request) => request.startsWith('OPTIONS')).length;
  const requests = requestsOf(couch);
  return row(
    'the same in Chromium, from the call of `sync()` in an open, empty store',
    `${requests} requests and ${preflights} preflights, ${traffic(couch)}, ${runs} texts embedded; first answer ${ms(pulled.first)} (key open after ${ms(pulled.opened)}), all ${ms(pulled.all)}`,
    TARGET,
    requests <= MAX_REQUESTS && pulled.first <= FIRST_ANSWER_MS && runs === 0,
  );
}

async function pouchRow(couch: CouchDouble): Promise<Row> {
  forgetTraffic(couch);
  const start = performance.now();
  const copied = await pullWithPouch(couch.url);
  const took = performance.now() - start;
  if (copied < 2 * MEMORIES) throw new Error(`PouchDB copied ${copied} documents`);
  return row(
    'the same documents with PouchDB 9.0.0 into memory (copied only: not decrypted, not indexed)',
    `${requestsOf(couch)} requests, ${traffic(couch)}; all ${ms(took)}`,
  );
}
