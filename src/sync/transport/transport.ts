/** A transport doesn't interpret the documents' content. If an operation fails, it rejects with a `SyncError`. */
import type { JsonObject } from '../../core/record/memory.ts';
import type { SyncRefusal } from '../../protocol/sync-api.ts';

export interface RemoteDocument {
  readonly id: string;
  readonly revision: string;
  readonly deleted: boolean;
  readonly body: JsonObject;
  /** Other live revisions that no device has merged yet. */
  readonly branches: readonly Branch[];
  /** Includes removed ones. */
  readonly leaves?: readonly string[];
}

/** A concurrent revision, from a cluster or from devices that share a folder. */
export interface Branch {
  readonly revision: string;
  readonly body: JsonObject;
  /** Body of the newest revision that the branch shares with the winner, if it still exists. */
  readonly common?: JsonObject;
}

export interface OutgoingDocument {
  readonly id: string;
  readonly revision: string | null;
  readonly deleted: boolean;
  readonly body: JsonObject;
}

/** Why the server doesn't accept a single document. */
export type Refusal = SyncRefusal['reason'];

export type PutResult = { revision: string } | 'conflict' | Refusal;

export interface DocumentPage {
  readonly documents: readonly RemoteDocument[];
  readonly position: string;
  readonly hasMore: boolean;
  /** The position seems to be before the requested one. The database may not be the same as before. */
  readonly wentBack?: boolean;
}

export interface Transport {
  /** `server` is empty if the server doesn't say its name. `position` is where the changes currently end. */
  identity(): Promise<{ server: string; database: string; position: string }>;
  /** Includes removals. Null means the beginning. */
  page(since: string | null): Promise<DocumentPage>;
  /** Returns live documents in the order of their ids, or those with the given ids, including removed ones. */
  all(from: { after: string | null } | { ids: readonly string[] }): Promise<Omit<DocumentPage, 'position'>>;
  /** Returns one result for each document, in order. */
  put(batch: readonly OutgoingDocument[]): Promise<PutResult[]>;
  /** Resolves when something may have changed after `since`, or after some time. */
  watch(since: string, signal: AbortSignal): Promise<void>;
  /** Replaces the keys document, then removes every other document. */
  newGeneration(keys: OutgoingDocument): Promise<void>;
  /** Returns the server's time in milliseconds since the epoch, or null if it's unknown. */
  serverNow(): number | null;
  close(): void;
}
