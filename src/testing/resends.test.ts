import { afterEach, beforeEach, expect, it } from 'vitest';
import { CouchDouble } from './couch-double.ts';

let couch: CouchDouble;
beforeEach(async () => {
  couch = await CouchDouble.start();
});
afterEach(() => couch.close());

const recordOf = (text: string): string => text.padEnd(20, '.');

async function send(device: string, text: string, _rev?: string): Promise<string | undefined> {
  const body = JSON.stringify({ docs: [{ _id: 'a', ...(_rev && { _rev }), d: recordOf(text) }] });
  const response = await fetch(`${couch.url}/_bulk_docs`, { method: 'POST', headers: { 'x-device': device }, body });
  const [result] = (await response.json()) as { rev?: string }[];
  return result?.rev;
}

it('reports a record that the server still has', async () => {
  const first = await send('one', 'vectors');
  await send('one', 'vectors', first);
  expect(couch.resends.needless).toEqual([`one: a ${recordOf('vectors')}`]);
});

it('reports a record that the server refuses because it has a newer one', async () => {
  const first = await send('one', 'older');
  await send('two', 'newer', first);
  expect(await send('one', 'older', first)).toBeUndefined();
  expect(couch.resends.needless).toEqual([`one: a ${recordOf('older')}, refused`]);
});

it('accepts a record that replaces a newer one', async () => {
  const first = await send('one', 'vectors');
  const second = await send('two', 'other vectors', first);
  expect(await send('one', 'vectors', second)).toBeDefined();
  expect(couch.resends.needless).toEqual([]);
});

it('accepts a record once after an interruption', async () => {
  const first = await send('one', 'vectors');
  couch.resends.interrupt('one');
  await send('one', 'vectors', first);
  expect(couch.resends.needless).toEqual([]);
  await send('one', 'vectors', first);
  expect(couch.resends.needless).toHaveLength(1);
});
