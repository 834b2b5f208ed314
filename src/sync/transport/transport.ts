/**
 * The interface to the other side that replication needs: six operations on documents. A transport doesn't know their
 * content. Errors of all six: `SyncError`.
 */
import type { JsonObject } from '../../core/record/memory.ts';

export interface RemoteDocument {
  readonly id: string;
  readonly revision: string;
  readonly deleted: boolean;
  readonly body: JsonObject;
  /** Other live revisions that nobody has merged yet. */
  readonly branches: readonly Branch[];
  /** All revisions that no other one replaced, including removed ones, if the transport knows them. */
  readonly leaves?: readonly string[];
}

/** A branch comes from a cluster, or from devices that share a folder and write concurrently. */
export interface Branch {
  readonly revision: string;
  readonly body: JsonObject;
  /** The body of the newest revision that it shares with the winner, if the transport still has it. */
  readonly common?: JsonObject;
}

export interface OutgoingDocument {
  readonly id: string;
  /** Revision that the document replaces. Null if it's new. */
  readonly revision: string | null;
  readonly deleted: boolean;
  readonly body: JsonObject;
}

/** `conflict` if the document on the server has another revision. */
export type PutResult = { revision: string } | 'conflict' | 'forbidden';

export interface Page {
  readonly documents: readonly RemoteDocument[];
  /** Opaque. */
  readonly position: string;
  readonly hasMore: boolean;
  /** True if the position seems to be before the requested one. The database may not be the same as before. */
  readonly wentBack?: boolean;
}

export interface Transport {
  /** Returns the identity of server and database, and where its changes currently end. */
  identity(): Promise<{ server: string; database: string; position: string }>;
  /** Returns the changes after a position, including removals. Null starts at the beginning. */
  page(since: string | null): Promise<Page>;
  /** Returns live documents in the order of their ids, or those with the given ids, including removed ones. */
  all(from: { after: string | null } | { ids: readonly string[] }): Promise<Omit<Page, 'position'>>;
  /** Writes documents. Returns one result for each, in order. */
  put(batch: readonly OutgoingDocument[]): Promise<PutResult[]>;
  /** Resolves when something may have changed after `since`, or after some time. */
  watch(since: string, signal: AbortSignal): Promise<void>;
  /** Replaces the keys document, then removes every other document. */
  newGeneration(keys: OutgoingDocument): Promise<void>;
  /** Current time of the server's clock in milliseconds. Null if unknown. */
  serverNow(): number | null;
  /** Aborts all running requests. */
  close(): void;
}
