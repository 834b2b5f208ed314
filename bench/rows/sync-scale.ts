/** Measures sync at several sizes. Times depend on the machine, but counts don't. */
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { SyncDevice } from '../../src/testing/sync-device.ts';
import { pullWithPouch } from '../pouch-pull.ts';
import { ms, NONE, type Row } from '../row.ts';
import { activeLoad, idleLoad, type Load, sealNote } from '../sync-load.ts';

/** Numbers of users, of all their devices, and of notes per user. */
const SIZES = [
  [1, 1, 20],
  [25, 100, 20],
  [500, 2_000, 5],
] as const;
const WAITS = 2;
const DAYS = 365;
/** Notes added on each day of a year. Later, one of a day's notes is edited, and another is removed. */
const NEW_A_DAY = 10;
const AT_ONCE = 500;
const MEMORIES = 10_000;
const MAX_REQUESTS = 60;
const FIRST_ANSWER_MS = 2_000;
const WRONG_PASSPHRASE_CPU_MS = 1_000;

export async function syncScaleRows(log: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [people, devices, written] of SIZES) {
    log(`${devices} devices of ${people} people`);
    rows.push(idleRow(await idleLoad(people, devices, WAITS)));
    const notes = await Promise.all(Array.from({ length: written }, (_, at) => sealNote(`note ${at}`)));
    rows.push(activeRow(await activeLoad(people, devices, notes), written));
  }
  log('a year');
  rows.push(...(await yearRows()));
  log(`${MEMORIES} memories into an empty profile`);
  rows.push(...(await firstPullRows()));
  log('a wrong passphrase');
  rows.push(await wrongPassphraseRow());
  return rows;
}

const row = (what: string, measured: string, target = NONE, met: boolean | null = null): Row => ({
  what,
  measured,
  target,
  met,
  bound: NONE,
  peer: NONE,
});

const group = ({ people, devices }: Load): string => `${count(devices)} devices of ${count(people)} people`;
const count = (value: number): string => Math.round(value).toLocaleString('en');
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

function idleRow(load: Load): Row {
  const waits = load.devices * WAITS;
  return row(
    `${group(load)}, idle: one wait of 25 s`,
    `${(load.requests / waits).toFixed(2)} requests, ${kilobytes(load.bytes / waits)}; ${count(load.requests)} requests in ${load.seconds.toFixed(1)} s`,
  );
}

function activeRow(load: Load, notes: number): Row {
  const each = load.people * notes;
  return row(
    `${group(load)}, ${notes} notes a person, all devices there`,
    `a note: ${(load.requests / each).toFixed(1)} requests, ${kilobytes(load.bytes / each)}, ${(load.records / each).toFixed(1)} records; ${count(load.requests)} requests in ${load.seconds.toFixed(1)} s`,
  );
}

/** @throws Error if the passphrase isn't refused, or if something was written */
async function wrongPassphraseRow(): Promise<Row> {
  const couch = await CouchDouble.start();
  const one = await SyncDevice.start({ url: couch.url });
  await one.replicator.idle();
  const before = couch.dump();
  const start = process.cpuUsage();
  const guess = await SyncDevice.start({ url: couch.url, passphrase: 'guessed' });
  await guess.replicator.idle();
  const { user, system } = process.cpuUsage(start);
  const { detail } = guess.replicator.state;
  const isUnchanged = couch.dump() === before;
  for (const each of [one, guess]) await each.close();
  await couch.close();
  if (detail !== 'decryption' || !isUnchanged) throw new Error(`a wrong passphrase led to ${detail ?? 'no refusal'}`);
  const cpu = (user + system) / 1_000;
  const met = cpu <= WRONG_PASSPHRASE_CPU_MS;
  return row(
    'a wrong passphrase is refused, nothing is written',
    `${ms(cpu)} of CPU, the start of an engine and the server included`,
    `≤ ${ms(WRONG_PASSPHRASE_CPU_MS)}`,
    met,
  );
}

