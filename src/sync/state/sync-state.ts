/**
 * What this device knows about the server, stored separately from the store and keyed by its name. If it's lost,
 * everything is compared again, and no memory is lost. Implementations: `idb-state.ts` and `memory-state.ts`.
 */
import type { LogPosition } from '../../protocol/sync-api.ts';
import type { BaseKey, RecordKind } from '../format/sync-keys.ts';
import type { Kept } from './kept-settings.ts';

export interface Known {
  /** This device's random id: 16 hexadecimal digits. */
  device: string;
  /** Id of the store, from the `keys` document that this device has opened. */
  store: string;
  generation: number;
  wrapped: string;
  base: BaseKey;
  server: string;
  database: string;
  /** Position in the server's changes. Null if all records have to be compared. */
  position: string | null;
  /** Progress of a first pull by record ids, and where the changes ended when it started. Null once it's finished. */
  first: { after: string; position: string } | null;
  /** Position in the store's change log. */
  log: LogPosition | null;
  /** The last clock that this device has created or seen. */
  clock: string | undefined;
  /** Records that were last sent or taken. A server that lacks one was set back. */
  witnesses: readonly string[];
  /** Clock of the mark of a set-back server that this device has handled. */
  mark: string | null;
}

/** The last version that this device and the server had in common. */
export interface Shadow {
  /** On the server. */
  id: string;
  kind: RecordKind;
  /** Null if the server doesn't have the record. */
  revision: string | null;
  clock: string;
  /** Encrypted as on the server, so that nothing here is readable. Null for records that are never merged. */
  data: Uint8Array<ArrayBuffer> | null;
  /**
   * Stamp of the memory, or the content hash that the vectors belong to. Null if it was removed, or isn't of this
   * generation.
   */
  stamp: string | null;
  expiresAt?: number | undefined;
}

/** A version that the server doesn't have yet. */
export interface Pending {
  /** On the server. */
  id: string;
  memory: string;
  clock: string;
  /** An encrypted merge. It's valid as long as the memory has its stamp. */
  draft: Uint8Array<ArrayBuffer> | null;
  stamp: string | null;
  /** Revisions that the draft includes. They're removed once it has been sent. */
  branches?: readonly string[];
}

/** A memory whose vectors may be missing on the server. */
export interface Waiting {
  /** The memory's id on the server. */
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
  /** Returns the first ones after an id, in the order of ids. */
  pending(after: string, limit: number): Promise<Pending[]>;
  pendingCount(): Promise<number>;
  waiting(after: string, limit: number): Promise<Waiting[]>;
  /** Writes all or nothing. Durable when it resolves. */
  commit(changes: Commit): Promise<void>;
  /** Forgets the records: shadows, pending and waiting. What's in `known` and the stored settings stay. */
  forget(): Promise<void>;
  kept(): Promise<Kept | undefined>;
  keep(settings: Kept): Promise<void>;
  close(): void;
  /** Closes the state and deletes what's stored. */
  destroy(): Promise<void>;
}
