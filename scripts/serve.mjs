/** Has no dependencies, because `npm start` loads it before packages are installed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { securityHeaders } from './headers.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
};

/** Files with a hash in their name never change. */
const HASHED = /-[\w-]{8,}\.\w+$/;

/**
 * @param {string} folder
 * @typedef {import('node:http').RequestListener} Route
 * @param {{ port?: number, strict?: boolean, pages?: Record<string, string>, extraHeaders?: Record<string, string>,
 *   routes?: Record<string, Route> }} [options]
 * Port 0 means any free port. `pages` are HTML documents in memory, by path. `routes` handle their own requests.
 * All other responses get `extraHeaders`, which replace ours of the same name.
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveFolder(
  folder,
  { port = 0, strict = true, pages = {}, extraHeaders = {}, routes = {} } = {},
) {
  const headers = { ...securityHeaders({ strict }), ...extraHeaders };
  const server = createServer(async (request, response) => {
    /** @type {(status: number, extra?: import('node:http').OutgoingHttpHeaders) => unknown} */
    const answer = (status, extra = {}) => response.writeHead(status, { ...headers, ...extra });
    let path;
    try {
      path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    } catch {
      answer(400);
      return response.end();
    }
    if (Object.hasOwn(routes, path)) return routes[path]?.(request, response);
    if (Object.hasOwn(pages, path)) {
      answer(200, { 'content-type': TYPES['.html'] });
      return response.end(pages[path]);
    }
    if (path.endsWith(sep)) path += 'index.html';
    const file = join(folder, path);
    const found = file.startsWith(folder + sep) ? await stat(file).catch(() => null) : null;
    if (!found?.isFile()) {
      answer(404, { 'content-type': 'text/plain' });
      return response.end('Not found');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer(405, { allow: 'GET, HEAD' });
      return response.end();
    }
    const base = {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'last-modified': found.mtime.toUTCString(),
    };
    const since = Date.parse(request.headers['if-modified-since'] ?? '');
    if (Math.floor(found.mtimeMs / 1000) * 1000 <= since) {
      answer(304, base);
      return response.end();
    }
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
    let start = 0;
    let end = found.size - 1;
    if (range && (range[1] || range[2])) {
      start = range[1] ? Number(range[1]) : Math.max(0, found.size - Number(range[2]));
      end = range[1] && range[2] ? Math.min(Number(range[2]), end) : end;
      if (start > end) {
        answer(416, { 'content-range': `bytes */${found.size}` });
        return response.end();
      }
      answer(206, {
        ...base,
        'content-length': end - start + 1,
        'content-range': `bytes ${start}-${end}/${found.size}`,
      });
    } else {
      answer(200, { ...base, 'content-length': found.size });
    }
    if (request.method === 'HEAD' || found.size === 0) return response.end();
    createReadStream(file, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve(undefined));
      }),
  };
}
