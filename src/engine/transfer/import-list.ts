/** Keeps the list of imports in its own database. If that's lost, imports can't be undone, but nothing else is lost. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ImportRecord } from '../../core/import/report.ts';
import { importsDatabaseName } from '../../protocol/side-databases.ts';
import { toStorageError } from '../store/storage-errors.ts';

interface Schema extends DBSchema {
  imports: { key: string; value: ImportRecord };
}

const VERSION = 1;

export interface ImportList {
  all(): Promise<ImportRecord[]>;
  get(id: string): Promise<ImportRecord | undefined>;
  put(record: ImportRecord): Promise<void>;
  delete(id: string): Promise<void>;
}

/** @param name of the store */
export function idbImportList(name: string): ImportList {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const open = (): Promise<IDBPDatabase<Schema>> => {
    opening ??= openDB<Schema>(importsDatabaseName(name), VERSION, {
      upgrade: (created) => void created.createObjectStore('imports', { keyPath: 'id' }),
      // The database is deleted with its store, by this tab or another.
      blocking(_, __, event) {
        opening = null;
        (event.target as IDBDatabase).close();
      },
      terminated() {
        opening = null;
      },
    }).catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  /** Errors: those of storage, such as `quota`. */
  const ask = async <Answer>(question: (database: IDBPDatabase<Schema>) => Promise<Answer>): Promise<Answer> => {
    try {
      return await question(await open());
    } catch (error) {
      throw toStorageError(error);
    }
  };
  return {
    all: () => ask((database) => database.getAll('imports')),
    get: (id) => ask((database) => database.get('imports', id)),
    put: (record) => ask(async (database) => void (await database.put('imports', record))),
    delete: (id) => ask((database) => database.delete('imports', id)),
  };
}

export function memoryImportList(): ImportList {
  const records = new Map<string, ImportRecord>();
  return {
    all: async () => [...records.values()],
    get: async (id) => records.get(id),
    put: async (record) => void records.set(record.id, record),
    delete: async (id) => void records.delete(id),
  };
}
