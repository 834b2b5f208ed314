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
  /** Id in the `keys` document that this device has opened. */
  store: string;
  generation: number;
  wrapped: string;
  base: BaseKey;
  server: string;
  database: string;
  /** Position in the server's changes. Null: all records have to be compared. */
  position: string | null;
  /** An unfinished first pull by record ids, and where the changes ended when it started. */
  first: { after: string; position: string } | null;
  /** Position in the store's change log. */
  log: LogPosition | null;
  /** The last clock that this device gave or saw. */
  clock: string | undefined;
  /** Records that were last sent or taken. A server that lacks one was set back. */
  witnesses: readonly string[];
  /** Revision of the mark of a set-back server that this device has handled. */
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
  /** Sealed, as on the server, so nothing is readable here. Null if it's never merged. */
  data: Uint8Array<ArrayBuffer> | null;
  /** Stamp of its memory, or the content hash that vectors belong to. Null: removed, or not of this generation. */
  stamp: string | null;
  expiresAt?: number | undefined;
}

/** A version that the server hasn't got yet. */
export interface Pending {
  /** On the server. */
  id: string;
  memory: string;
  clock: string;
  /** A finished merge, sealed. It's valid while the memory has its stamp. */
  draft: Uint8Array<ArrayBuffer> | null;
  stamp: string | null;
  /** Revisions included in the draft, to be removed once it's sent. */
  branches?: readonly string[];
}

/** A memory whose vectors the server may lack. */
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
  /** The first ones after an id, in the order of ids. */
  pending(after: string, limit: number): Promise<Pending[]>;
  pendingCount(): Promise<number>;
  waiting(after: string, limit: number): Promise<Waiting[]>;
  /** All or nothing, durable when it resolves. */
  commit(changes: Commit): Promise<void>;
  /** Forgets records, but not the device. */
  forget(): Promise<void>;
  kept(): Promise<Kept | undefined>;
  keep(settings: Kept): Promise<void>;
  close(): void;
  /** Also deletes what's stored. */
  destroy(): Promise<void>;
}
