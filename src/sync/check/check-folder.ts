import type { SyncFinding } from '../../protocol/sync-api.ts';
import { listSegments } from '../folder/folder-files.ts';

/** Missing in some TypeScript libraries, and in browsers that only have OPFS folders, which need no permission. */
interface WithPermission {
  queryPermission?(descriptor: { mode: 'readwrite' }): Promise<PermissionState>;
}

export async function checkFolder(folder: FileSystemDirectoryHandle): Promise<SyncFinding[]> {
  const files = await listSegments(folder).catch(() => null);
  if (!files) {
    return [
      { step: 'database', ok: false },
      { step: 'write', ok: null },
    ];
  }
  const permission = await (folder as WithPermission).queryPermission?.({ mode: 'readwrite' });
  return [
    { step: 'database', ok: true, inUse: files.length > 0 },
    { step: 'write', ok: permission === undefined || permission === 'granted' },
  ];
}
