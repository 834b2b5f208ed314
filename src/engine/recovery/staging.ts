/** Keeps derived data in another database during a rebuild, so that no embeddings are lost if the tab is killed. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Connection } from '../store/connection.ts';
import { deleteDatabase, idbPatience } from '../store/idb-patience.ts';
import { valuePages } from '../store/scan-pages.ts';
import type { DerivedName, StoreSchema } from '../store/schema.ts';
import { DERIVED_STORES } from '../store/schema.ts';

interface StagedPage {
  store: DerivedName;
  values: unknown[];
}

interface StagingSchema extends DBSchema {
  pages: { key: number; value: StagedPage };
}

const stagingName = (store: string): string => `hybrid-search-carry/${store}`;
/** An estimate: an object with a hash of 64 characters and two numbers. */
const CHUNK_BYTES = 150;

const SIZES: { [Name in DerivedName]: (value: StoreSchema[Name]['value']) => number } = {
  vectorRows: ({ row }) => row.byteLength,
  vectorBlocks: ({ data }) => data.byteLength,
  chunks: ({ chunks }) => chunks.length * CHUNK_BYTES,
  snapshots: ({ meta }) => JSON.stringify(meta).length,
  snapshotParts: ({ bytes }) => bytes.byteLength,
};

export async function stageDerived(store: string, connection: Connection): Promise<void> {
  await dropStaging(store);
  const staging = await openStaging(store);
  try {
    for (const name of DERIVED_STORES) {
      const sizeOf = SIZES[name] as (value: unknown) => number;
      for await (const { values } of valuePages(connection, name, sizeOf))
        await staging.add('pages', { store: name, values });
    }
  } finally {
    staging.close();
  }
}

export async function unstageDerived(store: string, connection: Connection): Promise<void> {
  const staging = await openStaging(store);
  try {
    for (const key of await staging.getAllKeys('pages')) {
      const page = await staging.get('pages', key);
      if (!page) continue;
      await connection.transact([page.store], 'readwrite', async (tx) => {
        const target = tx.objectStore(page.store);
        await Promise.all(page.values.map((value) => target.put(value as StoreSchema[DerivedName]['value'])));
      });
    }
  } finally {
    staging.close();
  }
}

/** Never rejects, because the next start tries again. */
export async function dropStaging(store: string): Promise<void> {
  await deleteDatabase(stagingName(store)).catch(() => {});
}

async function openStaging(store: string): Promise<IDBPDatabase<StagingSchema>> {
  const opening = openDB<StagingSchema>(stagingName(store), 1, {
    upgrade: (created) => void created.createObjectStore('pages', { autoIncrement: true }),
  });
  return await idbPatience.wait(opening, () => void opening.then((late) => late.close(), ignore));
}

const ignore = (): void => {};
