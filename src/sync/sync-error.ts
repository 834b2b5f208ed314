/** Errors of sync. Those with the reason `transport` are retried automatically; the others stop sync. */
import { isHybridSearchError } from '../core/errors.ts';
import type { SyncReason } from '../protocol/sync-api.ts';

export interface SyncErrorDetails {
  /** Milliseconds to wait, as the server requested. */
  retryAfter?: number;
  shrink?: boolean;
  /**
   * There was no answer, or it ended early. A proxy's refusal looks the same, because it lacks CORS headers. A smaller
   * request may succeed, but first check that the server is still the same.
   */
  unanswered?: boolean;
  /** The server said so. */
  tooLarge?: boolean;
  cause?: unknown;
}

export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly reason: SyncReason;
  readonly retryAfter: number | undefined;
  readonly shrink: boolean;
  readonly unanswered: boolean;
  readonly tooLarge: boolean;

  constructor(reason: SyncReason, message: string, details: SyncErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.retryAfter = details.retryAfter;
    this.shrink = details.shrink ?? false;
    this.unanswered = details.unanswered ?? false;
    this.tooLarge = details.tooLarge ?? false;
  }
}

/** Covers a full disk and a failing store too. */
export function whySyncEnded(error: unknown): Pick<SyncError, 'reason' | 'message' | 'retryAfter'> {
  if (error instanceof SyncError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isFull = isHybridSearchError(error, 'quota') || (error as { name?: string }).name === 'QuotaExceededError';
  const reason: SyncReason = isFull ? 'full' : 'storage';
  return { reason, message, retryAfter: undefined };
}
