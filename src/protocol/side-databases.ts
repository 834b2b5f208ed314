/** Databases beside the one of a store, named for it; they go with the store. */

/** In which its sync keeps what it knows. */
export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;

/** In which the list of its imports lies. */
export const importsDatabaseName = (store: string): string => `hybrid-search-imports/${store}`;
