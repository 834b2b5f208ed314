import { expect, it } from 'vitest';
import { RememberedLimit, type SizeLimit, type SizeLimits } from './remembered-limit.ts';

const HOUR = 3_600_000;
const MOST = { bytes: 1_000_000, rows: 200 };

function storing(stored: unknown): SizeLimits & { kept: SizeLimit[] } {
  const kept: SizeLimit[] = [];
  return {
    kept,
    sizeLimit: async () => stored,
    keepSizeLimit: async (_, limit) => void kept.push(limit),
  };
}

const limitFrom = (limits: SizeLimits): RememberedLimit => new RememberedLimit('server', MOST, limits);

it.each([
  ['missing', undefined],
  ['not an object', 'x'],
  ['not a number', { bytes: Number.NaN, rows: 'x', at: {} }],
  ['too small', { bytes: -5, rows: 0, at: -1 }],
  ['too large', { bytes: 1e12, rows: 1e9, at: 1e18 }],
])('is the largest one if the stored limit is %s', async (_, stored) => {
  expect(await limitFrom(storing(stored)).current()).toMatchObject(MOST);
});

it('is doubled after an hour, even if the clock was set back meanwhile', async () => {
  const low = { bytes: 100_000, rows: 20 };
  expect(await limitFrom(storing({ ...low, at: Date.now() - HOUR + 60_000 })).current()).toMatchObject(low);
  expect(await limitFrom(storing({ ...low, at: Date.now() - HOUR })).current()).toMatchObject({
    bytes: 200_000,
    rows: 40,
  });
  const ahead = await limitFrom(storing({ ...low, at: Date.now() + 1_000 * HOUR })).current();
  expect(ahead.at).toBeLessThanOrEqual(Date.now());
});

it('stores the doubled limit once something passes that exceeds the former one', async () => {
  const limits = storing({ bytes: 100_000, rows: 20, at: 0 });
  const limit = limitFrom(limits);
  await limit.current();
  await limit.passed(90_000, 20);
  expect(limits.kept).toEqual([]);
  await limit.passed(110_000, 20);
  expect(limits.kept).toMatchObject([{ bytes: 200_000, rows: 40 }]);
});

it('goes on if the limit can’t be stored', async () => {
  const limit = limitFrom({ sizeLimit: async () => undefined, keepSizeLimit: () => Promise.reject(new Error('full')) });
  await limit.lower(50_000, 10);
  expect(await limit.current()).toMatchObject({ bytes: 50_000, rows: 10 });
});
