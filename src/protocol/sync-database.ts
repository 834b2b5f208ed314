/** The database in which a store's sync keeps what it knows; it goes with the store. */
export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;
