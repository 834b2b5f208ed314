/** Storage features of this page or worker. Opaque origins, plain HTTP and old browsers lack some of them. */
export interface StorageContext {
  indexedDB: boolean;
  /** OPFS with synchronous access handles, which only dedicated workers have. */
  syncFiles: boolean;
  locks: boolean;
  broadcast: boolean;
}

export const canLog = ({ syncFiles, locks }: StorageContext): boolean => syncFiles && locks;

type Navigator = { storage?: StorageManager; locks?: LockManager };

export const navigatorOf = (): Navigator => (globalThis as { navigator?: Navigator }).navigator ?? {};

export function detectContext(): StorageContext {
  const { storage, locks } = navigatorOf();
  // Opaque origins have these properties, but reading or using them throws.
  const attempt = (probe: () => boolean): boolean => {
    try {
      return probe();
    } catch {
      return false;
    }
  };
  return {
    indexedDB: attempt(() => globalThis.indexedDB !== undefined && globalThis.indexedDB !== null),
    syncFiles: attempt(
      () =>
        typeof storage?.getDirectory === 'function' &&
        typeof FileSystemFileHandle !== 'undefined' &&
        'createSyncAccessHandle' in FileSystemFileHandle.prototype,
    ),
    locks: attempt(() => typeof locks?.request === 'function'),
    broadcast: attempt(() => typeof BroadcastChannel !== 'undefined'),
  };
}
