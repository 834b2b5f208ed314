/** What `client.sync` takes and gives: types only. */
import type { SyncConflict, SyncDevice, SyncState, SyncVectors } from '../protocol/sync-api.ts';

export interface SyncOptions {
  /** Of a CouchDB database, as `https://couch.example/notes`. A name and a password in it are sent with each request. */
  url: string;
  /**
   * Wraps the key under which everything is encrypted before it leaves. Needed the first time, and after it was changed on
   * another device; it is kept nowhere. Given again, it is checked again.
   */
  passphrase?: string;
  /** The words of `recoveryKit()`, in place of a passphrase that is lost. */
  recoveryKit?: string;
  /** Headers of each request, such as a token; awaited every time. */
  headers?: () => HeadersInit | Promise<HeadersInit>;
  /** `adopt` is for a phone: it takes the vectors of other devices and embeds nothing by itself. Default `both`. */
  vectors?: SyncVectors;
  /** Under which other devices list this one. Default: none. */
  deviceName?: string;
}

export interface SyncHandle {
  /** As last told. */
  readonly state: SyncState;
  /** Hears of each state, and of the present one at once. Returns what ends it. */
  onState(listener: (state: SyncState) => void): () => void;
  /** Resolves when nothing is left to send or to fetch; also when sync is refused, paused or stopped. */
  idle(): Promise<void>;
  /** In every tab. */
  pause(): Promise<void>;
  /** Goes on, also after `refused`. */
  resume(): Promise<void>;
  /** Ends sync on this page. What is known of the server stays, so that `client.sync` goes on from there. */
  stop(): Promise<void>;
  devices(): Promise<SyncDevice[]>;
  /** Takes a device off the list; one that still syncs comes back. */
  dismissDevice(id: string): Promise<void>;
  /** Versions of a memory that lost against the shown one, oldest first. */
  conflicts(id: string): Promise<SyncConflict[]>;
  /** Lets the kept versions go. With a `version` of them, that one takes the place of the shown memory. */
  resolve(id: string, version?: string): Promise<void>;
  /** Wraps the key with the new passphrase; no record is encrypted again. Other devices stop until you give them the new one. */
  changePassphrase(former: string, next: string): Promise<void>;
  /** 24 words that open the database without the passphrase: to be written down. */
  recoveryKit(passphrase: string): Promise<string>;
  /** Replaces everything on the server with what this device has. Other devices stop until `rebuildFromServer()`. */
  startAgainFromHere(): Promise<void>;
  /** Forgets what this device knows of the server, and compares and merges all of it again. */
  rebuildFromServer(): Promise<void>;
}
