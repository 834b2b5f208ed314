/** Outside the repository. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocumentPackage } from '../scripts/build/document-package.ts';
import { buildModelPackages } from '../scripts/build/model-packages.ts';
import { buildPicturePackage } from '../scripts/build/picture-model.ts';
import { ROOT } from '../scripts/setup.mjs';

const PARENT = process.env.CONSUMERS_FOLDER ?? tmpdir();
const ONE_MODEL = 'all-minilm-l6-v2';
const MAX_OUTPUT_BYTES = 64e6;

export interface Packed {
  element: string;
  model: string;
  readers: readonly string[];
  folder: string;
}

/** If the command fails, the error contains everything it printed. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1', NODE_ENV: undefined };
  const running = promisify(execFile)(command, args, { cwd, env: env as NodeJS.ProcessEnv, maxBuffer: MAX_OUTPUT_BYTES });
  return running.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(' ')} in ${cwd}\n${stdout}\n${stderr}`);
    },
  );
}

export async function pack(): Promise<Packed> {
  mkdirSync(PARENT, { recursive: true });
  const folder = mkdtempSync(join(PARENT, 'hybrid-search-packed-'));
  const element = await packInto(folder, ROOT);
  const model = await packModel(folder, ONE_MODEL);
  const readers = [await packInto(folder, await buildDocumentPackage()), await packInto(folder, buildPicturePackage())];
  return { folder, element, model, readers };
}

export async function packModel(folder: string, name: string): Promise<string> {
  const source = buildModelPackages().find((path) => path.endsWith(name));
  if (!source) throw new Error(`no package of ${name}`);
  return packInto(folder, source);
}

async function packInto(folder: string, source: string): Promise<string> {
  const said = await run(source, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  return join(folder, (JSON.parse(said) as { filename: string }[])[0]!.filename);
}

export function emptyFolder(name: string): string {
  return mkdtempSync(join(PARENT, `hybrid-search-${name}-`));
}

/** `shared/` is copied too. */
export async function freshFolder(packed: Packed, template: string): Promise<string> {
  const folder = emptyFolder(template);
  for (const source of ['shared', template]) cpSync(join(import.meta.dirname, source), folder, { recursive: true });
  if (!readdirSync(folder).includes('package.json')) {
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  }
  const { element, model, readers } = packed;
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', element, model, ...readers);
  return folder;
}

export const copyAssets = (folder: string, target: string): Promise<string> =>
  run(folder, 'npx', '--no-install', 'hybrid-search-assets', target);

/** Imports from the package become imports from `lib/`. */
export function plainModules(folder: string, target: string): void {
  mkdirSync(join(folder, target), { recursive: true });
  for (const name of ['main.js', 'proof.js']) {
    const code = readFileSync(join(import.meta.dirname, 'app', name), 'utf8');
    writeFileSync(join(folder, target, name), code.replace(/'hybrid-search-element\/(\w+)'/g, "'./lib/$1.js'"));
  }
  cpSync(join(import.meta.dirname, 'shared'), join(folder, target), { recursive: true });
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export interface Started {
  url: string;
  close(): Promise<void> | void;
}

export async function startServer(cwd: string, port: number, command: string, ...args: string[]): Promise<Started> {
  const child = spawn(command, args, { cwd, detached: true, stdio: 'ignore' });
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + 120_000;
  while (!(await fetch(url).then((answer) => answer.ok, () => false))) {
    if (Date.now() > deadline) throw new Error(`${command} ${args.join(' ')} does not answer on ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { url, close: () => void process.kill(-child.pid!, 'SIGTERM') };
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });
