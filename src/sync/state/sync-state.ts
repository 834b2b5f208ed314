/** If it's lost, everything is compared again, and no memory is lost. */
import type { LogPosition } from '../../protocol/sync-api.ts';
import type { BaseKey, RecordKind } from '../format/sync-keys.ts';
import type { BatchLimits } from '../transport/request-size.ts';
import type { Kept } from './kept-settings.ts';

export interface Known {
  /** Random: 16 hexadecimal digits. */
  device: string;
  /** From the `keys` document that this device has opened. */
  store: string;
  generation: number;
  wrapped: string;
  base: BaseKey;
  server: string;
  database: string;
  /** In the server's changes. Null if all records have to be compared. */
  position: string | null;
  /** Progress of a first pull by record ids, and where the changes ended when it started. */
  first: { after: string; position: string } | null;
  log: LogPosition | null;
  clock: string | undefined;
  /** Last sent or taken records. A server that lacks one was set back. */
  witnesses: readonly string[];
  /** Clock of the last mark of a set-back server that this device has handled. */
  mark: string | null;
}

/** The last version that this device and the server had in common. */
export interface Shadow {
  /** On the server. */
  id: string;
  kind: RecordKind;
  revision: string | null;
  clock: string;
  /** As on the server, so that nothing here is readable. Null for records that are never merged. */
  data: Uint8Array<ArrayBuffer> | null;
  /** The memory's, or the content hash of vectors. Null if removed, or not of this generation. */
  stamp: string | null;
  expiresAt?: number | undefined;
}

export interface Pending {
  /** On the server. */
  id: string;
  memory: string;
  clock: string;
  /** An encrypted merge, valid as long as the memory has its stamp. */
  draft: Uint8Array<ArrayBuffer> | null;
  stamp: string | null;
  /** Included in the draft. They're removed once it has been sent. */
  branches?: readonly string[];
}

/** Its vectors may be missing on the server. */
export interface Waiting {
  /** On the server. */
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

export interface SyncState extends BatchLimits {
  known(): Promise<Known | undefined>;
  shadows(ids: readonly string[]): Promise<(Shadow | undefined)[]>;
  allShadows(): Promise<Shadow[]>;
  pendingOf(ids: readonly string[]): Promise<(Pending | undefined)[]>;
  pending(after: string, limit: number): Promise<Pending[]>;
  pendingCount(): Promise<number>;
  waiting(after: string, limit: number): Promise<Waiting[]>;
  /** All or nothing. Durable when it resolves. */
  commit(changes: Commit): Promise<void>;
  /** Shadows, pending and waiting. `known` and the stored settings stay. */
  forget(): Promise<void>;
  kept(): Promise<Kept | undefined>;
  keep(settings: Kept): Promise<void>;
  close(): void;
  destroy(): Promise<void>;
}
