import { describe, expect, it } from 'vitest';
import { toBase64 } from '../core/bytes/base64.ts';
import { type Entry, encodeEntry } from '../sync/format/entry.ts';
import { packPayload } from '../sync/format/payload.ts';
import { recordBody, sealRecord } from '../sync/format/record.ts';
import { deriveKeys, toBaseKey } from '../sync/format/sync-keys.ts';
import { joinBytes } from '../sync/format/text-bytes.ts';
import { plaintextIn } from './plaintext.ts';

const WORDS = ['walrus-id', 'WalrusTitle', 'walrustag', 'walrustext', 'walrusalt'];
const entry = (text: string): Entry => ({
  kind: 'memory',
  name: 'walrus-id',
  clock: '000000000001-0000-aaaaaaaaaaaaaaaa',
  json: { fields: { title: 'Walrustitle', tags: ['WALRUSTAG'], text, images: [{ alt: 'walrusalt' }] } },
  tail: new Uint8Array(0),
});
const texts = [
  ['a short record', 'Walrustext'],
  ['a deflated one', 'Walrustext sleeps on ice. '.repeat(100)],
] as const;
const dumpOf = (data: Uint8Array): string => JSON.stringify([{ id: 'x', body: { g: 1, d: toBase64(data) } }]);

describe.each(texts)('in %s', (_, text) => {
  it.each([
    ['without encryption', (payload: Uint8Array) => payload],
    [
      'with an IV and a tag but no cipher',
      (payload: Uint8Array) => joinBytes(new Uint8Array(12), payload, new Uint8Array(16)),
    ],
  ])('finds every word %s', (_, wrap) => {
    expect(plaintextIn(dumpOf(wrap(packPayload(encodeEntry(entry(text))))), WORDS)).toEqual(WORDS);
  });

  it('finds nothing once it is encrypted', async () => {
    const keys = await deriveKeys(await toBaseKey(new Uint8Array(32)), '0'.repeat(32), 1);
    const dump = JSON.stringify(recordBody(await sealRecord(keys, entry(text))));
    expect(dump.length).toBeGreaterThan(300);
    expect(plaintextIn(dump, WORDS)).toEqual([]);
  });
});

it('finds words outside of records, and in UTF-16 of both byte orders', () => {
  expect(plaintextIn('{"title":"WALRUSTITLE"}', WORDS)).toEqual(['WalrusTitle']);
  const utf16 = Buffer.from('walrus-id', 'utf16le');
  expect(plaintextIn(dumpOf(utf16), WORDS)).toEqual(['walrus-id']);
  expect(plaintextIn(dumpOf(utf16.swap16()), WORDS)).toEqual(['walrus-id']);
});

it('takes the base64 of a long record for a word only if the case is right too', () => {
  const record = (data: string): string => JSON.stringify({ d: data });
  expect(plaintextIn(record(`WALrus${'A'.repeat(100)}`), ['walrus'])).toEqual([]);
  expect(plaintextIn(record('WALrus'), ['walrus'])).toEqual(['walrus']);
  expect(plaintextIn(record(`walrus${'A'.repeat(100)}`), ['walrus'])).toEqual(['walrus']);
});
