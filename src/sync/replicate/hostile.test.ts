/** Tests records that somebody else with access to the database wrote, with the key or without it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../core/record/memory.ts';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';
import { openRecord, readRecordBody, recordBody, sealRecord } from '../format/record.ts';
import { deriveKeys } from '../format/sync-keys.ts';
import { nextClock } from '../merge/clock.ts';

let couch: CouchDouble;
let one: SyncDevice;

beforeEach(async () => {
  couch = await CouchDouble.start();
  one = await SyncDevice.start({ url: couch.url });
  await one.put({ id: 'good', text: 'here first' });
  await one.replicator.idle();
});
afterEach(async () => {
  await one.close();
  await couch.close();
});

async function writeWithKey(memory: string, json: JsonObject): Promise<string> {
  const { base, store, generation } = (await one.state.known())!;
  const keys = await deriveKeys(base, store, generation);
  const clock = nextClock(undefined, Date.now(), null, 'ffffffffffffffff');
  const record = await sealRecord(keys, { kind: 'memory', name: memory, clock, json, tail: new Uint8Array(0) });
  couch.overwrite(record.id, recordBody(record) as JsonObject);
  return record.id;
}

it.each<readonly [string, JsonObject]>([
  ['a text that is no string', { fields: { text: 5 }, seen: {}, removed: null, kept: [] }],
  ['a text beyond the limit', { fields: { text: 'x'.repeat(3_000_000) }, seen: {}, removed: null, kept: [] }],
  ['no fields', { seen: {} }],
  ['kept versions that are none', { fields: { text: 'a' }, seen: {}, removed: null, kept: [{ fields: 7 }] }],
])('reports and skips a record with %s, and reads the others', async (_, json) => {
  const id = await writeWithKey('evil', json);
  await writeWithKey('later', {
    fields: { text: 'fine', createdAt: 1, updatedAt: 1 },
    seen: {},
    removed: null,
    kept: [],
  });
  await one.replicator.idle();
  expect(one.replicator.state).toMatchObject({ stage: 'live', detail: 'decryption', unreadable: [id] });
  expect(await one.texts()).toEqual({ good: 'here first', later: 'fine' });
});

it('keeps fields that a newer program added when the memory is edited here', async () => {
  const fields = { text: 'from the future', createdAt: 1, updatedAt: 1, mood: { colour: 'blue' } };
  const id = await writeWithKey('new', { fields, seen: {}, removed: null, kept: [] });
  await one.replicator.idle();
  await one.put({ id: 'new', text: 'edited here' });
  await one.replicator.idle();
  const { base, store, generation } = (await one.state.known())!;
  const body = couch.documents().find((doc) => doc.id === id)!.body;
  const { json } = await openRecord(await deriveKeys(base, store, generation), readRecordBody(id, body)!);
  expect(json.fields).toMatchObject({ text: 'edited here', mood: { colour: 'blue' } });
});

it('a deletion written without the key removes nothing, and the record is sent again', async () => {
  const { rows } = (await (await fetch(`${couch.url}/_all_docs`)).json()) as {
    rows: { id: string; value: { rev: string } }[];
  };
  const docs = rows
    .filter(({ id }) => id !== 'keys')
    .map(({ id, value }) => ({ _id: id, _rev: value.rev, _deleted: true }));
  await fetch(`${couch.url}/_bulk_docs`, { method: 'POST', body: JSON.stringify({ docs }) });
  await one.replicator.idle();
  await one.replicator.idle();
  expect(await one.texts()).toEqual({ good: 'here first' });
  const two = await SyncDevice.start({ url: couch.url });
  await two.replicator.idle();
  expect(await two.texts()).toEqual({ good: 'here first' });
  await two.close();
});
