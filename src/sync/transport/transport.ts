/**
 * What replication needs of the other side (R1): six verbs over documents. A transport knows nothing of what they hold.
 * Errors of all six: `SyncError`.
 */
import type { JsonObject } from '../../core/record/memory.ts';

export interface RemoteDocument {
  readonly id: string;
  readonly revision: string;
  readonly deleted: boolean;
  readonly body: JsonObject;
  /** Other revisions that nobody has merged yet (a cluster makes them). */
  readonly branches: readonly { revision: string; body: JsonObject }[];
}

export interface OutgoingDocument {
  readonly id: string;
  /** Of the document that it replaces; null: there is none yet. */
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
}

export interface Transport {
  /** Which server and database these are, and where its changes end now. */
  identity(): Promise<{ server: string; database: string; position: string }>;
  /** Changes after a position, removals included; null: from the beginning. */
  page(since: string | null): Promise<Page>;
  /** Live documents in the order of their ids, or those of some ids, removed ones included. */
  all(from: { after: string | null } | { ids: readonly string[] }): Promise<Omit<Page, 'position'>>;
  /** One result a document, in their order. */
  put(batch: readonly OutgoingDocument[]): Promise<PutResult[]>;
  /** Resolves when something may have changed after `since`, or after some time. */
  watch(since: string, signal: AbortSignal): Promise<void>;
  /** Puts the new keys document in place of the old one, then removes every other document. */
  newGeneration(keys: OutgoingDocument): Promise<void>;
  /** What the server's clock says now, in milliseconds; null: it never said. */
  serverNow(): number | null;
  /** Aborts everything under way. */
  close(): void;
}
