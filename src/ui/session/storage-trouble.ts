import type { StorageNotice } from '../shared/engine-access.ts';
import type { SearchStrings } from '../strings/search-strings.ts';

/** If so, an empty store doesn't mean that the user has no notes. */
export function isTrouble(notice: StorageNotice | null): boolean {
  return notice?.kind === 'database-unavailable' || notice?.kind === 'storage-lost';
}

export function sentenceOf(strings: SearchStrings, { kind, durability, restored }: StorageNotice): string {
  switch (kind) {
    case 'restored':
      return restored > 0 ? strings.storageRestored(restored) : '';
    case 'storage-lost':
      return strings.storageLost;
    case 'quota':
      return strings.storageFull;
    case 'database-unavailable':
      return strings.durabilityNote[durability];
    case 'waiting':
      return strings.storageWaiting;
    case 'opened':
    case 'durability':
      return '';
  }
}
