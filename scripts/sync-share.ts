/**
 * Prints what the engine's side of sync adds to the engine worker: the difference in gzip bytes between the worker and
 * one without `sync-access.ts` and what only that imports. Fails if it's more than 1 kB.
 *
 * Usage: npx tsx scripts/sync-share.ts
 */
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { singleFile } from './build/workers.ts';

const FILE = 'engine-worker.js';
const MOST_BYTES = 1_000;

function withoutSync(): Plugin {
  return {
    name: 'without-sync',
    transform: (_, id) => (id.endsWith('/transfer/sync-access.ts') ? 'export const syncStore = () => ({})' : null),
  };
}

async function sizeWith(plugins: Plugin[]): Promise<number> {
  const shared = { plugins, build: { target: 'es2022', modulePreload: false } } as const;
  return gzipSync(await singleFile(FILE, 'src/engine/worker.ts', shared), { level: 9 }).length;
}

const [whole, without] = [await sizeWith([]), await sizeWith([withoutSync()])];
console.log(`${FILE}: ${whole} bytes gzip, without sync ${without}: sync adds ${whole - without}`);
if (whole - without > MOST_BYTES) process.exitCode = 1;
