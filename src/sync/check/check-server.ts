/**
 * Finds out why a server can't be used. A browser doesn't say why a request failed. So each step tests one more thing
 * than the step before it, and the first failure shows the cause.
 */
import { isPlainObject } from '../../core/record/json.ts';
import type { SyncFinding, SyncStep } from '../../protocol/sync-api.ts';
import { KEYS_ID } from '../format/keys-document.ts';
import { addressOf } from '../transport/couch-request.ts';

export interface CheckOptions {
  url: string;
  headers(): Promise<[string, string][]>;
  origin: string;
  fetch?: typeof fetch;
}

export const SYNC_STEPS: readonly SyncStep[] = [
  'tls',
  'reachable',
  'cors-origin',
  'cors-headers',
  'credentials',
  'database',
  'cors-methods',
  'write',
  'body-limit',
  'clock',
];

/** Bytes of the test request, about as many as in a full batch of records. */
const LARGE_BODY = 900_000;
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
const TIMEOUT_MS = 15_000;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Runs the steps in order. After the first failure, the remaining steps have `ok: null`. */
export async function checkServer(options: CheckOptions): Promise<SyncFinding[]> {
  const check = new Check(options);
  const found = new Map<SyncStep, SyncFinding>();
  for (const step of SYNC_STEPS) {
    const finding = await check.take(step);
    found.set(step, finding);
    if (finding.ok === false) break;
  }
  return SYNC_STEPS.map((step) => found.get(step) ?? { step, ok: null });
}

class Check {
  readonly #options: CheckOptions;
  readonly #url: URL;
  readonly #base: string;
  readonly #authorization: [string, string][];
  readonly #fetch: typeof fetch;
  #database: Response | null = null;
  #written = 0;
  #clock: number | null = null;

  constructor(options: CheckOptions) {
    this.#options = options;
    const { base, authorization } = addressOf(options.url);
    this.#url = new URL(base);
    this.#base = base;
    this.#authorization = authorization;
    this.#fetch = options.fetch ?? fetch.bind(globalThis);
  }

  async take(step: SyncStep): Promise<SyncFinding> {
    const failure = await this.#steps[step]();
    if (failure === undefined) return { step, ok: null };
    if (failure === null) return { step, ok: true, ...(step === 'database' && { inUse: await this.#isInUse() }) };
    return { step, ok: false, ...failure };
  }

  async #isInUse(): Promise<boolean> {
    return (await this.#try(`/${KEYS_ID}`, { headers: await this.#headers() }))?.status === 200;
  }

  /** A step returns null if it passed, undefined if there's no way to know, and otherwise what to change. */
  readonly #steps: {
    [step in SyncStep]: () => Promise<(Omit<SyncFinding, 'step' | 'ok'> & { ok?: null }) | null | undefined>;
  } = {
    tls: async () => {
      const { protocol, hostname } = this.#url;
      if (protocol === 'https:' || LOOPBACK.test(hostname)) return null;
      return { change: '[ssl] enable = true' };
    },
    reachable: async () => {
      const answer = (await this.#try('/', { mode: 'no-cors' })) ?? (await this.#try('/', {}));
      // Without CORS headers, a cross-origin isolated page gets no answer, even from a running server.
      if (!answer && globalThis.crossOriginIsolated) return undefined;
      return answer ? null : { change: '[chttpd] bind_address = 0.0.0.0' };
    },
    'cors-origin': async () => {
      const answer = await this.#try('/', {});
      if (answer) return null;
      return { change: `[chttpd] enable_cors = true\n[cors] origins = ${this.#options.origin}` };
    },
    'cors-headers': async () => {
      const own = (await this.#headers()).map(([name]) => name.toLowerCase());
      this.#database = await this.#try('', { headers: await this.#headers() });
      if (this.#database) return null;
      return { change: `[cors] headers = ${[...new Set(['accept', 'authorization', ...own, 'origin'])].join(', ')}` };
    },
    credentials: async () => {
      const { status } = this.#database!;
      return status === 401 || status === 403
        ? { change: `[admins] or /_users: a name and a password that may read ${this.#name}`, status }
        : null;
    },
    database: async () => {
      const { status } = this.#database!;
      const about: unknown = await this.#database!.json().catch(() => null);
      if (status === 200 && isPlainObject(about) && typeof about.db_name === 'string') return null;
      return { change: `curl -X PUT ${this.#base}`, status };
    },
    'cors-methods': async () => {
      const answer = await this.#try('/_local/hybrid-search-check', { method: 'PUT', body: '{}' });
      if (!answer) return { change: '[cors] methods = GET, PUT, POST, HEAD, DELETE' };
      this.#written = answer.status;
      return null;
    },
    write: async () => {
      const status = this.#written;
      // 409: an earlier check wrote the document.
      if (status === 409 || (status >= 200 && status < 300)) return null;
      return { change: `curl -X PUT ${this.#base}/_security -d '{"members": {"names": ["NAME"]}}'`, status };
    },
    'body-limit': async () => {
      const body = JSON.stringify({ docs: [], filler: 'x'.repeat(LARGE_BODY) });
      const answer = await this.#try('/_bulk_docs', { method: 'POST', body });
      if (answer && answer.status !== 413) return null;
      const change = '[chttpd] max_http_request_size = 4294967296\nnginx: client_max_body_size 8m;';
      return { change, ...(answer && { status: answer.status }) };
    },
    clock: async () => {
      if (this.#clock === null) return { ok: null, change: '[cors] exposed_headers = date' };
      return Math.abs(this.#clock) <= MAX_CLOCK_DIFFERENCE_MS ? null : { change: 'timedatectl set-ntp true' };
    },
  };

  get #name(): string {
    return this.#url.pathname.slice(1);
  }

  async #headers(): Promise<[string, string][]> {
    return [...this.#authorization, ['Content-Type', 'application/json'], ...(await this.#options.headers())];
  }

  async #try(path: string, init: RequestInit): Promise<Response | null> {
    const address = path === '/' ? new URL('/', this.#url).href : `${this.#base}${path}`;
    const headers = init.body === undefined ? init.headers : await this.#headers();
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await this.#fetch(address, { cache: 'no-store', signal, ...init, ...(headers && { headers }) });
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (!Number.isNaN(date)) this.#clock = date - Date.now();
      return answer;
    } catch {
      return null;
    }
  }
}
