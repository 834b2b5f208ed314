import { afterEach, expect, test } from 'vitest';
import { createBudget, openArchive } from './archive.ts';
import { ZipWriter } from './zip-writer.ts';

const { TZ } = process.env;
afterEach(() => inZone(TZ));

function inZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}

async function zipWith(time: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new ZipWriter((part) => parts.push(part));
  await zip.add('note.md', new TextEncoder().encode('Text'), time, true);
  zip.end();
  return new Blob(parts);
}

const timeIn = async (zip: Blob): Promise<number | undefined> =>
  (await openArchive(zip, 'zip', createBudget()))[0]!.lastModified;

test.each([
  ['Asia/Tokyo', 'America/New_York'],
  ['America/New_York', 'Asia/Tokyo'],
])('a zip from %s has the same time in %s', async (from, to) => {
  const time = Date.UTC(2026, 10, 27, 3, 17, 5);
  inZone(from);
  const zip = await zipWith(time);
  inZone(to);
  expect(new Date(time).getHours()).not.toBe(new Date(time).getUTCHours());
  expect(await timeIn(zip)).toBe(time);
});

test.each(['Asia/Tokyo', 'America/New_York'])('a time that the UTC field can’t hold is local: %s', async (zone) => {
  inZone(zone);
  const time = Date.UTC(2040, 0, 1, 12, 30, 8);
  expect(await timeIn(await zipWith(time))).toBe(time);
});
