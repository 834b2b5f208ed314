/** Databases that are deleted together with their store. */

export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;

/** Also the name of the lock of the tab that replicates. */
export const syncChannelName = (store: string): string => `hybrid-search:sync:${store}`;

export const importsDatabaseName = (store: string): string => `hybrid-search-imports/${store}`;
