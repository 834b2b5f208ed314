/** The three walls of the sync room: what the page asks of it, what it asks of the page, and what it asks of the engine. */
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { CallContext } from './rpc.ts';
import type { StoredChunks } from './transfer-api.ts';

export type SyncStage = 'offline' | 'connecting' | 'catching-up' | 'live' | 'paused' | 'refused';

/** Why a stage is what it is; with `refused` nothing is tried again until `resume()`. */
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
  /** With `offline` and `refused`; also with other stages where single records cannot be read. */
  detail?: SyncReason;
  /** What happened, for a person, in English. */
  message?: string;
  /** Records fetched and sent since sync began on this page. */
  pulled: number;
  pushed: number;
  /** Memories that were written here and are not on the server yet. */
  pending: number;
  /** Ids on the server of records that could not be read. They are tried again at each start. */
  unreadable?: readonly string[];
  /** The server gave back older versions than it had; this device sends what it lacks. */
  rolledBack?: boolean;
}

/** `both`: vectors are sent and taken; `adopt`: taken, and nothing is embedded here; `none`: neither. */
export type SyncVectors = 'both' | 'adopt' | 'none';

export interface SyncDevice {
  id: string;
  name: string;
  /** Milliseconds since the epoch. */
  lastSeen: number;
  /** The one that asks. */
  isThis: boolean;
}

/** A version that lost against the shown one. */
export interface SyncConflict {
  /** Names it for `resolve`. */
  version: string;
  /** When it was written, by that device's clock; milliseconds since the epoch. */
  writtenAt: number;
  /** Without its pictures. */
  memory: Omit<Memory, 'images' | 'contentHash' | 'lastAccessedAt' | 'accessCount'>;
}

export interface SyncSettings {
  /** Of the database; may hold a name and a password. */
  url: string;
  passphrase?: string | undefined;
  recoveryKit?: string | undefined;
  vectors: SyncVectors;
  deviceName: string;
}

/** What the page asks of the sync worker. */
export interface SyncApi {
  /** The store of an engine that was started again. */
  attachStore(context: CallContext, port: MessagePort): Promise<void>;
  /** Something was written, or embedded. */
  wake(context: CallContext): Promise<void>;
  visible(context: CallContext, on: boolean): Promise<void>;
  idle(context: CallContext): Promise<void>;
  pause(context: CallContext): Promise<void>;
  resume(context: CallContext): Promise<void>;
  stop(context: CallContext): Promise<void>;
  devices(context: CallContext): Promise<SyncDevice[]>;
  dismissDevice(context: CallContext, id: string): Promise<void>;
  conflicts(context: CallContext, id: string): Promise<SyncConflict[]>;
  resolve(context: CallContext, id: string, version: string | null): Promise<void>;
  changePassphrase(context: CallContext, former: string, next: string): Promise<void>;
  recoveryKit(context: CallContext, passphrase: string): Promise<string>;
  startAgainFromHere(context: CallContext): Promise<void>;
  rebuildFromServer(context: CallContext): Promise<void>;
}

export interface SyncEvents {
  state: SyncState;
  /** The engine does not answer: `attachStore` is awaited. */
  'store-lost': null;
}

/** First message to the sync worker. */
export interface SyncInit {
  kind: 'init';
  /** Of the store. */
  name: string;
  settings: SyncSettings;
  /** Joins the engine worker: memories never cross the main thread. */
  store: MessagePort;
  /** `SyncHost` is served on the other end. */
  host: MessagePort;
}

export interface SyncHost {
  /** Headers of the next request. */
  headers(context: CallContext): Promise<[string, string][]>;
}

/** A position in the store's change log. */
export interface LogPosition {
  seq: number;
  generation: string;
}

/** One state of a memory, without its text. */
export interface MemoryStamp {
  id: string;
  /** Content and times; equal stamps mean equal memories, as far as they travel. Null: it is not there. */
  stamp: string | null;
  type?: string;
  expiresAt?: number | undefined;
}

export interface StoreChanges {
  position: LogPosition;
  /** Every memory is listed, because the log doesn't reach back to where the caller was. */
  isWhole: boolean;
  /** The log may be read on at once. */
  hasMore: boolean;
  changed: MemoryStamp[];
}

/** A memory as another device has it; null: removed. */
export interface IncomingMemory {
  id: string;
  /** The stamp of what it replaces: where the memory has changed since, nothing is written. */
  expected: string | null;
  next: MemoryInput | null;
}

export interface IncomingVectors {
  id: string;
  chunks: StoredChunks;
}

/** What the engine offers the sync worker. */
export interface SyncStore {
  changes(context: CallContext, since: LogPosition | null): Promise<StoreChanges>;
  stamps(context: CallContext, ids: readonly string[]): Promise<MemoryStamp[]>;
  /** In the order of `ids`. */
  read(context: CallContext, ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** One write. @returns which of them were written, in their order */
  apply(context: CallContext, memories: readonly IncomingMemory[]): Promise<boolean[]>;
  /** Of the model in use. */
  model(context: CallContext): Promise<{ fingerprint: string; dims: number }>;
  /** Chunk lists and vectors of those memories that have all of them. */
  readVectors(
    context: CallContext,
    ids: readonly string[],
  ): Promise<{ id: string; chunks: StoredChunks; rows: Int8Array[] }[]>;
  /** Vectors by chunk hash, kept before the memories that need them are written. */
  writeVectors(
    context: CallContext,
    fingerprint: string,
    vectors: ReadonlyMap<string, Int8Array>,
    lists: readonly IncomingVectors[],
  ): Promise<void>;
  /** While on, nothing is embedded: another device has the vectors. */
  hold(context: CallContext, on: boolean): Promise<void>;
  /** Hands over the lists of memories that wait for a model. */
  adopt(context: CallContext, fingerprint: string, lists: readonly IncomingVectors[]): Promise<void>;
}
