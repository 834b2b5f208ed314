/** What ends a round of sync. Only `transport` is tried again without being asked (R9). */
import type { SyncReason } from '../protocol/sync-api.ts';

export interface SyncErrorDetails {
  /** Milliseconds that the server asks us to wait. */
  retryAfter?: number;
  /** The request was too large or too slow: a smaller one may pass. */
  shrink?: boolean;
  cause?: unknown;
}

export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly reason: SyncReason;
  readonly retryAfter: number | undefined;
  readonly shrink: boolean;

  constructor(reason: SyncReason, message: string, details: SyncErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.retryAfter = details.retryAfter;
    this.shrink = details.shrink ?? false;
  }
}
