#!/usr/bin/env node
/**
 * `hybrid-search-assets DIR [MODEL…]` fills a folder that any static host can serve, and that the `assetBase` of a
 * bundled app can point to. The folder gets modules, workers, ONNX Runtime, and the files of the named models. Without
 * names, it gets every installed `hybrid-search-model-…` package. If they're installed, it also gets the readers of
 * `hybrid-search-documents` and the model of `hybrid-search-ocr`. Each file is verified. `DIR/files.json` lists all
 * files with their hashes, so that a service worker can cache them.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PREFIX = 'hybrid-search-model-';
const DOCUMENTS = 'hybrid-search-documents';
const PICTURES = 'hybrid-search-ocr';
const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @param {string} path */
const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
/** @param {string} message @returns {never} */
const fail = (message) => {
  console.error(`hybrid-search-assets: ${message}`);
  process.exit(1);
};

const [target, ...wanted] = process.argv.slice(2);
if (!target || target.startsWith('-')) fail('usage: hybrid-search-assets DIR [MODEL…]');
const folder = resolve(target);

/** @param {string} name */
const isOurs = (name) => name.startsWith(PREFIX) || name === DOCUMENTS || name === PICTURES;

/** The nearest of several folders: first from the current folder, then from this package. */
function installedPackages() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const start of [process.cwd(), root]) {
    for (let at = start; ; at = dirname(at)) {
      const modules = join(at, 'node_modules');
      for (const name of existsSync(modules) ? readdirSync(modules) : []) {
        if (isOurs(name) && !found.has(name)) found.set(name, join(modules, name));
      }
      if (dirname(at) === at) break;
    }
  }
  // Yarn Plug'n'Play has no node_modules folders, so resolve the nearest package's dependencies as Node does.
  for (let at = process.cwd(); ; at = dirname(at)) {
    const manifest = join(at, 'package.json');
    if (existsSync(manifest)) {
      const { dependencies, devDependencies } = json(manifest);
      for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
        if (!isOurs(name) || found.has(name)) continue;
        try {
          found.set(name, dirname(createRequire(manifest).resolve(`${name}/package.json`)));
        } catch {}
      }
      break;
    }
    if (dirname(at) === at) break;
  }
  return found;
}

/** @type {Record<string, { bytes: number, sha256: string }>} */
const copied = {};
/** @param {string} from @param {string} path @param {string} [expected] */
function copy(from, path, expected) {
  const actual = sha256(from);
  if (expected && actual !== expected) fail(`${from} does not match its checksum; install its package again`);
  const to = join(folder, path);
  try {
    mkdirSync(dirname(to), { recursive: true });
    if (!existsSync(to) || sha256(to) !== actual) copyFileSync(from, to);
  } catch (error) {
    fail(`cannot write ${to}: ${/** @type {Error} */ (error).message}`);
  }
  copied[path] = { bytes: readFileSync(to).length, sha256: actual };
}

const dist = join(root, 'dist');
for (const [path, entry] of Object.entries(json(join(dist, 'files.json')))) copy(join(dist, path), path, entry.sha256);

const ort = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
for (const [path, entry] of Object.entries(json(join(dist, 'runtime.json')))) copy(join(ort, path), `ort/${path}`, entry.sha256);

const installed = installedPackages();
/** @param {string} name */
const packageOf = (name) => (name.startsWith(PREFIX) ? name : PREFIX + name.split('/').pop()?.toLowerCase());
const names = wanted.length > 0 ? wanted.map(packageOf) : [...installed.keys()].filter((name) => name.startsWith(PREFIX));
for (const name of installed.has(PICTURES) ? [...names, PICTURES] : names) {
  const source = installed.get(name);
  if (!source) fail(`${name} is not installed; npm install ${name}`);
  const { id, files } = json(join(source, 'model.json'));
  for (const [path, entry] of Object.entries(files)) {
    copy(join(source, 'files', id, path), `models/${id}/${path}`, /** @type {{ sha256: string }} */ (entry).sha256);
  }
  copy(join(source, 'LICENSE'), `models/${id}/LICENSE`);
}

const documents = installed.get(DOCUMENTS);
if (documents) {
  for (const [path, entry] of Object.entries(json(join(documents, 'files', 'files.json')))) {
    copy(join(documents, 'files', path), `documents/${path}`, entry.sha256);
  }
}

try {
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(copied, null, 2)}\n`);
} catch (error) {
  fail(`cannot write files.json: ${/** @type {Error} */ (error).message}`);
}
const megabytes = Object.values(copied).reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
const shown = relative(process.cwd(), folder).split(sep).join('/') || '.';
console.log(`${Object.keys(copied).length} files, ${megabytes.toFixed(1)} MB, in ${shown}`);
if (names.length === 0) {
  console.log(`No model is installed: search is by keyword only. For meaning: npm install ${PREFIX}bge-small-en-v1.5`);
}
