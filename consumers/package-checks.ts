/** What can be told of the packed package without a browser: its shape, its size, its types in every resolution. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/setup.mjs';
import { type Packed, run } from './work-folder.ts';

const MAX_BYTES = 1_500_000;
const WORKER = /new Worker\(new URL\('\.\/[\w-]+\.js', import\.meta\.url\), \{ type: 'module' \}\)/g;

/** Problems; an empty list where all holds. `folder` has the package installed. */
export function checkPackage(packed: Packed, folder: string): string[] {
  const wrong: string[] = [];
  const tool = (name: string, ...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync('npx', ['--no-install', name, ...args], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) wrong.push(`${name}: ${stdout}${stderr}`);
  };
  tool('publint', 'run', packed.element, '--strict');
  tool('attw', packed.element, '--profile', 'esm-only');

  const installed = join(folder, 'node_modules', 'hybrid-search-element');
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(installed, path)).isFile(),
  );
  const bytes = files.reduce((sum, path) => sum + statSync(join(installed, path)).size, 0);
  if (bytes > MAX_BYTES) wrong.push(`${bytes} bytes unpacked, more than ${MAX_BYTES}`);
  let workers = 0;
  for (const path of files.filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(installed, path), 'utf8');
    workers += code.match(WORKER)?.length ?? 0;
    if (code.replace(WORKER, '').includes('import.meta.url')) wrong.push(`${path} uses import.meta.url`);
    if (code.includes(ROOT)) wrong.push(`${path} names the folder it was built in`);
  }
  if (workers !== 3) wrong.push(`${workers} literal workers`);
  for (const path of files.filter((name) => name.endsWith('.d.ts'))) {
    if (/from ['"](?:lit|@lit)/.test(readFileSync(join(installed, path), 'utf8'))) wrong.push(`${path} needs lit`);
  }
  return wrong;
}

const RESOLUTIONS = [
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
];

/** `tsc --strict` on a consumer in each resolution; `folder` has TypeScript and the frameworks installed. */
export function checkTypes(folder: string): string[] {
  return RESOLUTIONS.flatMap((resolution) => {
    const compilerOptions = {
      ...resolution,
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      jsx: 'preserve',
      types: [],
    };
    const config = join(folder, `tsconfig.${resolution.moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ['types/*'] }));
    try {
      run(folder, 'npx', 'tsc', '-p', config);
      return [];
    } catch (error) {
      return [`${resolution.moduleResolution}: ${(error as Error).message}`];
    }
  });
}
