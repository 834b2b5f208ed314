import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { toHex } from './hex.ts';
import { sha256 } from './sha256.ts';

it('is the digest of any bytes, wherever they lie in their buffer', () => {
  const random = seededRandom(256);
  for (const length of [...Array(260).keys(), 4_095, 4_096, 1_000_001]) {
    const bytes = Uint8Array.from({ length: length + 3 }, () => random() * 256).subarray(3);
    expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
