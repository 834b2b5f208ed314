import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { CallContext } from './rpc.ts';
import type { FilesPlace, StoredChunks } from './transfer-api.ts';

export type SyncStage = 'offline' | 'connecting' | 'catching-up' | 'live' | 'paused' | 'refused';

/** Why sync is in its stage. After `refused`, nothing is retried until `resume()`. */
export type SyncReason =
  | 'transport'
  | 'authentication'
  | 'protocol'
  | 'decryption'
  | 'identity'
  | 'version'
  | 'storage'
  | 'full';

export interface SyncState {
  stage: SyncStage;
  /** Set with `offline` and `refused`, and with `live` if single records can't be read. */
  detail?: SyncReason;
  /** What happened, as an English sentence. */
  message?: string;
  /** Records since sync started on this page, or restarted, for example after a refusal. */
  pulled: number;
  pushed: number;
  /** Memories written here that aren't on the server yet. */
  pending: number;
  /** Server ids of records that couldn't be read. Each start tries them again. */
  unreadable?: readonly string[];
  /** What the server doesn't accept. Each start, edit and `resume()` tries again. */
  refused?: readonly SyncRefusal[];
  /** The server returned older versions than it had. This device sends what the server lacks. */
  rolledBack?: boolean;
}

/** A memory, or its original file, that the server doesn't accept although it accepts others. */
export interface SyncRefusal {
  /** Id of the memory. */
  id: string;
  /** `unanswered`: the server doesn't answer when this is sent, so it may be too large. It's sent again later. */
  reason: 'forbidden' | 'too-large' | 'unanswered';
  /** It's the original file that isn't accepted. The memory was sent. Without a file, the memory counts as `pending`. */
  file?: true;
}

/**
 * `both` sends vectors and uses those of other devices. `adopt` uses them and embeds nothing here. `none` syncs no
 * vectors.
 */
export type SyncVectors = 'both' | 'adopt' | 'none';

export interface SyncDevice {
  id: string;
  name: string;
  /** Milliseconds since the epoch. */
  lastSeen: number;
  /** Whether it's this device. */
  isThis: boolean;
}

/** A version of a memory that lost a conflict against the current one. */
export interface SyncConflict {
  /** Pass it to `resolve`. */
  version: string;
  /** Milliseconds since the epoch, by the clock of the device that wrote it. */
  writtenAt: number;
  /** The version of the memory that was shown when this list was read. `resolve` needs it to notice later edits. */
  current: string;
  /** Without its pictures. */
  memory: Omit<Memory, 'images' | 'contentHash' | 'lastAccessedAt' | 'accessCount'>;
}

export interface SyncConfiguration {
  /** May contain a name and a password. Empty if there's a folder. */
  url: string;
  folder?: FileSystemDirectoryHandle | undefined;
  passphrase?: string | undefined;
  recoveryKit?: string | undefined;
  vectors: SyncVectors;
  /** Whether messages of conversations are synced too. */
  messages: boolean;
  deviceName: string;
  /** Stores the settings, without the passphrase and the recovery kit. */
  remember: boolean;
}

export type KeptSettings = Omit<SyncConfiguration, 'passphrase' | 'recoveryKit' | 'remember'>;

export interface SyncApi {
  settings(context: CallContext): Promise<KeptSettings>;
  attachStore(context: CallContext, port: MessagePort): Promise<void>;
  wake(context: CallContext): Promise<void>;
  visible(context: CallContext, on: boolean): Promise<void>;
  idle(context: CallContext): Promise<void>;
  pause(context: CallContext): Promise<void>;
  resume(context: CallContext): Promise<void>;
  /** @param forget deletes what this device knows about the server, and the stored settings */
  stop(context: CallContext, forget: boolean): Promise<void>;
  devices(context: CallContext): Promise<SyncDevice[]>;
  dismissDevice(context: CallContext, id: string): Promise<void>;
  conflicts(context: CallContext, id: string): Promise<SyncConflict[]>;
  /** @param seen versions to drop, and those that were current */
  resolve(context: CallContext, id: string, version: string | null, seen: readonly string[]): Promise<void>;
  changePassphrase(context: CallContext, current: string, next: string): Promise<void>;
  recoveryKit(context: CallContext, passphrase: string): Promise<string>;
  startAgainFromHere(context: CallContext): Promise<void>;
  rebuildFromServer(context: CallContext): Promise<void>;
}

