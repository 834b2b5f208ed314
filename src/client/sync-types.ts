/** What `client.sync` accepts and returns. Types only. */
import type { SyncConflict, SyncDevice, SyncState, SyncVectors } from '../protocol/sync-api.ts';

export interface SyncOptions {
  /**
   * Address of a CouchDB database, such as `https://couch.example/notes`. A name and a password in it are sent with
   * each request.
   */
  url?: string;
  /**
   * Instead of `url`: a folder from `showDirectoryPicker({ mode: 'readwrite' })` that another program keeps the same on
   * your devices, such as Syncthing or a cloud drive. Keep the handle in IndexedDB. If sync is `refused` with
   * `authentication`, call `folder.requestPermission({ mode: 'readwrite' })` in a click, then `resume()`.
   */
  folder?: FileSystemDirectoryHandle;
  /**
   * Wraps the key that encrypts everything before it leaves the device. Needed the first time, and after it was
   * changed on another device. It's never stored. If you pass it again, it's checked again.
   */
  passphrase?: string;
  /** The words of `recoveryKit()`, instead of a lost passphrase. */
  recoveryKit?: string;
  /** Headers of each request, such as a token. Awaited each time. */
  headers?: () => HeadersInit | Promise<HeadersInit>;
  /** `adopt` is for phones: it takes the vectors of other devices and embeds nothing itself. Default `both`. */
  vectors?: SyncVectors;
  /** The name under which other devices list this one. Default: none. */
  deviceName?: string;
}

export interface SyncHandle {
  /** The latest state. */
  readonly state: SyncState;
  /** Calls the listener with the current state, then with each change. Returns a function that stops it. */
  onState(listener: (state: SyncState) => void): () => void;
  /** Resolves when there's nothing left to send or fetch. Also resolves when sync is refused, paused or stopped. */
  idle(): Promise<void>;
  /** Pauses sync in every tab. */
  pause(): Promise<void>;
  /** Continues, also after `refused`. */
  resume(): Promise<void>;
  /** Ends sync on this page. What's known about the server stays, so `client.sync` continues from there. */
  stop(): Promise<void>;
  devices(): Promise<SyncDevice[]>;
  /** Removes a device from the list. If it still syncs, it comes back. */
  dismissDevice(id: string): Promise<void>;
  /** Versions of a memory that lost against the one that's shown, oldest first. */
  conflicts(id: string): Promise<SyncConflict[]>;
  /** Drops the kept versions. With a `version`, that one replaces the memory that's shown. */
  resolve(id: string, version?: string): Promise<void>;
  /** Wraps the key with the new passphrase; no record is encrypted again. Other devices stop until you give them the new one. */
  changePassphrase(former: string, next: string): Promise<void>;
  /** Returns 24 words that open the database without the passphrase. Write them down. */
  recoveryKit(passphrase: string): Promise<string>;
  /**
   * Replaces everything on the server with this device's data. Other devices stop until they call
   * `rebuildFromServer()`.
   */
  startAgainFromHere(): Promise<void>;
  /** Forgets what this device knows about the server, then compares and merges everything again. */
  rebuildFromServer(): Promise<void>;
}
