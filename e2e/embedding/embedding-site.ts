import { readFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { pictureModelFile } from '../../scripts/build/picture-model.ts';
import { runtimeGlue } from '../../scripts/build/runtime-glue.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const runtime = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));

export interface Answer {
  status?: number;
  type?: string;
  headers?: OutgoingHttpHeaders;
  body: Buffer;
  cutAt?: number | undefined;
}

export interface EmbeddingSite {
  url: string;
  /** Called with the original body, the number of the request, and the requested range. */
  spoil: Map<string, (good: Buffer, request: number, range: string | undefined) => Answer>;
  requests: Map<string, number>;
  /** By path: how many bytes are sent before the answer stops, with its connection left open. */
  hold: Map<string, number>;
  isolated: boolean;
  /** Bundled scripts always get `no-store`. */
  caching: string;
  close(): Promise<void>;
}

const TYPES: { [ending: string]: string } = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  wasm: 'application/wasm',
  json: 'application/json',
  html: 'text/html',
};

async function bundle(): Promise<Map<string, string>> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [runtimeGlue()],
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'production'] },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: {
          worker: join(root, 'src/embedding/worker.ts'),
          harness: join(root, 'src/testing/embedding-harness.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const { output } = result as { output: { type: string; fileName: string; code?: string }[] };
  return new Map(output.flatMap((file) => (file.code === undefined ? [] : [[`/${file.fileName}`, file.code]])));
}

function fileOf(path: string): Buffer {
  if (path.startsWith('/ort/')) return readFileSync(join(runtime, path.slice('/ort/'.length)));
  if (path.startsWith('/models/tiny-')) return readFileSync(join(root, 'e2e/fixtures', path.slice('/models/'.length)));
  const ofPictures = /^\/models\/(?:PP-OCRv4|own\/reader)\/(.+)$/.exec(path)?.[1];
  return readFileSync((ofPictures && pictureModelFile(ofPictures)) ?? join(root, 'public', path));
}

export async function serveEmbedding(): Promise<EmbeddingSite> {
  const code = await bundle();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const asked = (site.requests.get(path) ?? 0) + 1;
    site.requests.set(path, asked);
    let answer: Answer;
    try {
      if (path === '/') answer = { type: 'text/html', body: Buffer.from('<!doctype html><title>embedding</title>') };
      else answer = { body: code.has(path) ? Buffer.from(code.get(path)!) : fileOf(path) };
      const spoil = site.spoil.get(path);
      if (spoil) answer = spoil(answer.body, asked, request.headers.range);
    } catch {
      answer = { status: 404, type: 'text/plain', body: Buffer.from('not found') };
    }
    response.writeHead(answer.status ?? 200, {
      'content-type': answer.type ?? TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream',
      'cache-control': code.has(path) ? 'no-store' : site.caching,
      ...(site.isolated
        ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
        : {}),
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'",
      ...answer.headers,
    });
    const held = site.hold.get(path);
    if (held !== undefined) response.write(answer.body.subarray(0, held));
    else if (answer.cutAt === undefined) response.end(answer.body);
    else response.write(answer.body.subarray(0, answer.cutAt), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: EmbeddingSite = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    spoil: new Map(),
    hold: new Map(),
    requests: new Map(),
    isolated: true,
    caching: 'max-age=3600',
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return site;
}
