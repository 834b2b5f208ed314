/**
 * PouchDB behind the part of CouchDB's HTTP API that sync uses. Revisions, conflicts and replication are PouchDB's own,
 * so they don't repeat mistakes of `couch-double.ts`.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import memory from 'pouchdb-adapter-memory';
import PouchDB, { type Doc } from 'pouchdb-core';
import replication from 'pouchdb-replication';

PouchDB.plugin(memory).plugin(replication);

const WITH_DOCUMENTS = { include_docs: true, conflicts: true };

export class PouchServer {
  /** All requests in order, as `METHOD path`. */
  readonly requests: string[] = [];
  /** How many documents `_bulk_docs` refused because of a revision conflict. */
  refused = 0;
  before: (request: string) => Promise<void> = async () => {};
  readonly #db = new PouchDB(`server-${crypto.randomUUID()}`, { adapter: 'memory' });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PouchServer> {
    const server = createServer();
    const pouch = new PouchServer(server);
    server.on('request', async (request, response) => {
      const [status, json] = await pouch.#answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return pouch;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/memories`;
  }

  async replicateWith(other: PouchServer): Promise<void> {
    await PouchDB.replicate(this.#db, other.#db);
    await PouchDB.replicate(other.#db, this.#db);
  }

  async documents(): Promise<Doc[]> {
    const { rows } = await this.#db.allDocs(WITH_DOCUMENTS);
    return rows.map(({ doc }) => doc!);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#db.destroy();
  }

  async #answer(request: IncomingMessage): Promise<[status: number, json: unknown]> {
    const { pathname, searchParams: query } = new URL(request.url!, this.url);
    const label = `${request.method} ${pathname}`;
    this.requests.push(label);
    await this.before(label);
    if (pathname === '/') return [200, { couchdb: 'Welcome', uuid: 'pouch' }];
    const path = decodeURIComponent(pathname.slice('/memories/'.length));
    const body = request.method === 'POST' ? JSON.parse(await text(request)) : {};
    const limit = query.has('limit') ? { limit: Number(query.get('limit')) } : {};
    if (path === '') return [200, { db_name: 'memories', ...(await this.#db.info()) }];
    if (path === '_bulk_docs') return [201, await this.#bulk(body.docs)];
    if (path === '_changes') {
      const since = Number(query.get('since'));
      if (query.get('feed') === 'longpoll') await this.#change(since, request);
      return [200, await this.#db.changes({ ...WITH_DOCUMENTS, ...limit, since })];
    }
    if (path === '_all_docs') {
      const startkey = JSON.parse(query.get('startkey') ?? '""');
      return [200, await this.#db.allDocs({ ...WITH_DOCUMENTS, ...limit, ...(body.keys ? body : { startkey }) })];
    }
    const rev = query.get('rev');
    return this.#db.get(path, rev ? { rev } : {}).then(
      (doc) => [200, doc],
      () => [404, { error: 'not_found' }],
    );
  }

  async #bulk(docs: readonly object[]): Promise<unknown[]> {
    const results = await this.#db.bulkDocs(docs);
    this.refused += results.filter((result) => 'error' in result && result.name === 'conflict').length;
    return results.map((result) => ('error' in result ? { id: result.id, error: result.name } : result));
  }

  async #change(since: number, request: IncomingMessage): Promise<void> {
    const changes = this.#db.changes({ live: true, since });
    await new Promise<void>((resolve) => {
      changes.on('change', resolve);
      request.socket.once('close', resolve);
    });
    changes.cancel();
  }
}
