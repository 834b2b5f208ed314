/** Copies documents with PouchDB, which neither decrypts nor indexes them. Sync is compared with this. */
import http from 'pouchdb-adapter-http';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import replication from 'pouchdb-replication';

PouchDB.plugin(http).plugin(memory).plugin(replication);

export async function pullWithPouch(url: string): Promise<number> {
  const local = new PouchDB(`pull-${crypto.randomUUID()}`, { adapter: 'memory' });
  const { ok, docs_written } = await PouchDB.replicate(url, local);
  await local.destroy();
  if (!ok) throw new Error('PouchDB did not finish');
  return docs_written;
}
