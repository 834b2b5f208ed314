/** Tests can make this server misbehave more than CouchDB does. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Resends } from './resends.ts';

export const FAULTS = [
  'unauthorized',
  'too-large',
  'too-many',
  'internal',
  'proxy-timeout',
  'cut',
  'html',
  'lost-ack',
  'disconnect',
  'disk-full',
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface ServerBehaviour {
  faults: readonly Fault[];
  /** Percentage of requests. */
  percent: number;
  /** The change feed repeats and shuffles its rows, so `last_seq` may not be the last row's. */
  wildSequences: boolean;
  /** Requests with longer bodies get 413. */
  maxBytes: number;
  maxAnswerBytes: number;
  longAnswer: 'too-large' | 'cut' | 'proxy-timeout' | 'broken-off';
}

interface Revision {
  rev: string;
  deleted: boolean;
  body: { [field: string]: unknown };
}

interface Stored {
  id: string;
  /** The winning revision is last. */
  revisions: Revision[];
  conflicts: string[];
  seq: number;
}

/** Setting `[cors] exposed_headers` replaces these. */
const EXPOSED = 'accept-ranges, etag, server, x-couch-request-id, x-couch-update-newrev, x-couchdb-body-time';
/** CouchDB's default. */
const PREFLIGHT_SECONDS = 600;
const SLOW_MS = 50;
/** The last characters are most of a record's authentication tag. */
const TAG_CHARACTERS = 20;

const CALM: ServerBehaviour = {
  faults: [],
  percent: 0,
  wildSequences: false,
  maxBytes: 8_000_000,
  maxAnswerBytes: Number.POSITIVE_INFINITY,
  longAnswer: 'cut',
};

export class CouchDouble {
  readonly database = 'memories';
  behaviour: ServerBehaviour = { ...CALM };
  cors = {
    origin: true,
    headers: 'authorization, content-type, x-device',
    methods: 'GET, POST, PUT',
    exposed: EXPOSED,
  };
  cacheControl = 'must-revalidate';
  /** As `name:password`. Requests to the root don't need it. */
  login: string | null = null;
  minutesAhead = 0;
  readOnly = false;
  /** In milliseconds. */
  longestWait = Number.POSITIVE_INFINITY;
  isDown = false;
  /** As `METHOD path`. */
  readonly requests: string[] = [];
  sentBytes = 0;
  answeredBytes = 0;
  longAnswers = 0;
  readonly faulted = new Map<Fault, number>();
  /** By `_bulk_docs` request, the number of records that had already arrived with the same bytes. */
  readonly resent: number[] = [];
  /** Only for devices that name themselves in the header `x-device`. */
  readonly resends = new Resends();
  before: (request: string) => Promise<void> = async () => {};
  #docs = new Map<string, Stored>();
  #seq = 0;
  #uuid = randomBytes(16).toString('hex');
  #server: Server;
  #waiting = new Set<() => void>();
  #seen = new Set<string>();
  #random: () => number;

  private constructor(server: Server, random: () => number) {
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
    this.#server.closeAllConnections();
  }

