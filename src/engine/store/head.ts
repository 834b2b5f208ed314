/** The head record of a store (epoch, last position, count, set hash) and the state it implies. */
import type { Connection } from './connection.ts';
import type { Head, WriteTx } from './schema.ts';
import { HEAD_KEY } from './schema.ts';

/** The database has no head: it was lost and created again, perhaps under our feet. Recovery comes first. */
export class MissingHead extends Error {
  override readonly name = 'MissingHead';
}

export function newEpoch(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The head out of a transaction's `meta`. Errors: `MissingHead`. */
export async function headOf(meta: { get(key: string): Promise<Head | undefined> }): Promise<Head> {
  const head = await meta.get(HEAD_KEY);
  if (!head) throw new MissingHead();
  return head;
}

export function putHead(tx: WriteTx<['memories', 'changes', 'meta']>, head: Head): Promise<unknown> {
  return tx.objectStore('meta').put(head, HEAD_KEY);
}

export function readHead(connection: Connection): Promise<Head | undefined> {
  return connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(HEAD_KEY));
}

/** Head and number of records as of one moment. */
export function readState(connection: Connection): Promise<{ head: Head | undefined; records: number }> {
  return connection.transact(['memories', 'meta'], 'readonly', async (tx) => {
    const [head, records] = await Promise.all([
      tx.objectStore('meta').get(HEAD_KEY),
      tx.objectStore('memories').count(),
    ]);
    return { head, records };
  });
}
