/**
 * What this device knows about the server, kept beside the store and keyed by its name. All of it can be lost: then
 * everything is compared again, and no memory is lost. Two implementations: `idb-state.ts` and `memory-state.ts`.
 */
import type { LogPosition } from '../../protocol/sync-api.ts';
import type { BaseKey, RecordKind } from '../format/sync-keys.ts';

export interface Known {
  /** Of this device, random: 16 hexadecimal digits. */
  device: string;
  /** Of the `keys` document that this device has opened. */
  store: string;
  generation: number;
  wrapped: string;
  base: BaseKey;
  server: string;
  database: string;
  /** In the server's changes; null: all records are to be compared. */
  position: string | null;
  /** A first pull by record ids that was not finished, and where the changes ended when it began. */
  first: { after: string; position: string } | null;
  /** In the store's change log. */
  log: LogPosition | null;
  /** The last one that this device gave or saw. */
  clock: string | undefined;
  /** Records that were last sent or taken: a server that lacks one was set back. */
  witnesses: readonly string[];
  /** Of the mark of a server that was set back, as this device has acted upon it. */
  mark: string | null;
}

/** The last version that this device and the server had in common. */
export interface Shadow {
  /** On the server. */
  id: string;
  kind: RecordKind;
  /** Null: the server lacks the record. */
  revision: string | null;
  clock: string;
  /** Sealed, as on the server: nothing readable lies here. Null where it is never merged. */
  data: Uint8Array<ArrayBuffer> | null;
  /** Of the memory that it is, or the content hash that vectors belong to; null: removed, or not of this generation. */
  stamp: string | null;
  expiresAt?: number | undefined;
}

/** A version that the server has not got yet. */
export interface Pending {
  /** On the server. */
  id: string;
  memory: string;
  clock: string;
  /** A merge that was made, sealed; it holds while the memory has its stamp. */
  draft: Uint8Array<ArrayBuffer> | null;
  stamp: string | null;
  /** Revisions that the draft has taken in, to be removed once it is sent. */
  branches?: readonly string[];
}

/** A memory whose vectors the server may lack. */
export interface Waiting {
  /** Of the memory, on the server. */
  id: string;
  memory: string;
}

export interface Commit {
  known?: Known;
  shadows?: readonly Shadow[];
  pending?: readonly Pending[];
  waiting?: readonly Waiting[];
  dropShadows?: readonly string[];
  dropPending?: readonly string[];
  dropWaiting?: readonly string[];
}

export interface SyncState {
  known(): Promise<Known | undefined>;
  shadows(ids: readonly string[]): Promise<(Shadow | undefined)[]>;
  allShadows(): Promise<Shadow[]>;
  pendingOf(ids: readonly string[]): Promise<(Pending | undefined)[]>;
  /** The first ones after an id, in the order of ids. */
  pending(after: string, limit: number): Promise<Pending[]>;
  pendingCount(): Promise<number>;
  waiting(after: string, limit: number): Promise<Waiting[]>;
  /** All or nothing, durable when it resolves. */
  commit(changes: Commit): Promise<void>;
  /** Forgets records, not the device. */
  forget(): Promise<void>;
  close(): void;
}
