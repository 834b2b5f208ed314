import { loginOf } from '../../core/login-of.ts';
import type { JsonValue } from '../../core/record/memory.ts';
import { unlessAborted } from '../../protocol/deadline.ts';
import { SyncError } from '../sync-error.ts';

const TIMEOUT_MS = 30_000;

export interface CouchRequestOptions {
  /** Awaited for each request, because tokens expire. */
  headers(): Promise<[string, string][]>;
}

export interface RequestSettings {
  body?: JsonValue | string;
  signal?: AbortSignal;
  timeout?: number;
}

export type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, settings?: RequestSettings) => Promise<Answer>;

export interface Answer {
  status: number;
  json: unknown;
  bytes: number;
}

export interface CouchRequest {
  /** Rejects with `SyncError`. The statuses 404 and 409 count as answers. */
  ask: Ask;
  serverNow(): number | null;
  close(): void;
}

export function createCouchRequest(given: string, { headers }: CouchRequestOptions): CouchRequest {
  const { base, authorization } = addressOf(given);
  let scope = new AbortController();
  let isClosed = false;
  /** Milliseconds that the server's clock is ahead of ours. */
  let ahead: number | null = null;

  const ask: Ask = async (method, path, { body, signal, timeout = TIMEOUT_MS } = {}) => {
    const deadline = AbortSignal.timeout(timeout);
    const { signal: ended } = scope;
    const anyEnd = AbortSignal.any([ended, deadline, ...(signal ? [signal] : [])]);
    // The page's function may never settle.
    const added = await unlessAborted(headers(), anyEnd).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : cause;
      throw new SyncError('transport', `The headers of a request are missing: ${why}`, { cause });
    });
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    let response: Response;
    let text: string;
    try {
      response = await fetch(path === '/' ? new URL('/', base) : `${base}${path}`, {
        method,
        headers: [...authorization, ['Content-Type', 'application/json'], ...added],
        ...(sent !== undefined && { body: sent }),
        signal: anyEnd,
        // Chromium sends a new preflight for each request that bypasses the HTTP cache. A POST needn't bypass the
        // cache, because it's never answered from there.
        cache: method === 'GET' ? 'no-store' : 'default',
      });
      text = await response.text();
    } catch (cause) {
      if (deadline.aborted) endAll();
      const [shrink, unanswered] = [deadline.aborted, !ended.aborted];
      throw new SyncError('transport', 'The server can’t be reached', { cause, shrink, unanswered });
    }
    noteTime(response);
    if (!response.ok && response.status !== 404 && response.status !== 409) throw await failure(response, text);
    return { status: response.status, json: parse(response, text), bytes: text.length };
  };

  /** A preflight that never settles blocks all later requests, even repeated ones, until all of them are aborted. */
  const endAll = (): void => {
    scope.abort();
    if (!isClosed) scope = new AbortController();
  };

  const noteTime = (response: Response): void => {
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) ahead = date - Date.now();
  };

  return {
    ask,
    serverNow: () => (ahead === null ? null : Date.now() + ahead),
    close() {
      isClosed = true;
      endAll();
    },
  };
}

/** Moves the login from the URL to a header, because `fetch` refuses URLs that contain a name and a password. */
export function addressOf(given: string): { base: string; authorization: [string, string][] } {
  const url = new URL(given);
  const { user, password } = loginOf(url);
  url.username = '';
  url.password = '';
  const base = url.href.replace(/\/+$/, '');
  if (user === '') return { base, authorization: [] };
  const login = new TextEncoder().encode(`${user}:${password}`);
  return { base, authorization: [['Authorization', `Basic ${btoa(String.fromCharCode(...login))}`]] };
}

function parse(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A truncated body may arrive complete next time. A web page in place of JSON won't.
    const isCut = /json/.test(response.headers.get('content-type') ?? '');
    throw new SyncError(isCut ? 'transport' : 'protocol', 'The server didn’t answer with JSON', {
      cause,
      shrink: isCut,
    });
  }
}

async function failure(response: Response, text: string): Promise<SyncError> {
  const { status } = response;
  if (status === 401 || status === 403) return new SyncError('authentication', `The server refuses access (${status})`);
  if (status === 507 || /enospc|no space left/i.test(text))
    return new SyncError('full', 'The disk of the server is full');
  const isPassing = status === 408 || status === 413 || status === 429 || status >= 500;
  if (!isPassing) return new SyncError('protocol', `The server answered ${status}`);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new SyncError('transport', `The server answered ${status}`, {
    tooLarge: status === 413,
    shrink: status === 413 || status === 408 || status === 504 || status === 524,
    ...(Number.isFinite(seconds) && { retryAfter: seconds * 1_000 }),
  });
}
