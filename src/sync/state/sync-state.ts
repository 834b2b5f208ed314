/** What this device knows about the server. If that's lost, everything is compared again, and no memory is lost. */
import type { LogPosition } from '../../protocol/sync-api.ts';
import type { BaseKey, RecordKind } from '../format/sync-keys.ts';
import type { SizeLimits } from '../transport/remembered-limit.ts';
import type { Kept } from './kept-settings.ts';

export interface KnownServer {
  /** Random: 16 hexadecimal digits. */
  device: string;
  store: string;
  generation: number;
  wrapped: string;
  base: BaseKey;
  server: string;
  database: string;
  /** Position in the server's changes. Null until the first pull is complete, or if all records must be compared. */
  position: string | null;
  /** Progress of a first pull: the last record id that was read, and where the changes ended when the pull started. */
  first: { after: string; position: string } | null;
  log: LogPosition | null;
  /** Whether `log` and `position` also cover messages of conversations. Earlier versions stored nothing here. */
  messages?: boolean;
  clock: string | undefined;
  /** Ids of the records that were sent or received last. A server that lost one of them was restored from a backup. */
  witnesses: readonly string[];
  /** Clock of the last rollback record that this device has handled (`replicate/server-rollback.ts`). */
  mark: string | null;
  /** Ids of records before `position` that couldn't be read. Undefined in states stored by earlier versions. */
  unreadable?: readonly string[];
}

/** The last version that this device and the server had in common. */
export interface Shadow {
  id: string;
  kind: RecordKind;
  revision: string | null;
  clock: string;
  /**
   * Encrypted as on the server, so that this database contains no readable text. Null for vectors, pieces, and records
   * of another generation.
   */
  data: Uint8Array<ArrayBuffer> | null;
  /**
   * Stamp of a memory, content hash of vectors, or `here` for a device. Null for pieces, removed records, and records
   * of another generation.
   */
  stamp: string | null;
  expiresAt?: number | undefined;
}

export interface Pending {
  id: string;
  memory: string;
  clock: string;
  /** The encrypted version to send, for example a merge. Valid as long as the memory's stamp is `stamp`. */
  draft: Uint8Array<ArrayBuffer> | null;
  /** Whether the memory has had the draft's content, so that each later change was made with it. */
  isApplied?: boolean | undefined;
  stamp: string | null;
  /** When the memory expires here, in milliseconds since 1970. */
  expiresAt?: number | undefined;
  /** Revisions of branches that the draft includes. They're removed once the draft has been sent. */
  branches?: readonly string[];
}

export interface Waiting {
  id: string;
  memory: string;
  isMessage?: boolean;
}

export interface Commit {
  known?: KnownServer;
  shadows?: readonly Shadow[];
  pending?: readonly Pending[];
  waiting?: readonly Waiting[];
  dropShadows?: readonly string[];
  dropPending?: readonly string[];
  dropWaiting?: readonly string[];
}

export interface ReplicationState extends SizeLimits {
  known(): Promise<KnownServer | undefined>;
  shadows(ids: readonly string[]): Promise<(Shadow | undefined)[]>;
  allShadows(): Promise<Shadow[]>;
  pendingOf(ids: readonly string[]): Promise<(Pending | undefined)[]>;
  pending(after: string, limit: number): Promise<Pending[]>;
  pendingCount(): Promise<number>;
  waiting(after: string, limit: number): Promise<Waiting[]>;
  /** Applies all changes or none. They're durable when it resolves. */
  commit(changes: Commit): Promise<void>;
  forget(): Promise<void>;
  kept(): Promise<Kept | undefined>;
  keep(settings: Kept): Promise<void>;
  close(): void;
  destroy(): Promise<void>;
}
