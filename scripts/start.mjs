/** `npm start` builds the demo and serves it. */
import { join } from 'node:path';
import { serveFolder } from './serve.mjs';
import { ensurePackages, ROOT, run } from './setup.mjs';

ensurePackages();
if (run('npx', ['vite', 'build', '--mode', 'demo', '--logLevel', 'warn']) !== 0) process.exit(1);
const { url } = await serveFolder(join(ROOT, 'site'), { port: Number(process.env.PORT ?? 0) });
console.log(`\n  hybrid-search is running at ${url}/\n`);
