/** Where a browser has no DevTools, the page polls for the next call. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { securityHeaders } from '../../scripts/headers.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { ROOT, run } from '../../scripts/setup.mjs';
import type { Driver } from './page-driver.ts';

const page = (head: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>proof</title>${head}<body></body></html>`;
const DRIVER = '<script type="module" src="/driver.js"></script>';

export interface Tab {
  run<Name extends keyof Driver>(
    name: Name,
    ...args: Parameters<Driver[Name]>
  ): Promise<Awaited<ReturnType<Driver[Name]>>>;
}

export interface ClientSite {
  url: string;
  port: number;
  driven(): { url: string; tab: Tab };
  dropDriven(): void;
  close(): Promise<void>;
}

const POLICY = securityHeaders({ strict: true })['content-security-policy']!.replace(
  "connect-src 'self'",
  "connect-src 'self' http://127.0.0.1:*",
);

/** @param built folder of the built app; if omitted, builds the app now */
export async function serveClient(built?: string): Promise<ClientSite> {
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-proof-'));
  if (built === undefined && run('npx', ['vite', 'build', '--mode', 'test', '--logLevel', 'error']) !== 0) {
    throw new Error('The build failed');
  }
  copySite(built ?? join(ROOT, 'site'), folder);
  writeFileSync(join(folder, 'driver.js'), await driverCode());
  const channel = new DrivenTabs();
  const server = await serveFolder(folder, {
    pages: { '/proof': page(DRIVER), '/driven': page(DRIVER) },
    extraHeaders: { 'content-security-policy': POLICY },
    routes: {
      '/next': (request, response) => channel.next(request, response),
      '/done': (request, response) => channel.done(request, response),
    },
  });
  return {
    url: `${server.url}/proof`,
    port: Number(new URL(server.url).port),
    driven() {
      const { key, tab } = channel.create();
      return { url: `${server.url}/driven?tab=${key}`, tab };
    },
    dropDriven: () => channel.drop(),
    async close() {
      channel.drop();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A later build doesn't change a running proof. */
function copySite(built: string, folder: string): void {
  for (const name of readdirSync(built)) {
    if (statSync(join(built, name)).isFile()) copyFileSync(join(built, name), join(folder, name));
  }
  symlinkSync(join(built, 'ort'), join(folder, 'ort'));
  mkdirSync(join(folder, 'models'));
  symlinkSync(join(ROOT, 'e2e/fixtures/tiny-encoder'), join(folder, 'models/tiny-encoder'));
}

async function driverCode(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('page-driver.ts', import.meta.url)), formats: ['es'], fileName: 'driver' },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { type: string; code?: string }[] };
  return output.find(({ type }) => type === 'chunk')?.code ?? '';
}

interface Call {
  id: number;
  name: string;
  args: unknown[];
  resolve(value: unknown): void;
  reject(error: Error): void;
}

class DrivenTabs {
  readonly #tabs = new Map<string, { waiting: Call[]; sent: Map<number, Call>; idle?: ServerResponse }>();
  #next = 0;

  create(): { key: string; tab: Tab } {
    const key = `t${++this.#next}`;
    const state = { waiting: [] as Call[], sent: new Map<number, Call>() };
    this.#tabs.set(key, state);
    const run = (name: string, ...args: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (this.#tabs.get(key) !== state) return reject(new Error('The tab is gone'));
        state.waiting.push({ id: ++this.#next, name, args, resolve, reject });
        this.#hand(key);
      });
    return { key, tab: { run: run as Tab['run'] } };
  }

  drop(): void {
    for (const { waiting, sent, idle } of this.#tabs.values()) {
      idle?.writeHead(410).end();
      for (const call of [...waiting, ...sent.values()]) call.reject(new Error('The tab is gone'));
    }
    this.#tabs.clear();
  }

  next(request: IncomingMessage, response: ServerResponse): void {
    const key = keyOf(request);
    const state = this.#tabs.get(key);
    if (!state) return void response.writeHead(410).end();
    state.idle = response;
    this.#hand(key);
  }

  done(request: IncomingMessage, response: ServerResponse): void {
    const state = this.#tabs.get(keyOf(request));
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.once('end', () => {
      const { id, value, error } = JSON.parse(body) as { id: number; value: unknown; error?: { message: string } };
      const call = state?.sent.get(id);
      state?.sent.delete(id);
      if (error) call?.reject(new Error(error.message));
      else call?.resolve(value);
      response.writeHead(204).end();
    });
  }

  #hand(key: string): void {
    const state = this.#tabs.get(key);
    if (!state?.idle || state.waiting.length === 0) return;
    const call = state.waiting.shift()!;
    state.sent.set(call.id, call);
    const { id, name, args } = call;
    state.idle.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id, name, args }));
    delete state.idle;
  }
}

const keyOf = (request: IncomingMessage): string =>
  new URL(request.url ?? '/', 'http://localhost').searchParams.get('tab') ?? '';
