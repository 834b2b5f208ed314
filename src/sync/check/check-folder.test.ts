import { expect, it } from 'vitest';
import { FolderCopy } from '../../testing/synced-folders.ts';
import { checkFolder } from './check-folder.ts';

const withPermission = (folder: FolderCopy, permission: PermissionState): FileSystemDirectoryHandle =>
  Object.assign(folder, { queryPermission: async () => permission }).handle;

it.each([
  ['empty', false],
  ['one that devices already use', true],
])('a folder that may be written to passes, here %s', async (_, inUse) => {
  const folder = new FolderCopy();
  if (inUse) folder.put('device.hybrid-search', new Uint8Array(1));
  const passed = [
    { step: 'database', ok: true, inUse },
    { step: 'write', ok: true },
  ];
  expect(await checkFolder(folder.handle)).toEqual(passed);
  expect(await checkFolder(withPermission(folder, 'granted'))).toEqual(passed);
});

it.each(['prompt', 'denied'] as const)('a folder whose permission is “%s” fails at “write”', async (permission) => {
  const [database, write] = await checkFolder(withPermission(new FolderCopy(), permission));
  expect([database?.ok, write]).toEqual([true, { step: 'write', ok: false }]);
});

it('a folder that’s gone fails at “database”, and “write” isn’t reached', async () => {
  const folder = new FolderCopy();
  folder.failure = 'NotFoundError';
  expect(await checkFolder(folder.handle)).toEqual([
    { step: 'database', ok: false },
    { step: 'write', ok: null },
  ]);
});
