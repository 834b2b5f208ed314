/**
 * What replication needs from the other side: six operations on documents. A transport doesn't know their content.
 * Errors of all six: `SyncError`.
 */
import type { JsonObject } from '../../core/record/memory.ts';

export interface RemoteDocument {
  readonly id: string;
  readonly revision: string;
  readonly deleted: boolean;
  readonly body: JsonObject;
  /** Other live revisions that nobody has merged yet. */
  readonly branches: readonly Branch[];
  /** Every revision that none replaced, removed ones too, if the transport knows them. */
  readonly leaves?: readonly string[];
}

/** Made by a cluster, or by devices that share a folder and write at the same time. */
export interface Branch {
  readonly revision: string;
  readonly body: JsonObject;
  /** The body of the newest revision that it shares with the winner, if the transport still has it. */
  readonly common?: JsonObject;
}

export interface OutgoingDocument {
  readonly id: string;
  /** Revision of the document that it replaces. Null: there's none yet. */
  readonly revision: string | null;
  readonly deleted: boolean;
  readonly body: JsonObject;
}

/** `conflict`: the document there has another revision. */
export type PutResult = { revision: string } | 'conflict' | 'forbidden';

export interface Page {
  readonly documents: readonly RemoteDocument[];
  /** Opaque. */
  readonly position: string;
  readonly hasMore: boolean;
  /** The position seems to lie before the one that was asked for. The database may be another one than before. */
  readonly wentBack?: boolean;
}

export interface Transport {
  /** Identifies server and database, and returns where its changes end now. */
  identity(): Promise<{ server: string; database: string; position: string }>;
  /** Changes after a position, including removals. Null: from the beginning. */
  page(since: string | null): Promise<Page>;
  /** Live documents in the order of their ids, or those with given ids, including removed ones. */
  all(from: { after: string | null } | { ids: readonly string[] }): Promise<Omit<Page, 'position'>>;
  /** One result for each document, in order. */
  put(batch: readonly OutgoingDocument[]): Promise<PutResult[]>;
  /** Resolves when something may have changed after `since`, or after some time. */
  watch(since: string, signal: AbortSignal): Promise<void>;
  /** Replaces the keys document, then removes every other document. */
  newGeneration(keys: OutgoingDocument): Promise<void>;
  /** The server's clock now, in milliseconds. Null: unknown. */
  serverNow(): number | null;
  /** Aborts all running requests. */
  close(): void;
}
