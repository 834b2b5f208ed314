/** Databases that are deleted together with their store. */

export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;

export const importsDatabaseName = (store: string): string => `hybrid-search-imports/${store}`;
