import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Privacy } from '../record/memory.ts';
import type { Viewer } from './filters.ts';
import { viewerCanSee } from './viewer.ts';

const names = fc.constantFrom('ann', 'bob', 'cy');
const rows = fc.record(
  {
    owner: names,
    privacy: fc.constantFrom<Privacy>('direct', 'channel', 'group', 'global'),
    group: fc.constantFrom('g1', 'g2'),
    channel: fc.constantFrom('c1', 'c2'),
  },
  { requiredKeys: [] },
);
const viewers: fc.Arbitrary<Viewer> = fc.record(
  {
    id: names,
    context: fc.constantFrom('direct', 'channel', 'group'),
    group: fc.constantFrom('g1', 'g2'),
    channel: fc.constantFrom('c1', 'c2'),
  },
  { requiredKeys: ['id', 'context'] },
);

const GRANTS: { context: string; privacy: string; own: boolean; group?: boolean; channel?: boolean }[] = [
  { context: 'direct', privacy: 'direct', own: true },
  { context: 'direct', privacy: 'channel', own: true },
  { context: 'direct', privacy: 'group', own: true },
  { context: 'direct', privacy: 'global', own: true },
  { context: 'channel', privacy: 'global', own: true },
  { context: 'channel', privacy: 'group', own: false, group: true },
  { context: 'channel', privacy: 'channel', own: true, channel: true },
  { context: 'group', privacy: 'global', own: true },
  { context: 'group', privacy: 'group', own: false, group: true },
];

describe('viewerCanSee', () => {
  test('equals the table of grants on random stores', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 40 }), viewers, (store, viewer) => {
        const expected = store.filter((row) => {
          if (!('owner' in row) || !('privacy' in row)) return false;
          return GRANTS.some(
            (grant) =>
              grant.context === viewer.context &&
              grant.privacy === row.privacy &&
              (!grant.own || row.owner === viewer.id) &&
              (!grant.group || ('group' in row && 'group' in viewer && row.group === viewer.group)) &&
              (!grant.channel || ('channel' in row && 'channel' in viewer && row.channel === viewer.channel)),
          );
        });
        expect(store.filter((row) => viewerCanSee(row, viewer))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('without a viewer everything is visible', () => {
    expect(viewerCanSee({}, undefined)).toBe(true);
    expect(viewerCanSee({ owner: 'ann', privacy: 'direct' }, null)).toBe(true);
  });

  test('a memory without owner or privacy is denied to every viewer', () => {
    expect(viewerCanSee({ privacy: 'global' }, { id: 'ann', context: 'direct' })).toBe(false);
    expect(viewerCanSee({ owner: 'ann' }, { id: 'ann', context: 'direct' })).toBe(false);
  });

  test('missing and empty names match nothing', () => {
    expect(viewerCanSee({ owner: 'ann', privacy: 'group' }, { id: 'bob', context: 'group' })).toBe(false);
    expect(
      viewerCanSee({ owner: 'ann', privacy: 'group', group: '' }, { id: 'bob', context: 'group', group: '' }),
    ).toBe(false);
    expect(viewerCanSee({ owner: '', privacy: 'direct' }, { id: '', context: 'direct' })).toBe(false);
  });

  test('an unknown context grants nothing', () => {
    const viewer = { id: 'ann', context: 'world' } as unknown as Viewer;
    expect(viewerCanSee({ owner: 'ann', privacy: 'global' }, viewer)).toBe(false);
  });
});
