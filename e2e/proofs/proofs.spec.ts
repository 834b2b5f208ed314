/** `npm run soak` runs the proofs at full size. */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../scripts/setup.mjs';
import { SCENARIOS } from '../../src/testing/sync-scenarios.ts';
import { browserKills, faultsOf, partKills } from './client-kills.ts';
import { type ClientSite, serveClient } from './client-site.ts';
import { convergence } from './convergence.ts';
import { damages } from './damages.ts';
import { chromium } from './engines.ts';
import { fullDisk } from './full-disk.ts';
import { hostile } from './hostile.ts';
import { slowTab } from './slow.ts';
import { syncProfiles } from './sync-profiles.ts';

let site: ClientSite;
test.beforeAll(async () => {
  site = await serveClient(join(ROOT, 'site'));
});
test.afterAll(() => site.close());

test('killed browsers lose and duplicate nothing acknowledged, under writes, trash, searches and purges', async () => {
  const result = await browserKills({ site, engine: chromium(), kills: 3 });
  expect(faultsOf(result)).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(3);
});

test('killed browsers lose nothing with IndexedDB on SQLite', async () => {
  const engine = chromium(['--enable-features=IdbSqliteBackingStore']);
  const result = await browserKills({ site, engine, kills: 1, seed: 2 });
  expect(faultsOf(result)).toEqual([]);
});

test('killed renderers, workers and storage processes lose nothing', async () => {
  const result = await partKills({ site, kills: 7 });
  expect(faultsOf(result)).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(7);
});

test('on a full disk refusals are typed, deletion works, and the store is durable once there is space', async () => {
  const result = await fullDisk({ site, quotas: [6_000_000] });
  expect(result.faults).toEqual([]);
  expect(result.refused).toBeGreaterThan(0);
});

test('after damage to database, log or both, every memory is there or its loss is reported', async () => {
  const result = await damages({ site, damages: 3, sizes: [{ memories: 100, percent: 100 }] });
  expect(result.faults).toEqual([]);
  expect(result.damages).toBe(3);
});

test('while tabs freeze, crash and close, the others match a reference model', async () => {
  const result = await convergence({ site, operations: 800, tabs: 3, clients: 2 });
  expect(result.faults).toEqual([]);
  expect(Object.keys(result.disturbed).sort()).toEqual(['close', 'crash', 'freeze', 'none']);
});

test('a megabyte of hostile text is answered or refused with a typed error', async () => {
  const calls = [
    { use: 'memory', shape: 'addresses' },
    { use: 'file', shape: 'an object of many keys' },
    { use: 'query', shape: 'operators' },
  ] as const;
  const result = await hostile({ site, bytes: 1_000_000, calls });
  expect(result.faults).toEqual([]);
  expect(result.calls).toBe(calls.length);
});

test('in a page six times slower no call is refused, and nothing that is alive is reported as dead', async () => {
  const result = await slowTab({ site, lines: 300 });
  expect(result.faults).toEqual([]);
  expect(Object.keys(result.slowest)).toEqual(
    expect.arrayContaining(['open', 'import of 300', 'add', 'remove', 'two searches', 'purge']),
  );
});

for (const scenario of SCENARIOS.filter(({ name }) => name === 'passing faults' || name === 'old backups')) {
  test(`three profiles that sync end with equal bytes and every edit: ${scenario.name}`, async () => {
    const result = await syncProfiles({ site, scenario, operations: 40, seed: 34 });
    expect(result.faults).toEqual([]);
    expect(result.edits).toBeGreaterThan(10);
    expect(result.kills).toBeGreaterThan(0);
    expect(result.restores > 0).toBe(scenario.restores ?? false);
  });
}
