/** Other databases of a store, which are named after it and deleted with it. */

/** Returns the name of the database in which sync keeps its state. */
export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;

/** Returns the name of the database with the list of imports. */
export const importsDatabaseName = (store: string): string => `hybrid-search-imports/${store}`;
