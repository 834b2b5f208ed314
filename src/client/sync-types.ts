import type { SyncConflict, SyncDevice, SyncState, SyncVectors } from '../protocol/sync-api.ts';

export interface SyncOptions {
  /** URL of a CouchDB database, such as `https://couch.example/notes`. It may contain a name and a password. */
  url?: string;
  /**
   * A folder to use instead of `url`, from `showDirectoryPicker({ mode: 'readwrite' })`. Another program, such as
   * Syncthing or a cloud drive, has to keep the folder in sync across your devices. Store the handle in IndexedDB. If
   * sync is `refused` with `authentication`, call `folder.requestPermission({ mode: 'readwrite' })` in a click, then
   * `resume()`.
   */
  folder?: FileSystemDirectoryHandle;
  /**
   * Wraps the key that encrypts everything before it leaves the device. Needed the first time, and after another device
   * changed it. Never stored. If it's passed again later, it's checked.
   */
  passphrase?: string;
  /** The words of `recoveryKit()`. Use them instead of a lost passphrase. */
  recoveryKit?: string;
  /**
   * Returns headers for a request, such as a token. Called and awaited before each request. If it rejects, sync is
   * `offline` with its message, and tries again.
   */
  headers?: () => HeadersInit | Promise<HeadersInit>;
  /** `adopt` is for phones: it uses the vectors of other devices and embeds nothing itself. Default `both`. */
  vectors?: SyncVectors;
  /**
   * Also syncs messages of conversations. Devices without this option leave other devices' messages on the server. If
   * you turn it on later, messages that other devices sent before are fetched. If you turn it off, nothing is removed.
   * Default `false`.
   */
  messages?: boolean;
  /** The name under which other devices list this one. Default: none. */
  deviceName?: string;
  /**
   * Stores the address or folder, `vectors`, `messages` and `deviceName` on this device, so that `client.sync()`
   * without options continues on later visits. A name and a password are encrypted with a key that can't be exported.
   * The passphrase and `headers` are never stored. Default `false`.
   */
  remember?: boolean;
}

/** Options that `remember` stores. */
export type SyncSettings = Pick<SyncOptions, 'url' | 'folder'> &
  Required<Pick<SyncOptions, 'vectors' | 'messages' | 'deviceName'>>;

export interface SyncHandle {
  /** The latest state. */
  readonly state: SyncState;
  /** Calls the listener with the current state, then with each change. Returns a function that removes the listener. */
  onState(listener: (state: SyncState) => void): () => void;
  /** Resolves when there's nothing left to send or fetch. Also resolves when sync is refused, paused or stopped. */
  idle(): Promise<void>;
  /** The options in use, without passphrase and headers. `url` includes the name and the password. */
  settings(): Promise<SyncSettings>;
  /** Pauses sync in every tab. With `remember`, it's also paused on later visits. */
  pause(): Promise<void>;
  /** Continues sync after `pause()`, or after it was `refused`. */
  resume(): Promise<void>;
  /**
   * Ends sync on this page. The device keeps what it knows about the server, so `client.sync` continues from there.
   * `forget` deletes that, the key and the stored options. Memories stay. If it rejects, call it again.
   */
  stop(options?: { forget?: boolean }): Promise<void>;
  devices(): Promise<SyncDevice[]>;
  /** Removes a device from the list. If that device still syncs, it appears again. */
  dismissDevice(id: string): Promise<void>;
  /** Returns the versions of a memory that lost against the current one, oldest first. */
  conflicts(id: string): Promise<SyncConflict[]>;
  /**
   * Drops the versions in `seen`. If you pass a `version`, that one first replaces the current one. Versions that have
   * arrived since stay, and a memory that has changed since becomes one of them, so read `conflicts(id)` again.
   *
   * @param seen what the user has seen. Default: what the last `conflicts(id)` of this handle returned.
   */
  resolve(id: string, version?: string, seen?: readonly SyncConflict[]): Promise<void>;
  /** Wraps the key with the new passphrase. Other devices stop until you give them the new one. */
  changePassphrase(current: string, next: string): Promise<void>;
  /** Returns 24 words that open the database without the passphrase. Users should write them down. */
  recoveryKit(passphrase: string): Promise<string>;
  /**
   * Replaces everything on the server with this device's data. Other devices stop until they call
   * `rebuildFromServer()`.
   */
  startAgainFromHere(): Promise<void>;
  /** Forgets what this device knows about the server, then compares and merges everything again. */
  rebuildFromServer(): Promise<void>;
}