  dump(): string {
    return JSON.stringify([...this.#docs.values()]);
  }

  documents(): { id: string; body: { [field: string]: unknown } }[] {
    return [...this.#docs.values()]
      .filter((doc) => !winner(doc).deleted)
      .map((doc) => ({ id: doc.id, body: winner(doc).body }));
  }

  backUp(): () => void {
    const saved = structuredClone([...this.#docs]);
    const seq = this.#seq;
    return () => {
      this.#docs = new Map(structuredClone(saved));
      this.#seq = seq;
      // Stopping a server for a restore closes its connections too.
      this.dropConnections();
    };
  }

  /** As if another server with a copy of the database now answered at this address. */
  rename(): void {
    this.#uuid = randomBytes(16).toString('hex');
  }

  recreate(): void {
    this.#docs.clear();
    this.#seq = 0;
    this.#wake();
  }

  copyTo(other: CouchDouble): void {
    other.#docs = new Map(structuredClone([...this.#docs]));
    other.#seq = this.#seq;
  }

  overwrite(id: string, body: { [field: string]: unknown }): void {
    this.#store(id, { rev: this.#nextRev(this.#docs.get(id)), deleted: false, body });
  }

  /** This can happen in a cluster. */
  branch(id: string, body: { [field: string]: unknown }): void {
    const doc = this.#docs.get(id)!;
    const rev = `${generationOf(winner(doc).rev)}-0${randomBytes(15).toString('hex')}`;
    doc.revisions.unshift({ rev, deleted: false, body });
    doc.conflicts.push(rev);
    doc.seq = ++this.#seq;
    this.#wake();
  }

  conflictsOf(id: string): number {
    return this.#docs.get(id)?.conflicts.length ?? 0;
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
      return this.#json(response, status, { error });
    }
    if (body.length > this.behaviour.maxBytes) return this.#json(response, 413, { error: 'too_large' });
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

  #fault(method: string, label: string): Fault | undefined {
    const { faults, percent } = this.behaviour;
    if (method === 'OPTIONS' || label.endsWith('longpoll') || faults.length === 0) return undefined;
    if (this.#random() * 100 >= percent) return undefined;
    return faults[Math.floor(this.#random() * faults.length)];
  }

  async #handle(method: string, url: URL, text: string, request: IncomingMessage): Promise<Answer> {
    if (url.pathname === '/') return [200, { couchdb: 'Welcome', version: '3.5.0', uuid: this.#uuid }];
    const [, database, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (database !== this.database) return [404, { error: 'not_found', reason: 'Database does not exist.' }];
    const path = rest.join('/');
    const query = url.searchParams;
    if (path === '')
      return [200, { db_name: this.database, update_seq: this.#name(this.#seq), instance_start_time: '0' }];
    if (path === '_changes') return [200, await this.#changes(query, request)];
    if (path === '_bulk_get') return [200, this.#bulkGet(JSON.parse(text))];
    if (path === '_all_docs') return [200, this.#allDocs(query, text)];
    if (this.readOnly && method === 'PUT') return [403, { error: 'forbidden' }];
    if (path.startsWith('_local/')) return [201, { ok: true }];
    if (path === '_bulk_docs') return [201, this.#bulk(JSON.parse(text), request.headers['x-device'])];
    const doc = this.#docs.get(path);
    const wanted = query.get('rev');
    const revision = doc && (wanted ? doc.revisions.find(({ rev }) => rev === wanted) : winner(doc));
    if (method !== 'GET' || !doc || !revision || (!wanted && revision.deleted)) return [404, { error: 'not_found' }];
    return [200, plain(doc, revision)];
  }

  async #changes(query: URLSearchParams, request: IncomingMessage): Promise<unknown> {
    const since = this.#number(query.get('since') ?? '0');
    const limit = Math.max(1, Number(query.get('limit') ?? 1e9));
    if (query.get('feed') === 'longpoll' && since >= this.#seq)
      await this.#change(Math.min(this.longestWait, Number(query.get('timeout')) || 25_000), request);
    const after = [...this.#docs.values()].filter(({ seq }) => seq > since).sort((a, b) => a.seq - b.seq);
    const docs = after.slice(0, limit);
    const last = docs.at(-1)?.seq ?? Math.min(since, this.#seq);
    const results = docs.map((doc) => ({
      id: doc.id,
      seq: this.#name(doc.seq),
      changes: [{ rev: winner(doc).rev }],
      ...(winner(doc).deleted && { deleted: true }),
      ...(query.get('include_docs') === 'true' && { doc: plain(doc, winner(doc)) }),
    }));
    if (!this.behaviour.wildSequences)
      return { results, last_seq: this.#name(last), pending: after.length - docs.length };
    // CouchDB only promises that the rows contain every change up to `last_seq`.
    const shuffled = results.map((row) => ({ row, at: this.#random() })).sort((a, b) => a.at - b.at);
    const rows = shuffled.map(({ row }) => row);
    if (rows.length > 0 && this.#random() < 0.5) rows.unshift(rows[Math.floor(this.#random() * rows.length)]!);
    return { results: rows, last_seq: this.#name(last) };
  }

  #change(timeout: number, request: IncomingMessage): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeout);
      this.#waiting.add(done);
      request.once('close', done);
    });
  }

  #allDocs(query: URLSearchParams, text: string): unknown {
    const row = (doc: Stored) => {
      const { rev, deleted } = winner(doc);
      const value = deleted ? { rev, deleted } : { rev };
      return { id: doc.id, key: doc.id, value, doc: deleted ? null : plain(doc, winner(doc)) };
    };
    if (text !== '') {
      const { keys } = JSON.parse(text) as { keys: string[] };
      const found = keys.map((key) => this.#docs.get(key));
      return { rows: found.map((doc, at) => (doc ? row(doc) : { key: keys[at], error: 'not_found' })) };
    }
    const start = JSON.parse(query.get('startkey') ?? '""') as string;
    const live = [...this.#docs.values()].filter((doc) => !winner(doc).deleted && doc.id >= start);
    live.sort((a, b) => (a.id < b.id ? -1 : 1));
    return { total_rows: live.length, offset: 0, rows: live.slice(0, Number(query.get('limit') ?? 1e9)).map(row) };
  }

  /** CouchDB's own replication and PouchDB use `_bulk_get`. */
  #bulkGet({ docs }: { docs: { id: string; rev: string }[] }): unknown {
    const found = docs.map(({ id, rev }) => {
      const doc = this.#docs.get(id);
      const at = doc?.revisions.findIndex((revision) => revision.rev === rev) ?? -1;
      if (!doc || at < 0) return { id, docs: [{ error: { id, rev, error: 'not_found', reason: 'missing' } }] };
      const ids = doc.revisions.slice(0, at + 1).map((revision) => revision.rev.split('-')[1]);
      const _revisions = { start: generationOf(rev), ids: ids.reverse() };
      return { id, docs: [{ ok: { ...plain(doc, doc.revisions[at]!), _revisions } }] };
    });
    return { results: found };
  }

  #bulk(sent: { docs: Fields[] }, device: string | string[] | undefined): { id: string; rev?: string }[] {
    const results = this.#takeAll(sent);
    for (const [at, { d }] of sent.docs.entries()) {
      const { id, rev } = results[at]!;
      if (typeof device === 'string' && typeof d === 'string')
        this.resends.sent(device, recordOf(id, d), rev !== undefined);
    }
    return results;
  }

  #takeAll({ docs }: { docs: Fields[] }): { id: string; rev?: string }[] {
    const names = docs.filter(({ d }) => typeof d === 'string').map(({ _id, d }) => recordOf(String(_id), String(d)));
    this.resent.push(names.filter((name) => this.#seen.has(name)).length);
    for (const name of names) this.#seen.add(name);
    return docs.map(({ _id, _rev, _deleted, ...body }) => {
      const id = String(_id);
      const current = this.#docs.get(id);
      const branch = current?.conflicts.indexOf(String(_rev)) ?? -1;
      if (current && branch >= 0 && _deleted) {
        current.conflicts.splice(branch, 1);
        return { ok: true, id, rev: `${generationOf(String(_rev)) + 1}-${randomBytes(16).toString('hex')}` };
      }
      const free = !current || (winner(current).deleted && _rev === undefined);
      if (!free && winner(current).rev !== _rev) return { id, error: 'conflict', reason: 'Document update conflict.' };
      if (!current && _rev !== undefined) return { id, error: 'conflict', reason: 'Document update conflict.' };
      const rev = this.#nextRev(current);
      this.#store(id, { rev, deleted: _deleted === true, body });
      return { ok: true, id, rev };
    });
  }

  #store(id: string, revision: Revision): void {
    const doc = this.#docs.get(id) ?? { id, revisions: [], conflicts: [], seq: 0 };
    doc.revisions.push(revision);
    doc.seq = ++this.#seq;
    this.#docs.set(id, doc);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of [...this.#waiting]) resolve();
  }

  #nextRev(doc: Stored | undefined): string {
    return `${(doc ? generationOf(winner(doc).rev) : 0) + 1}-${randomBytes(16).toString('hex')}`;
  }

  /** Like a cluster's sequences, the suffix is different each time. */
  #name(seq: number): string {
    return seq === 0 ? '0' : `${seq}-${randomBytes(12).toString('base64url')}`;
  }

  #number(name: string): number {
    return Number.parseInt(name, 10) || 0;
  }
}

interface Fields {
  [field: string]: unknown;
}

const recordOf = (id: string, data: string): string => `${id} ${data.slice(-TAG_CHARACTERS)}`;

type Answer = [status: number, value: unknown];

/** Proxies don't send CORS headers. */
function timeOut(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(524).end('a timeout occurred');
}

const PLAIN_FAULTS: { readonly [fault: string]: [status: number, error: string] } = {
  unauthorized: [401, 'unauthorized'],
  'too-large': [413, 'too_large'],
  'too-many': [429, 'too_many_requests'],
  internal: [500, 'internal_server_error'],
  'disk-full': [507, 'enospc'],
};

const winner = ({ revisions }: Stored): Revision => revisions.at(-1)!;
const generationOf = (rev: string): number => Number.parseInt(rev, 10);

function plain(doc: Stored, { rev, deleted, body }: Revision): { [field: string]: unknown } {
  return {
    _id: doc.id,
    _rev: rev,
    ...(deleted && { _deleted: true }),
    ...(doc.conflicts.length > 0 && { _conflicts: doc.conflicts }),
    ...body,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
