import type { SyncReason } from '../../protocol/sync-api.ts';
import { SyncError } from '../sync-error.ts';

const MEANINGS: { readonly [name: string]: readonly [SyncReason, string] } = {
  NotAllowedError: ['authentication', 'The page may no longer use the folder: ask for permission, then resume'],
  SecurityError: ['authentication', 'The page may not use the folder'],
  NotFoundError: ['transport', 'The folder is not there'],
  QuotaExceededError: ['full', 'The disk of the folder is full'],
};

/** Any other `DOMException` counts as temporary. For example, another program may be writing the file. */
export function folderError(cause: unknown): unknown {
  if (!(cause instanceof DOMException)) return cause;
  const [reason, message] = MEANINGS[cause.name] ?? [
    'transport',
    `The folder cannot be read or written: ${cause.name}`,
  ];
  return new SyncError(reason, message, { cause });
}
