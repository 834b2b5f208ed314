/** Measures sync at several sizes. Times depend on the machine, but counts don't. */
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { SyncDevice } from '../../src/testing/sync-device.ts';
import { ms, NONE, type Row } from '../row.ts';
import { activeLoad, idleLoad, type Load, sealNote } from '../sync-load.ts';

/** Users, all their devices, and notes per user. */
const SIZES = [
  [1, 1, 20],
  [25, 100, 20],
  [500, 2_000, 5],
] as const;
const WAITS = 2;
const DAYS = 365;
/** Later, one of a day's notes is edited, and another is removed. */
const NEW_A_DAY = 10;
const AT_ONCE = 500;

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
  return rows;
}

export const row = (what: string, measured: string, target = NONE, met: boolean | null = null): Row => ({
  what,
  measured,
  target,
  met,
  bound: NONE,
  peer: NONE,
});

const group = ({ people, devices }: Load): string => `${count(devices)} devices of ${count(people)} people`;
export const count = (value: number): string => Math.round(value).toLocaleString('en');
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

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

/** The device syncs on the first day and returns on the last. */
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
      `${count(couch.documents().length)} records and ${count(tombstones.length)} tombstones of ${kilobytes(average(tombstones))}: ${kilobytes(sum(tombstones))} that are never deleted, next to ${kilobytes(before)}`,
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

export const requestsOf = ({ requests }: CouchDouble): number =>
  requests.filter((each) => !each.startsWith('OPTIONS') && !each.endsWith('longpoll')).length;
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const average = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);

function tombstoneBytes(couch: CouchDouble): number[] {
  const stored = JSON.parse(couch.dump()) as { revisions: { deleted: boolean; body: object }[] }[];
  const last = stored.map(({ revisions }) => revisions.at(-1)!);
  return last.filter(({ deleted }) => deleted).map(({ body }) => JSON.stringify(body).length);
}