/** Measures a device that's away for a year: it syncs on the first day and returns on the last. */
async function yearRows(): Promise<Row[]> {
  const couch = await CouchDouble.start();
  const [one, away] = [await SyncDevice.start({ url: couch.url }), await SyncDevice.start({ url: couch.url })];
  for (const device of [one, away]) await device.replicator.idle();
  await away.stop();
  const notes = Array.from({ length: NEW_A_DAY * DAYS }, (_, at) => ({ id: `n${at}`, text: `Note ${at} of a year` }));
  for (let at = 0; at < notes.length; at += AT_ONCE) await one.put(...notes.slice(at, at + AT_ONCE));
  await one.replicator.idle();
  const before = couch.dump().length;
  const [edited, removed] = [
    notes.filter((_, at) => at % NEW_A_DAY === 1),
    notes.filter((_, at) => at % NEW_A_DAY === 2),
  ];
  await one.put(...edited.map(({ id, text }) => ({ id, text: `${text}, edited` })));
  await one.remove(...removed.map(({ id }) => id));
  await one.replicator.idle();
  const tombstones = tombstoneBytes(couch);
  const rows = [
    row(
      `a year of ${NEW_A_DAY} notes a day, one of them removed`,
      `${count(couch.documents().length)} records and ${count(tombstones.length)} tombstones of ${kilobytes(average(tombstones))}: ${kilobytes(sum(tombstones))} that stay for ever, beside ${kilobytes(before)}`,
    ),
  ];
  rows.push(await returnRow(couch, away));
  for (const device of [one, away]) await device.close();
  await couch.close();
  return rows;
}

async function returnRow(couch: CouchDouble, away: SyncDevice): Promise<Row> {
  couch.requests.length = 0;
  couch.answeredBytes = 0;
  const start = performance.now();
  const back = await SyncDevice.start({ url: couch.url, from: away });
  await back.replicator.idle();
  const took = performance.now() - start;
  const bytes = couch.answeredBytes;
  const requests = requestsOf(couch);
  const { length } = Object.keys(await back.texts());
  if (length === 0) throw new Error('nothing came back');
  await back.stop();
  return row('a device that comes back after that year', `${ms(took)}, ${requests} requests, ${kilobytes(bytes)}`);
}

/** Measures the first pull of a new device, and PouchDB's replication of the same documents. */
async function firstPullRows(): Promise<Row[]> {
  const couch = await CouchDouble.start();
  const one = await SyncDevice.start({ url: couch.url, modelAllowed: true });
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
  const rows = [await firstPullRow(couch), await pouchRow(couch)];
  await couch.close();
  return rows;
}

function forgetTraffic(couch: CouchDouble): void {
  couch.requests.length = 0;
  couch.sentBytes = 0;
  couch.answeredBytes = 0;
}

async function firstPullRow(couch: CouchDouble): Promise<Row> {
  forgetTraffic(couch);
  const start = performance.now();
  // A device requests its first page of records once the key is open.
  let opened = Number.NaN;
  couch.before = async (request) => {
    if (request === 'GET /memories/_all_docs' && Number.isNaN(opened)) opened = performance.now() - start;
  };
  const two = await SyncDevice.start({ url: couch.url, modelAllowed: true });
  let first = Number.NaN;
  const whole = two.replicator.idle().then(() => performance.now() - start);
  while (Number.isNaN(first)) {
    const { hits } = await two.engine.call('search', ['found', { modes: ['keyword'] }]);
    if (hits.length > 0) first = performance.now() - start;
  }
  const took = await whole;
  const requests = requestsOf(couch);
  const found = `${requests} requests, ${traffic(couch)}, ${two.engine.embedded.length} texts embedded; first answer ${ms(first)} (key open after ${ms(opened)}), all ${ms(took)}`;
  const met = requests <= MAX_REQUESTS && first <= FIRST_ANSWER_MS;
  await two.close();
  couch.before = async () => {};
  return row(
    `${count(MEMORIES)} memories with vectors into an empty profile (Node, Argon2id included)`,
    found,
    `first answer ${ms(FIRST_ANSWER_MS)}, ${MAX_REQUESTS} requests`,
    met,
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

const traffic = ({ sentBytes, answeredBytes }: CouchDouble): string => kilobytes(sentBytes + answeredBytes);

const requestsOf = ({ requests }: CouchDouble): number => requests.filter((each) => !each.endsWith('longpoll')).length;
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const average = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);

function tombstoneBytes(couch: CouchDouble): number[] {
  const stored = JSON.parse(couch.dump()) as { revisions: { deleted: boolean; body: object }[] }[];
  const last = stored.map(({ revisions }) => revisions.at(-1)!);
  return last.filter(({ deleted }) => deleted).map(({ body }) => JSON.stringify(body).length);
}
