/** Tests the sizes of the records in the server's database. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import { seededRandom } from '../../testing/seeded-random.ts';

const server = new CouchDevices();

const IV_AND_TAG = 12 + 16;
const SMALLEST = 256;
const MEMORIES = 300;

/** PADMÉ as the paper defines it: the lowest bits of a padded length are zero. */
function isPadmeLength(length: number): boolean {
  const exponent = Math.floor(Math.log2(length));
  const significant = Math.floor(Math.log2(exponent)) + 1;
  return length % 2 ** (exponent - significant) === 0;
}

function payloadLengths(): number[] {
  const datas = server.couch.documents().flatMap(({ body }) => (typeof body.d === 'string' ? [body.d] : []));
  return datas.map((data) => Buffer.from(data, 'base64').length - IV_AND_TAG);
}

it('records have few different lengths, whatever the sizes of the memories are', async () => {
  const device = await server.start({ modelAllowed: true });
  const random = seededRandom(33);
  const bytes = (most: number): Buffer => randomBytes(1 + Math.floor(random() ** 3 * most));
  const memories = Array.from({ length: MEMORIES }, (_, at) => ({
    id: `m${at}`,
    text: bytes(20_000).toString('base64'),
    tags: [bytes(20).toString('hex')],
    ...(at % 20 === 0 && {
      images: [{ data: new Uint8Array(bytes(600_000)).buffer, mimeType: 'image/png' as const, alt: '' }],
    }),
  }));
  await device.put(...memories);
  await device.engine.call('idle', []);
  await settle(device);
  expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });

  const lengths = payloadLengths();
  expect(lengths.length).toBeGreaterThan(2 * MEMORIES);
  expect(lengths.filter((length) => length < SMALLEST || !isPadmeLength(length))).toEqual([]);
  const [texts, classes] = [new Set(memories.map(({ text }) => text.length)).size, new Set(lengths).size];
  expect(texts).toBeGreaterThan(2 * classes);
  expect(classes).toBeGreaterThan(20);
});
