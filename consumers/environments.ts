import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from '../scripts/serve.mjs';
import { ROOT } from '../scripts/setup.mjs';
import { BOUND, DOCUMENTS, WITHOUT_READERS } from './expected.ts';
import { copyAssets, freePort, plainModules, remove, run, type Started, startServer } from './work-folder.ts';

export interface Environment {
  template: 'app' | 'next' | 'plain' | 'pwa' | 'extension' | 'frameworks' | 'angular' | 'documents';
  /** For an extension, returns the folder to load. */
  start(folder: string): Promise<Started | { extension: string }>;
  /** Each page has its own proof. Default: `/`. */
  pages?: readonly string[];
  /** Expected result of each page's proof: values, or patterns. Default: that of `app/proof.js`. */
  expected?: { readonly [name: string]: unknown };
  /** Visited before the network is cut. */
  offlineAfter?: string;
}

async function serveBundle(folder: string, out: string): Promise<Started> {
  cpSync(join(folder, 'index.html'), join(folder, out, 'index.html'));
  await copyAssets(folder, join(out, 'hybrid-search'));
  return serveFolder(join(folder, out));
}

/** For bundlers that leave `new URL(…, import.meta.url)` unchanged. */
async function serveBeside(folder: string, out: string): Promise<Started> {
  cpSync(join(import.meta.dirname, 'plain', 'index.html'), join(folder, out, 'index.html'));
  await copyAssets(folder, out);
  return serveFolder(join(folder, out));
}

/** The guide names the file before each block. */
function writeGuide(folder: string, leftOut = ''): void {
  const guide = readFileSync(join(ROOT, 'docs', 'guides', 'frameworks.md'), 'utf8');
  for (const [, file = '', code = ''] of guide.matchAll(/^`([\w.-]+)`:\n\n```\w+\n([\s\S]*?)^```/gm)) {
    // The default model isn't installed here, so it must not be loaded.
    writeFileSync(join(folder, file), code.replace(leftOut, '').replace("'notes'", "'notes', modelLoad: 'manual'"));
  }
}

function documentedPolicy(): string {
  const manual = readFileSync(join(ROOT, 'docs', 'USING.md'), 'utf8');
  const policy = /^`(default-src 'none';[^`]+)`/m.exec(manual)?.[1];
  if (!policy) throw new Error('docs/USING.md names no content policy');
  return policy;
}

function writePrecache(site: string): void {
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(site.length));
  writeFileSync(join(site, 'precache.json'), JSON.stringify(['/', ...paths]));
}

export const ENVIRONMENTS: { readonly [name: string]: Environment } = {
  plain: {
    template: 'plain',
    pages: ['/some/sub-path/'],
    async start(folder) {
      plainModules(folder, 'site/some/sub-path');
      cpSync(join(folder, 'index.html'), join(folder, 'site/some/sub-path/index.html'));
      await copyAssets(folder, 'site/some/sub-path/lib');
      return serveFolder(join(folder, 'site'));
    },
  },
  'without-readers': {
    template: 'plain',
    expected: WITHOUT_READERS,
    async start(folder) {
      plainModules(folder, 'without-readers');
      cpSync(join(folder, 'index.html'), join(folder, 'without-readers/index.html'));
      await copyAssets(folder, 'without-readers/lib');
      for (const path of ['documents', 'models/PP-OCRv4']) remove(join(folder, 'without-readers/lib', path));
      return serveFolder(join(folder, 'without-readers'));
    },
  },
  'vite-dev': {
    template: 'app',
    async start(folder) {
      await copyAssets(folder, 'public/hybrid-search');
      const port = await freePort();
      return startServer(folder, port, 'npx', 'vite', '--port', String(port), '--strictPort');
    },
  },
  'vite-build': {
    template: 'app',
    async start(folder) {
      await copyAssets(folder, 'public/hybrid-search');
      await run(folder, 'npx', 'vite', 'build', '--outDir', 'dist-vite');
      return serveFolder(join(folder, 'dist-vite'));
    },
  },
  webpack: {
    template: 'app',
    async start(folder) {
      await run(folder, 'npx', 'webpack');
      return serveBundle(folder, 'dist-webpack');
    },
  },
  esbuild: {
    template: 'app',
    async start(folder) {
      await run(folder, 'npx', 'esbuild', 'main.js', '--bundle', '--format=esm', '--outdir=dist-esbuild');
      return serveBeside(folder, 'dist-esbuild');
    },
  },
  rollup: {
    template: 'app',
    async start(folder) {
      await run(folder, 'npx', 'rollup', '-c');
      return serveBeside(folder, 'dist-rollup');
    },
  },
  next: {
    template: 'next',
    async start(folder) {
      cpSync(join(import.meta.dirname, 'app', 'proof.js'), join(folder, 'proof.js'));
      await copyAssets(folder, 'public/hybrid-search');
      await run(folder, 'npx', 'next', 'build');
      const port = await freePort();
      return startServer(folder, port, 'npx', 'next', 'start', '--port', String(port));
    },
  },
  frameworks: {
    template: 'frameworks',
    pages: ['/react.html', '/vue.html', '/svelte.html', '/lit.html'],
    expected: BOUND,
    async start(folder) {
      writeGuide(folder);
      await copyAssets(folder, 'public/hybrid-search');
      await run(folder, 'npx', 'vite', 'build');
      return serveFolder(join(folder, 'dist'));
    },
  },
  angular: {
    template: 'angular',
    expected: BOUND,
    async start(folder) {
      cpSync(join(import.meta.dirname, 'frameworks', 'proof.js'), join(folder, 'proof.js'));
      writeGuide(folder, ", assetBase: '/hybrid-search'");
      // Angular is built on esbuild, and like esbuild, it expects the workers next to the bundle.
      await copyAssets(folder, 'public');
      await run(folder, 'npx', 'ng', 'build');
      return serveFolder(join(folder, 'dist'));
    },
  },
  extension: {
    template: 'extension',
    pages: ['/popup.html'],
    async start(folder) {
      const unpacked = join(folder, 'extension');
      mkdirSync(unpacked);
      plainModules(folder, 'extension');
      cpSync(join(folder, 'manifest.json'), join(unpacked, 'manifest.json'));
      cpSync(join(import.meta.dirname, 'plain', 'index.html'), join(unpacked, 'popup.html'));
      await copyAssets(folder, 'extension/lib');
      return { extension: unpacked };
    },
  },
  documents: {
    template: 'documents',
    expected: DOCUMENTS,
    offlineAfter: '/',
    async start(folder) {
      await copyAssets(folder, 'public/hybrid-search');
      await run(folder, 'npx', 'vite', 'build');
      const site = join(folder, 'dist');
      writePrecache(site);
      return serveFolder(site, { extraHeaders: { 'content-security-policy': documentedPolicy() } });
    },
  },
  'service-worker': {
    template: 'pwa',
    offlineAfter: '/install.html',
    async start(folder) {
      plainModules(folder, 'site');
      for (const name of ['index.html', 'install.html', 'register.js', 'service-worker.js']) {
        cpSync(join(folder, name), join(folder, 'site', name));
      }
      await copyAssets(folder, 'site/lib');
      return serveFolder(join(folder, 'site'));
    },
  },
};
