import { isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';
import { type Answer, type CouchRequest, type CouchRequestOptions, createCouchRequest } from './couch-request.ts';
import type { SizeLimits } from './remembered-limit.ts';
import { RequestSize } from './request-size.ts';
import type { DocumentPage, OutgoingDocument, PutResult, RemoteDocument, Transport } from './transport.ts';

/** Proxies cut idle connections after 60 or 100 s, so this is shorter. */
const WAIT_MS = 25_000;
/** How often a single document may fail before the others are sent without it. */
const TRIES = 3;
const DOCUMENTS = 'include_docs=true&conflicts=true';

/** @param url may contain a name and a password, which are sent as Basic authentication */
export function createCouchTransport(
  url: string,
  headers: CouchRequestOptions['headers'],
  limits?: SizeLimits,
): Transport {
  return new CouchTransport(url, headers, limits);
}

class CouchTransport implements Transport {
  readonly #couch: CouchRequest;
  readonly #size: RequestSize;
  readonly #database: string;
  /** How often a document failed alone, by its id. */
  readonly #failures = new Map<string, number>();
  #idsAtOnce = Number.POSITIVE_INFINITY;

  constructor(url: string, headers: CouchRequestOptions['headers'], limits: SizeLimits | undefined) {
    this.#couch = createCouchRequest(url, { headers });
    this.#size = new RequestSize(new URL(url).origin, limits);
    this.#database = decodeURIComponent(new URL(url).pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
  }

  serverNow(): number | null {
    return this.#couch.serverNow();
  }

  async identity(): ReturnType<Transport['identity']> {
    const { ask } = this.#couch;
    const [root, info] = [await ask('GET', '/').catch(nothing), await ask('GET', '')];
    if (info.status === 404) throw new SyncError('identity', 'The database doesn’t exist');
    if (!isPlainObject(info.json) || typeof info.json.db_name !== 'string') {
      throw new SyncError('protocol', 'The address isn’t that of a CouchDB database');
    }
    const uuid = isPlainObject(root?.json) && typeof root.json.uuid === 'string' ? root.json.uuid : '';
    return { server: uuid, database: info.json.db_name || this.#database, position: String(info.json.update_seq) };
  }

  async page(since: string | null): Promise<DocumentPage> {
    const from = encodeURIComponent(since ?? '0');
    const { json, list, isFull } = await this.#rows('POST', `/_changes?${DOCUMENTS}&since=${from}`);
    const last = String(json.last_seq);
    // A cluster may name the same position differently each time. Keeping the old name keeps the URL, so the browser
    // can reuse the preflight.
    const position = since !== null && list.length === 0 && countOf(last) === countOf(since) ? since : last;
    return {
      documents: await this.#documentsOf(list),
      position,
      hasMore: isFull,
      wentBack: countOf(position) < countOf(since),
    };
  }

  async all(from: Parameters<Transport['all']>[0]): ReturnType<Transport['all']> {
    if ('ids' in from) return { documents: await this.#named(from.ids), hasMore: false };
    // Starts after the id, because a space sorts before every character of a record's id.
    const start = from.after === null ? '' : `&startkey=${encodeURIComponent(JSON.stringify(`${from.after} `))}`;
    const { list, isFull } = await this.#rows('GET', `/_all_docs?${DOCUMENTS}${start}`);
    return { documents: await this.#documentsOf(list), hasMore: isFull };
  }

  async put(batch: readonly OutgoingDocument[]): Promise<PutResult[]> {
    const size = this.#size;
    const results: PutResult[] = [];
    while (results.length < batch.length) {
      const next = await size.batch(batch.slice(results.length));
      try {
        results.push(...(await this.#putSome(next)));
        await size.passed();
        for (const { id } of next) this.#failures.delete(id);
      } catch (error) {
        if (!(error instanceof SyncError)) throw error;
        const mayBeTooLarge = error.shrink || (error.unanswered && !size.isBatchSmall);
        const isHalved = mayBeTooLarge && size.halveBatch();
        if (isHalved && error.shrink) continue;
        if (isHalved || !mayBeTooLarge || (size.isBatchSmall && !error.tooLarge)) throw error;
        // The other documents needn't wait for this one.
        if (this.#failsAgain(next[0]!)) results.push(error.tooLarge ? 'too-large' : 'unanswered');
        else if (!error.tooLarge) throw error;
      }
    }
    return results;
  }

  async watch(since: string, signal: AbortSignal): Promise<void> {
    const path = `/_changes?feed=longpoll&limit=1&timeout=${WAIT_MS}&since=${encodeURIComponent(since)}`;
    await this.#couch.ask('POST', path, { body: {}, signal, timeout: 2 * WAIT_MS });
  }

  async newGeneration(keys: OutgoingDocument): Promise<void> {
    const [result] = await this.put([keys]);
    if (result === 'conflict') {
      throw new SyncError('identity', 'Another device has just changed the keys: turn sync on again');
    }
    if (typeof result === 'string')
      throw new SyncError('authentication', 'The server refuses the keys document: allow writes');
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const page: Awaited<ReturnType<Transport['all']>> = await this.all({ after });
      const old = page.documents.filter(({ id }) => id !== keys.id && !id.startsWith('_'));
      await this.put(old.map(({ id, revision }) => ({ id, revision, deleted: true, body: {} })));
      after = page.documents.at(-1)?.id ?? after;
      hasMore = page.hasMore;
    }
  }

  close(): void {
    this.#couch.close();
  }

  /** Without CORS headers, a proxy's refusal looks like a lost connection, so once isn't enough. */
  #failsAgain({ id }: OutgoingDocument): boolean {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    return failures >= TRIES;
  }

  /** If a request fails because of its answer's size, requests fewer documents at once. */
  async #named(ids: readonly string[]): Promise<RemoteDocument[]> {
    const documents: RemoteDocument[] = [];
    for (let at = 0; at < ids.length; ) {
      const keys = ids.slice(at, at + this.#idsAtOnce);
      try {
        const answer = await this.#couch.ask('POST', `/_all_docs?${DOCUMENTS}`, { body: { keys } });
        documents.push(...(await this.#documentsOf(listingIn(answer).list)));
        at += keys.length;
      } catch (error) {
        if (!(error instanceof SyncError)) throw error;
        const mayBeTooLarge = (error.shrink || error.unanswered) && keys.length > 1;
        if (mayBeTooLarge) this.#idsAtOnce = Math.ceil(keys.length / 2);
        if (!(mayBeTooLarge && error.shrink)) throw error;
      }
    }
    return documents;
  }

  /** Requests a page of rows. If it fails because of its size, requests fewer. */
  async #rows(method: 'GET' | 'POST', path: string): Promise<Listing & { isFull: boolean }> {
    const size = this.#size;
    for (;;) {
      const limit = await size.rows();
      try {
        const answer = await this.#couch.ask(method, `${path}&limit=${limit}`, method === 'POST' ? { body: {} } : {});
        const { json, list } = listingIn(answer);
        await size.fetched(list.length, answer.bytes);
        return { json, list, isFull: list.length >= limit };
      } catch (error) {
        if (!(error instanceof SyncError)) throw error;
        const mayBeTooLarge = error.shrink || error.unanswered;
        if (!(mayBeTooLarge && size.halveRows() && error.shrink)) throw error;
      }
    }
  }

  /** Rows of removed documents may lack the document. */
  #documentsOf(list: readonly unknown[]): Promise<RemoteDocument[]> {
    return Promise.all(
      list.flatMap((row): (RemoteDocument | Promise<RemoteDocument>)[] => {
        if (!isPlainObject(row) || typeof row.id !== 'string') return [];
        if (isPlainObject(row.doc)) return [this.#toDocument(row.doc as JsonObject)];
        const { value } = row;
        if (!isPlainObject(value) || value.deleted !== true) return [];
        return [
          this.#revisionOf(row.id, String(value.rev)).then((doc) => this.#toDocument({ ...doc, _deleted: true })),
        ];
      }),
    );
  }

  async #toDocument(doc: JsonObject): Promise<RemoteDocument> {
    return {
      id: String(doc._id),
      revision: String(doc._rev),
      deleted: doc._deleted === true,
      body: bodyOf(doc),
      branches: await this.#branches(doc),
    };
  }

  #branches(doc: JsonObject): Promise<RemoteDocument['branches']> {
    const revisions = Array.isArray(doc._conflicts) ? doc._conflicts.map(String) : [];
    return Promise.all(
      revisions.map(async (revision) => ({
        revision,
        body: bodyOf(await this.#revisionOf(String(doc._id), revision)),
      })),
    );
  }

  async #revisionOf(id: string, revision: string): Promise<JsonObject> {
    const { json } = await this.#couch.ask('GET', `/${encodeURIComponent(id)}?rev=${encodeURIComponent(revision)}`);
    return isPlainObject(json) ? (json as JsonObject) : {};
  }

  async #putSome(batch: readonly OutgoingDocument[]): Promise<PutResult[]> {
    const { json, status } = await this.#couch.ask('POST', '/_bulk_docs', { body: { docs: batch.map(toCouch) } });
    if (status === 404) throw new SyncError('identity', 'The database doesn’t exist');
    if (!Array.isArray(json)) throw new SyncError('protocol', 'The server didn’t answer with a list of results');
    const byId = new Map(json.filter(isPlainObject).map((result) => [result.id, result]));
    return batch.map(({ id }) => toPutResult(byId.get(id)));
  }
}

interface Listing {
  json: { [name: string]: unknown };
  list: readonly unknown[];
}

function listingIn({ json, status }: Answer): Listing {
  if (status === 404) throw new SyncError('identity', 'The database doesn’t exist');
  if (!isPlainObject(json)) throw new SyncError('protocol', 'The server didn’t answer with an object');
  const list = json.results ?? json.rows;
  if (!Array.isArray(list)) throw new SyncError('protocol', 'The server didn’t answer with rows');
  return { json, list };
}

function toCouch({ id, revision, deleted, body }: OutgoingDocument): JsonObject {
  return { _id: id, ...(revision !== null && { _rev: revision }), ...(deleted && { _deleted: true }), ...body };
}

function toPutResult(result: { [name: string]: unknown } | undefined): PutResult {
  if (typeof result?.rev === 'string') return { revision: result.rev };
  if (result?.error === 'conflict') return 'conflict';
  if (/too_large/.test(String(result?.error))) return 'too-large';
  if (result?.error === 'forbidden' || result?.error === 'unauthorized') return 'forbidden';
  throw new SyncError('transport', `The server did not say what became of a document: ${result?.error ?? 'nothing'}`);
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