export interface SyncEvents {
  state: SyncState;
  /** The engine doesn't answer. Call `attachStore` with a new port. */
  'store-lost': null;
}

/** Steps of `checkSync`, in their order. */
export type SyncStep =
  | 'tls'
  | 'reachable'
  | 'cors-origin'
  | 'cors-headers'
  | 'credentials'
  | 'database'
  | 'cors-methods'
  | 'write'
  | 'body-limit'
  | 'clock';

export interface SyncFinding {
  step: SyncStep;
  /** Null if an earlier step failed, or if the browser doesn't let a page find out. */
  ok: boolean | null;
  /**
   * What to change on the server, as lines of CouchDB's configuration or a command. For `clock`, it's also set if `ok`
   * is null: sync works if pages can't read the server's clock, but doesn't notice a device whose clock is ahead.
   */
  change?: string;
  /** HTTP status of the server's answer. */
  status?: number;
  /** For `database`: devices already sync with it. Sync then needs their passphrase. */
  inUse?: boolean;
}

export interface SyncCheckApi {
  check(context: CallContext): Promise<SyncFinding[]>;
}

export interface SyncCheckInit {
  kind: 'check';
  url: string;
  folder?: FileSystemDirectoryHandle | undefined;
  host: MessagePort;
}

export interface SyncInit {
  kind: 'init';
  name: string;
  /** Null to use the stored settings. If there are none, all calls reject with `not-found`. */
  settings: SyncConfiguration | null;
  isPaused: boolean;
  /** Memories go straight to the engine worker, never through the main thread. */
  store: MessagePort;
  /** Serve `SyncHost` on the other end. */
  host: MessagePort;
}

export interface SyncHost {
  headers(context: CallContext): Promise<[string, string][]>;
}

export interface LogPosition {
  seq: number;
  generation: string;
}

export interface MemoryStamp {
  id: string;
  /** Memories with equal stamps are equal in everything that syncs. Null if missing or in the trash. */
  stamp: string | null;
  type?: string;
  expiresAt?: number | undefined;
}

export interface StoreChanges {
  position: LogPosition;
  /** Whether `changed` has every memory: no position was given, or the log since is incomplete or has a `clear`. */
  isWhole: boolean;
  hasMore: boolean;
  changed: MemoryStamp[];
}

export interface IncomingMemory {
  id: string;
  /** If the memory has another stamp, nothing is written. */
  expected: string | null;
  next: MemoryInput | null;
}

export interface IncomingVectors {
  id: string;
  chunks: StoredChunks;
}

/** Files that documents were imported from, each named by its SHA-256 in hexadecimal. */
export interface NamedFiles {
  /** Null if this device can't keep files. */
  place: FilesPlace | null;
  /**
   * The files that memories refer to, each with the first such memory, without those in the trash. This device may lack
   * some of the files.
   */
  named: ReadonlyMap<string, string>;
}

export interface SyncStore {
  files(context: CallContext): Promise<NamedFiles>;
  changes(context: CallContext, since: LogPosition | null): Promise<StoreChanges>;
  stamps(context: CallContext, ids: readonly string[]): Promise<MemoryStamp[]>;
  /** Returns memories in the order of `ids`. */
  read(context: CallContext, ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** All in one transaction. @returns whether each was written, in order */
  apply(context: CallContext, memories: readonly IncomingMemory[]): Promise<boolean[]>;
  model(context: CallContext): Promise<{ fingerprint: string; dims: number }>;
  /** Leaves out memories whose current text isn't completely embedded. */
  readVectors(
    context: CallContext,
    ids: readonly string[],
  ): Promise<{ id: string; chunks: StoredChunks; rows: Int8Array[] }[]>;
  /** Call it before you write the memories that need the vectors. */
  writeVectors(
    context: CallContext,
    fingerprint: string,
    vectors: ReadonlyMap<string, Int8Array>,
    lists: readonly IncomingVectors[],
  ): Promise<void>;
  /** Another device sends the vectors. */
  hold(context: CallContext, on: boolean): Promise<void>;
  /** Call `writeVectors` first. */
  adopt(context: CallContext, fingerprint: string, lists: readonly IncomingVectors[]): Promise<void>;
}
