/** Builds the examples as a user would: outside the repository, from `npm pack` packages, without the network. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

export const EXAMPLES = ['chat', 'notes', 'extension'];

const TOOLS = [
  'vite',
  'typescript',
  'markdown-it',
  '@types/markdown-it',
  'onnxruntime-web',
  '@types/chrome',
  '@mozilla/readability',
];
const BINARIES = { vite: 'vite/bin/vite.js', tsc: 'typescript/bin/tsc' };

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesOf(path);
    return [path];
  });
}

function state() {
  const hash = createHash('sha256');
  for (const folder of ['dist', 'bin', 'public/models', 'src/documents', 'examples']) {
    for (const file of filesOf(join(ROOT, folder))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} source @param {string} modules the folder `node_modules` */
function install(source, modules) {
  const [{ filename, name }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', modules], {
      cwd: source,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    }),
  );
  const target = join(modules, name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(modules, filename), '-C', target, '--strip-components', '1']);
  rmSync(join(modules, filename));
}

/**
 * Needs `dist`. Waits for another process that's building the examples, because both would write the same packages.
 * @returns {string} the folder with the examples, each with its `dist`
 */
export function buildExamples() {
  const done = join(tmpdir(), `hybrid-search-examples-${state()}`);
  const lock = `${done}.lock`;
  while (!existsSync(done)) {
    if (!take(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      continue;
    }
    try {
      if (!existsSync(done)) buildInto(done);
    } finally {
      rmSync(lock);
    }
  }
  return done;
}

/**
 * If the lock's owner has ended, removes the lock.
 * @param {string} lock
 * @returns whether this process has the lock now
 */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
    } catch {
      rmSync(lock, { force: true });
    }
    return false;
  }
}

/** @param {string} done */
function buildInto(done) {
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-examples-building-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  install(ROOT, modules);
  for (const script of ['model-packages', 'document-package'])
    execFileSync('npx', ['tsx', `scripts/build/${script}.ts`], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const packages = join(ROOT, 'packages');
  for (const name of readdirSync(packages)) {
    // No example reads words in pictures.
    if (name !== 'hybrid-search-ocr') install(join(packages, name), modules);
  }
  for (const tool of TOOLS) {
    const source = join(ROOT, 'node_modules', tool);
    if (!existsSync(source)) continue;
    mkdirSync(join(modules, tool, '..'), { recursive: true });
    symlinkSync(source, join(modules, tool));
  }
  for (const [name, path] of Object.entries(BINARIES)) symlinkSync(join('..', path), join(modules, '.bin', name));
  symlinkSync(
    join('..', 'hybrid-search-element', 'bin', 'hybrid-search-assets.mjs'),
    join(modules, '.bin', 'hybrid-search-assets'),
  );
  for (const name of EXAMPLES) {
    const target = join(folder, name);
    cpSync(join(ROOT, 'examples', name), target, {
      recursive: true,
      filter: (path) => !/node_modules|\bdist\b/.test(path),
    });
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: target, stdio: ['ignore', 'inherit', 'inherit'] });
  }
  renameSync(folder, done);
}
