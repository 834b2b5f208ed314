/**
 * A server that speaks CouchDB's protocol. Tests can make it misbehave more than CouchDB does: it reorders and repeats
 * rows of the change feed, loses acknowledgements, and cuts off bodies. It also answers with proxy errors that lack
 * CORS headers, and is restored from backups.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CouchDatabase, type Fields } from './couch-database.ts';
import { CALM, type Fault, PLAIN_FAULTS, type ServerBehaviour, timeOut } from './couch-faults.ts';
import { Resends } from './resends.ts';

/** The response headers that CouchDB exposes if `[cors] exposed_headers` isn't set. That setting replaces them. */
const EXPOSED = 'accept-ranges, etag, server, x-couch-request-id, x-couch-update-newrev, x-couchdb-body-time';
/** CouchDB's default. */
const PREFLIGHT_SECONDS = 600;
const SLOW_MS = 50;
/** The last characters are most of a record's authentication tag. */
const TAG_CHARACTERS = 20;

export class CouchDouble extends CouchDatabase {
  behaviour: ServerBehaviour = { ...CALM };
  cors = {
    origin: true,
    headers: 'authorization, content-type, x-device',
    methods: 'GET, POST, PUT',
    exposed: EXPOSED,
  };
  cacheControl = 'must-revalidate';
  /** As `name:password`. If set, requests without this login get 401, except requests to the root. */
  login: string | null = null;
  minutesAhead = 0;
  readOnly = false;
  /** Returns the error of a document that the server refuses although it accepts others. */
  refusal: (document: Fields) => string | undefined = () => undefined;
  /** Longest time that a request for the change feed waits for a change, in milliseconds. */
  longestWait = Number.POSITIVE_INFINITY;
  /** Seconds. Sent with each 429. */
  retryAfter: number | null = null;
  isDown = false;
  /** All requests in order, as `METHOD path`. */
  readonly requests: string[] = [];
  sentBytes = 0;
  answeredBytes = 0;
  longRequests = 0;
  longAnswers = 0;
  readonly faulted = new Map<Fault, number>();
  /** For each `_bulk_docs` request, the number of records that had already arrived with the same bytes. */
  readonly resent: number[] = [];
  /** Only for devices that name themselves in the header `x-device`, with the option `headers`. */
  readonly resends = new Resends();
  before: (request: string) => Promise<void> = async () => {};
  #uuid = randomBytes(16).toString('hex');
  #server: Server;
  /** Records that have arrived, as id and last characters. */
  #seen = new Set<string>();
  #random: () => number;

  private constructor(server: Server, random: () => number) {
    super(random);
    this.#server = server;
    this.#random = random;
  }

  static async start(random: () => number = Math.random): Promise<CouchDouble> {
    const server = createServer();
    const double = new CouchDouble(server, random);
    server.on('request', (request, response) => void double.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `${this.origin}/${this.database}`;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  dropConnections(): void {
    // An answer that was already sent may be lost too.
    this.resends.interruptAll();
    this.#server.closeAllConnections();
  }

  /** Acts as if another server with a copy of the database now answered at this address. */
  rename(): void {
    this.#uuid = randomBytes(16).toString('hex');
  }

  override backUp(): () => void {
    const restore = super.backUp();
    return () => {
      restore();
      // Stopping a server for a restore closes its connections too.
      this.dropConnections();
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const label = `${request.method} ${url.pathname}${url.searchParams.get('feed') === 'longpoll' ? '?longpoll' : ''}`;
    this.requests.push(label);
    const body = await bodyOf(request);
    this.sentBytes += body.length;
    await this.before(label);
    const fault = this.#fault(request.method ?? '', label);
    const device = String(request.headers['x-device'] ?? '');
    // A device that starts or reconnects sends this first.
    if (url.pathname === '/') this.resends.interrupt(device);
    response.once('close', () => {
      const isAnswered = response.writableFinished && (!fault || fault === 'slow');
      if (!isAnswered && !label.endsWith('longpoll')) this.resends.interrupt(device);
    });
    if (fault) this.faulted.set(fault, (this.faulted.get(fault) ?? 0) + 1);
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    if (fault === 'disconnect') return void request.socket.destroy();
    if (this.isDown) return void response.writeHead(503).end();
    if (fault === 'proxy-timeout') return timeOut(response);
    const { origin, headers, methods, exposed } = this.cors;
    if (origin) response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', headers);
    response.setHeader('access-control-allow-methods', methods);
    response.setHeader('access-control-expose-headers', `content-type, ${exposed}`);
    response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
    response.setHeader('cache-control', this.cacheControl);
    if (this.minutesAhead !== 0)
      response.setHeader('date', new Date(Date.now() + this.minutesAhead * 60_000).toUTCString());
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (this.login && request.headers.authorization !== `Basic ${btoa(this.login)}` && url.pathname !== '/') {
      return this.#json(response, 401, { error: 'unauthorized' });
    }
    if (fault && fault in PLAIN_FAULTS) {
      const [status, error] = PLAIN_FAULTS[fault]!;
      if (status === 429 && this.retryAfter !== null) response.setHeader('retry-after', this.retryAfter);
      return this.#json(response, status, { error });
    }
    if (body.length > this.behaviour.maxBytes) {
      this.longRequests++;
      if (this.behaviour.longRequest === 'proxy-timeout') return timeOut(response);
      return this.#json(response, 413, { error: 'too_large' });
    }
    if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    const answer = await this.#handle(request.method ?? '', url, body, request);
    if (fault === 'lost-ack') return void request.socket.destroy();
    if (fault === 'cut') return this.#cut(response, answer);
    if (JSON.stringify(answer[1]).length > this.behaviour.maxAnswerBytes) return this.#tooLong(response, answer);
    this.#json(response, ...answer);
  }

  #tooLong(response: ServerResponse, answer: Answer): void {
    this.longAnswers++;
    const { longAnswer } = this.behaviour;
    if (longAnswer === 'too-large') this.#json(response, 413, { error: 'too_large' });
    else if (longAnswer === 'proxy-timeout') timeOut(response);
    else this.#cut(response, answer, longAnswer === 'broken-off');
  }

  /** @param isBrokenOff ends before all bytes that the header announces are sent */
  #cut(response: ServerResponse, [status, value]: Answer, isBrokenOff = false): void {
    const text = JSON.stringify(value);
    this.answeredBytes += text.length;
    const cut = text.slice(0, Math.floor(text.length / 2));
    const length = Buffer.byteLength(isBrokenOff ? text : cut);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
    if (isBrokenOff) response.write(cut, () => response.destroy());
    else response.end(cut);
  }

  #json(response: ServerResponse, status: number, value: unknown): void {
    if (response.destroyed) return;
    const text = JSON.stringify(value);
    this.answeredBytes += text.length;
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }

