import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import type { StoredChunks } from '../../protocol/transfer-api.ts';
import { countChunks, packChunks, unpackChunks } from './packed-chunks.ts';

const hash = fc.oneof(
  fc.string().map((text) => contentHash(text)),
  fc.string({ unit: 'binary' }),
);
const offset = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constant(Number.MAX_SAFE_INTEGER));
const list: fc.Arbitrary<StoredChunks> = fc.record({
  contentHash: hash,
  chunks: fc.array(fc.record({ hash, start: offset, end: offset }), { maxLength: 6 }),
});

it('unpacks what was packed, whatever the hashes and offsets', () => {
  const same = (given: StoredChunks): void => {
    const packed = packChunks(given);
    expect(unpackChunks(packed)).toEqual(given);
    expect(countChunks(packed)).toBe(given.chunks.length);
  };
  fc.assert(fc.property(list, same));
});

it('packs a list of one chunk into forty one-byte characters', () => {
  const packed = packChunks({
    contentHash: contentHash('a text'),
    chunks: [{ hash: contentHash('its passage'), start: 0, end: 1_200 }],
  });
  expect(packed.length).toBeLessThanOrEqual(40);
  expect([...packed].every((character) => character.charCodeAt(0) < 256)).toBe(true);
});

it('packs the chunk list of a text of 1 MB', () => {
  const chunks = Array.from({ length: 2_000 }, (_, at) => ({
    hash: contentHash(`${at}`),
    start: at * 500,
    end: at * 500 + 600,
  }));
  const given = { contentHash: contentHash('long'), chunks };
  expect(unpackChunks(packChunks(given))).toEqual(given);
});
