import { toHex } from '../../core/bytes/hex.ts';
import { HybridSearchError } from '../../core/errors.ts';
import type { Connection } from './connection.ts';
import type { StoreState } from './memory-store.ts';
import type { Head, WriteTx } from './schema.ts';

export const HEAD_KEY = 'head';

/** The database has to be recovered first. It was lost and has no head, or its memories are being restored. */
export class IncompleteDatabase extends HybridSearchError {
  constructor() {
    super('storage', 'the database is being restored');
  }
}

export function newStoreId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(12)));
}

export async function headOf(meta: { get(key: string): Promise<Head | undefined> }): Promise<Head> {
  const head = await meta.get(HEAD_KEY);
  if (!head || head.restoring) throw new IncompleteDatabase();
  if (head.destroyed) throw new HybridSearchError('closed', 'the store was deleted');
  return head;
}

/** Derived data and positions are valid only within one generation. A restored or newly created store has a new one. */
export const generationOf = ({ epoch, restorations = 0 }: Head): string => `${epoch}/${restorations}`;

export const isAt = (head: Head, position: Pick<StoreState, 'seq' | 'generation'>): boolean =>
  head.seq === position.seq && generationOf(head) === position.generation;

export function putHead(tx: WriteTx<['memories', 'changes', 'meta']>, head: Head): Promise<unknown> {
  return tx.objectStore('meta').put(head, HEAD_KEY);
}

/** Also of an incomplete database. */
export function readHead(connection: Connection): Promise<Head | undefined> {
  return connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(HEAD_KEY));
}

export function readState(connection: Connection): Promise<{ head: Head | undefined; records: number }> {
  return connection.transact(['memories', 'meta'], 'readonly', async (tx) => {
    const [head, records] = await Promise.all([
      tx.objectStore('meta').get(HEAD_KEY),
      tx.objectStore('memories').count(),
    ]);
    return { head, records };
  });
}
