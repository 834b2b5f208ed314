/** A store's other databases, named after it and deleted with it. */

/** Name of the database in which sync keeps its state. */
export const syncDatabaseName = (store: string): string => `hybrid-search-sync/${store}`;

/** Name of the database with the list of imports. */
export const importsDatabaseName = (store: string): string => `hybrid-search-imports/${store}`;