  /** Each fault comes once before any comes again, so that short runs have them all. */
  #fault(method: string, label: string): Fault | undefined {
    const { faults, percent } = this.behaviour;
    if (method === 'OPTIONS' || label.endsWith('longpoll') || faults.length === 0) return undefined;
    if (this.#random() * 100 >= percent) return undefined;
    const times = faults.map((fault) => this.faulted.get(fault) ?? 0);
    const next = faults.filter((_, at) => times[at] === Math.min(...times));
    return next[Math.floor(this.#random() * next.length)];
  }

  async #handle(method: string, url: URL, text: string, request: IncomingMessage): Promise<Answer> {
    if (url.pathname === '/') return [200, { couchdb: 'Welcome', version: '3.5.0', uuid: this.#uuid }];
    const [, database, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (database !== this.database) return [404, { error: 'not_found', reason: 'Database does not exist.' }];
    const path = rest.join('/');
    const query = url.searchParams;
    if (path === '') return [200, { db_name: this.database, update_seq: this.position, instance_start_time: '0' }];
    if (path === '_changes') return [200, await this.#changes(query, request)];
    if (path === '_bulk_get') return [200, this.bulkGet(JSON.parse(text))];
    if (path === '_all_docs') return [200, this.allDocs(query, text)];
    if (this.readOnly && method === 'PUT') return [403, { error: 'forbidden' }];
    if (path.startsWith('_local/')) return [201, { ok: true }];
    // A device that closed the connection has given up on the request, so it may send the same again.
    const device = request.socket.destroyed ? undefined : request.headers['x-device'];
    if (path === '_bulk_docs') return [201, this.#bulk(JSON.parse(text), device)];
    const found = method === 'GET' && this.read(path, query.get('rev'));
    return found ? [200, found] : [404, { error: 'not_found' }];
  }

  async #changes(query: URLSearchParams, request: IncomingMessage): Promise<unknown> {
    if (query.get('feed') === 'longpoll') {
      const wait = Math.min(this.longestWait, Number(query.get('timeout')) || 25_000);
      const hasEnded = new Promise<void>((resolve) => void request.once('close', resolve));
      await this.change(query.get('since') ?? '0', wait, hasEnded);
    }
    return this.changes(query, this.behaviour.wildSequences);
  }

  #bulk({ docs }: { docs: Fields[] }, device: string | string[] | undefined): { id: string; rev?: string }[] {
    const names = docs.filter(({ d }) => typeof d === 'string').map(({ _id, d }) => recordOf(String(_id), String(d)));
    this.resent.push(names.filter((name) => this.#seen.has(name)).length);
    for (const name of names) this.#seen.add(name);
    const before = docs.map(({ _id }) => this.read(String(_id), null)?.d);
    const results = docs.map((doc): { id: string; rev?: string } => {
      const refused = { id: String(doc._id), error: this.refusal(doc) };
      return refused.error === undefined ? this.put([doc])[0]! : refused;
    });
    for (const [at, { d }] of docs.entries()) {
      const { id, rev } = results[at]!;
      if (typeof device === 'string' && typeof d === 'string')
        this.resends.sent(device, recordOf(id, d), { taken: rev !== undefined, replaces: d !== before[at] });
    }
    return results;
  }
}

type Answer = [status: number, value: unknown];

const recordOf = (id: string, data: string): string => `${id} ${data.slice(-TAG_CHARACTERS)}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
