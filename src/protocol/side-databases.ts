/** Databases that are deleted together with their store. */

export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;

/** Names the channel between the tabs that sync, and the lock of the one that replicates. */
export const syncChannelName = (store: string): string => `hybrid-search:sync:${store}`;

export const importsDatabaseName = (store: string): string => `hybrid-search-imports/${store}`;
