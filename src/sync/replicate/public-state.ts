import type { SyncRefusal, SyncState } from '../../protocol/sync-api.ts';

/** If `pending` is missing, the last known number is reported. */
export type ReportedState = Pick<SyncState, 'stage'> & Partial<SyncState>;

/** @param from the session or, without one, the last state */
export function publicState(
  { stage, detail, message, pending: known }: ReportedState,
  from: {
    pulled: number;
    pushed: number;
    unreadable?: Iterable<string>;
    refused?: { values(): Iterable<SyncRefusal | null> };
    rolledBack?: boolean;
  },
  pending: number,
): SyncState {
  const unread = [...(from.unreadable ?? [])];
  const refused = [...(from.refused?.values() ?? [])].filter((each) => each !== null);
  const why = unread.length > 0 && stage === 'live' ? 'decryption' : detail;
  return {
    stage,
    ...(why && { detail: why }),
    ...(message !== undefined && { message }),
    pulled: from.pulled,
    pushed: from.pushed,
    pending: known ?? pending,
    ...(unread.length > 0 && { unreadable: unread }),
    ...(refused.length > 0 && { refused }),
    ...(from.rolledBack && { rolledBack: from.rolledBack }),
  };
}
