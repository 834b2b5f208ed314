import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';
import { type Answer, type CouchRequestOptions, createCouchRequest } from './couch-request.ts';
import { createRequestSize } from './request-size.ts';
import type { OutgoingDocument, PutResult, RemoteDocument, Transport } from './transport.ts';

/** Shorter than 60 s or 100 s, after which proxies cut idle connections. */
const WAIT_MS = 25_000;
const DOCUMENTS = 'include_docs=true&conflicts=true';

/** @param url may contain a name and a password, which are sent as Basic authentication */
export function createCouchTransport(url: string, headers: CouchRequestOptions['headers']): Transport {
  const { ask, serverNow, close } = createCouchRequest(url, { headers });
  const size = createRequestSize();
  const database = decodeURIComponent(new URL(url).pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');

  /** Fewer after a page failed because of its size. */
  const rows = async (get: (limit: number) => Promise<Answer>): Promise<{ answer: JsonObject; isFull: boolean }> => {
    for (;;) {
      const limit = size.rows;
      try {
        const { json, bytes, status } = await get(limit);
        if (status === 404) throw new SyncError('identity', 'The database doesn’t exist');
        if (!isPlainObject(json)) throw new SyncError('protocol', 'The server didn’t answer with an object');
        const list = json.results ?? json.rows;
        if (!Array.isArray(list)) throw new SyncError('protocol', 'The server didn’t answer with rows');
        size.fetched(list.length, bytes);
        return { answer: json as JsonObject, isFull: list.length >= limit };
      } catch (error) {
        if (!(error instanceof SyncError && error.shrink && size.halveRows())) throw error;
      }
    }
  };

  const branches = async (doc: JsonObject): Promise<RemoteDocument['branches']> => {
    const revisions = Array.isArray(doc._conflicts) ? doc._conflicts.map(String) : [];
    return Promise.all(
      revisions.map(async (revision) => ({ revision, body: bodyOf(await revisionOf(String(doc._id), revision)) })),
    );
  };
  const revisionOf = async (id: string, revision: string): Promise<JsonObject> => {
    const { json } = await ask('GET', `/${encodeURIComponent(id)}?rev=${encodeURIComponent(revision)}`);
    return isPlainObject(json) ? (json as JsonObject) : {};
  };
  const toDocument = async (doc: JsonObject): Promise<RemoteDocument> => ({
    id: String(doc._id),
    revision: String(doc._rev),
    deleted: doc._deleted === true,
    body: bodyOf(doc),
    branches: await branches(doc),
  });

  /** Removed documents may come without one, which is then fetched. */
  const documentsOf = (list: unknown): Promise<RemoteDocument[]> =>
    Promise.all(
      (list as unknown[]).flatMap((row): (RemoteDocument | Promise<RemoteDocument>)[] => {
        if (!isPlainObject(row) || typeof row.id !== 'string') return [];
        if (isPlainObject(row.doc)) return [toDocument(row.doc as JsonObject)];
        const { value } = row;
        if (!isPlainObject(value) || value.deleted !== true) return [];
        return [revisionOf(row.id, String(value.rev)).then((doc) => toDocument({ ...doc, _deleted: true }))];
      }),
    );

  const putSome = async (batch: readonly OutgoingDocument[]): Promise<PutResult[]> => {
    const docs = batch.map(({ id, revision, deleted, body }) => ({
      _id: id,
      ...(revision !== null && { _rev: revision }),
      ...(deleted && { _deleted: true }),
      ...body,
    }));
    const { json, status } = await ask('POST', '/_bulk_docs', { body: { docs } });
    if (status === 404) throw new SyncError('identity', 'The database doesn’t exist');
    if (!Array.isArray(json)) throw new SyncError('protocol', 'The server didn’t answer with a list of results');
    const byId = new Map(json.filter(isPlainObject).map((result) => [result.id, result]));
    return batch.map(({ id }): PutResult => {
      const result = byId.get(id);
      if (typeof result?.rev === 'string') return { revision: result.rev };
      if (result?.error === 'conflict') return 'conflict';
      if (result?.error === 'forbidden' || result?.error === 'unauthorized') return 'forbidden';
      throw new SyncError(
        'transport',
        `The server did not say what became of a document: ${result?.error ?? 'nothing'}`,
      );
    });
  };

  const transport: Transport = {
    serverNow,
    async identity() {
      const [root, info] = [await ask('GET', '/').catch(nothing), await ask('GET', '')];
      if (info.status === 404) throw new SyncError('identity', 'The database doesn’t exist');
      if (!isPlainObject(info.json) || typeof info.json.db_name !== 'string') {
        throw new SyncError('protocol', 'The address isn’t that of a CouchDB database');
      }
      const uuid = isPlainObject(root?.json) && typeof root.json.uuid === 'string' ? root.json.uuid : '';
      return { server: uuid, database: info.json.db_name || database, position: String(info.json.update_seq) };
    },
    async page(since) {
      const from = encodeURIComponent(since ?? '0');
      const { answer, isFull } = await rows((limit) =>
        ask('GET', `/_changes?${DOCUMENTS}&since=${from}&limit=${limit}`),
      );
      const position = String(answer.last_seq);
      return {
        documents: await documentsOf(answer.results),
        position,
        hasMore: isFull,
        wentBack: countOf(position) < countOf(since),
      };
    },
    async all(from) {
      if ('ids' in from) {
        const { json } = await ask('POST', `/_all_docs?${DOCUMENTS}`, { body: { keys: [...from.ids] } });
        if (!isPlainObject(json) || !Array.isArray(json.rows)) {
          throw new SyncError('protocol', 'The server didn’t answer with rows');
        }
        return { documents: await documentsOf(json.rows), hasMore: false };
      }
      // A space sorts before every character of an id.
      const start = from.after === null ? '' : `&startkey=${encodeURIComponent(JSON.stringify(`${from.after} `))}`;
      const { answer, isFull } = await rows((limit) => ask('GET', `/_all_docs?${DOCUMENTS}&limit=${limit}${start}`));
      return { documents: await documentsOf(answer.rows), hasMore: isFull };
    },
    async put(batch) {
      const results: PutResult[] = [];
      while (results.length < batch.length) {
        const next = size.batch(batch.slice(results.length));
        try {
          results.push(...(await putSome(next)));
        } catch (error) {
          if (!(error instanceof SyncError) || next.length === 1) throw error;
          if (error.shrink || error.shrinkLater) size.halveBatch();
          if (!error.shrink) throw error;
        }
      }
      return results;
    },
    async watch(since, signal) {
      const path = `/_changes?feed=longpoll&limit=1&timeout=${WAIT_MS}&since=${encodeURIComponent(since)}`;
      await ask('GET', path, { signal, timeout: 2 * WAIT_MS });
    },
    async newGeneration(keys) {
      if ((await transport.put([keys]))[0] === 'conflict') {
        throw new SyncError('identity', 'Another device has just changed the keys: turn sync on again');
      }
      for (let after: string | null = null, hasMore = true; hasMore; ) {
        const page: Awaited<ReturnType<Transport['all']>> = await transport.all({ after });
        const old = page.documents.filter(({ id }) => id !== keys.id && !id.startsWith('_'));
        await transport.put(old.map(({ id, revision }) => ({ id, revision, deleted: true, body: {} })));
        after = page.documents.at(-1)?.id ?? after;
        hasMore = page.hasMore;
      }
    },
    close,
  };
  return transport;
}

/** Sequences are opaque, but start with a counter, which starts at zero if the database was created again. */
const countOf = (sequence: string | null): number => Number.parseInt(sequence ?? '', 10) || 0;

/** The database may be reachable although the server's root isn't. */
function nothing(error: unknown): null {
  if (error instanceof SyncError && error.reason === 'transport' && !error.shrink) throw error;
  return null;
}

function bodyOf(doc: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !name.startsWith('_')));
}
