import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { METAFILE } from '../scripts/build/notices.ts';
import { ROOT } from '../scripts/setup.mjs';
import { type Packed, run } from './work-folder.ts';

/** Raise a limit only by as much as a change needs. */
const MAX_PACKED_BYTES = 789_500;
const MAX_BYTES = 2_518_000;
const WORKER = /new Worker\(new URL\('\.\/[\w-]+\.js', import\.meta\.url\), \{ type: 'module' \}\)/g;

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
  const tarball = statSync(packed.element).size;
  if (tarball > MAX_PACKED_BYTES) wrong.push(`${tarball} bytes packed, more than ${MAX_PACKED_BYTES}`);
  let workers = 0;
  for (const path of files.filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(installed, path), 'utf8');
    workers += code.match(WORKER)?.length ?? 0;
    if (code.replace(WORKER, '').includes('import.meta.url')) wrong.push(`${path} uses import.meta.url`);
    if (code.includes(ROOT)) wrong.push(`${path} names the folder it was built in`);
  }
  wrong.push(...missingNotices(installed, files), ...shortenedClasses(installed));
  if (workers !== 4) wrong.push(`${workers} literal workers`);
  for (const path of files.filter((name) => name.endsWith('.d.ts'))) {
    if (/from ['"](?:lit|@lit)/.test(readFileSync(join(installed, path), 'utf8'))) wrong.push(`${path} needs lit`);
  }
  return wrong;
}

function missingNotices(installed: string, files: readonly string[]): string[] {
  const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES'), 'utf8');
  const modulesOf = JSON.parse(readFileSync(join(ROOT, METAFILE), 'utf8')) as { [script: string]: string[] };
  const scripts = files.filter((path) => /^dist\/.+\.js$/.test(path) && path !== 'dist/types-only.js');
  const wrong = scripts
    .filter((path) => !modulesOf[path.slice('dist/'.length)])
    .map((path) => `${path} is in no bundle that the build tells of`);
  const third = new Set(
    Object.values(modulesOf)
      .flat()
      .map((id) => id.replace(/^\0|\?.*$/g, ''))
      .filter((id) => id.includes('/node_modules/')),
  );
  if (third.size < 100) wrong.push(`only ${third.size} modules of others in the bundles: the build tells too little`);
  const packages = new Set([...third].map(packageOf));
  return [
    ...wrong,
    ...[...packages].filter((name) => !notices.includes(`${name} (`)).map((name) => `no notice of ${name}`),
  ];
}

/** From the nearest manifest that has both. */
function packageOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; version?: string };
    if (name && version) return `${name} ${version}`;
  }
  throw new Error(`${file} belongs to no package`);
}

/** The package must be importable in Node, as on a server. A minifier may shorten the names of classes. */
function shortenedClasses(installed: string): string[] {
  const entry = pathToFileURL(join(installed, 'dist', 'hybrid-search.js')).href;
  const code = `for (const [name, value] of Object.entries(await import('${entry}')))
    if (/^class\\b/.test(String(value)) && value.name !== name) console.log(name + ' is named ' + value.name);`;
  const { status, stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', code], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [stderr];
}

function writeExported(folder: string): string[] {
  const dist = join(folder, 'node_modules', 'hybrid-search-element', 'dist');
  const [whole, headless] = ['hybrid-search.d.ts', 'client.d.ts'].map((name) =>
    [...readFileSync(join(dist, name), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
      list!.split(',').map((entry) => entry.trim().split(' ').at(-1)!),
    ),
  );
  if (headless!.length < 80) return [`only ${headless!.length} exported names found`];
  const values = /^(?:create|is|marked$)/;
  const types = headless!.filter((name) => !values.test(name)).sort();
  const entries = types.map((name) => `  Same<whole.${name}, headless.${name}>,`);
  const lines = [
    "import type * as whole from 'hybrid-search-element';",
    "import type * as headless from 'hybrid-search-element/client';",
    'type Same<One, Other extends One> = [One, Other];',
    `export type Exported = [\n${entries.join('\n')}\n];`,
  ];
  writeFileSync(join(folder, 'types', 'exported.ts'), `${lines.join('\n')}\n`);
  return types
    .filter((name) => !whole!.includes(name))
    .map((name) => `${name} is exported by the headless entry alone`);
}

const RESOLUTIONS = [
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
];

export async function checkTypes(folder: string): Promise<string[]> {
  const exported = writeExported(folder);
  const compiled: string[] = [];
  for (const resolution of RESOLUTIONS) {
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
      await run(folder, 'npx', 'tsc', '-p', config);
    } catch (error) {
      compiled.push(`${resolution.moduleResolution}: ${(error as Error).message}`);
    }
  }
  return [...exported, ...compiled];
}
