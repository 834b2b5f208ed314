/** Access is denied unless a rule below grants it. Two undefined values never count as equal. */
import type { MemoryRow } from '../record/memory.ts';
import type { Viewer } from './filters.ts';

/** Without a viewer, everything is visible: the store has a single user. */
export function viewerCanSee(
  row: Pick<MemoryRow, 'owner' | 'privacy' | 'group' | 'channel'>,
  viewer: Viewer | null | undefined,
): boolean {
  if (viewer === undefined || viewer === null) return true;
  if (!row.owner || !row.privacy || !viewer.id) return false;
  const own = row.owner === viewer.id;
  const ownGlobal = own && row.privacy === 'global';
  const sharedGroup = row.privacy === 'group' && sameName(row.group, viewer.group);
  switch (viewer.context) {
    case 'direct':
      return own;
    case 'channel':
      return ownGlobal || sharedGroup || (own && row.privacy === 'channel' && sameName(row.channel, viewer.channel));
    case 'group':
      return ownGlobal || sharedGroup;
    default:
      return false;
  }
}

function sameName(left: string | undefined, right: string | undefined): boolean {
  return typeof left === 'string' && left !== '' && left === right;
}
