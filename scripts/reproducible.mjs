/** `npm run reproducible` builds the package twice, in different time zones and locales, and compares the files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensurePackages, ROOT, run } from './setup.mjs';

const DIST = join(ROOT, 'dist');

/**
 * @param {Record<string, string>} env
 * @returns {Map<string, string>} digests by path
 */
function build(env) {
  rmSync(DIST, { recursive: true, force: true });
  const code = run('npx', ['vite', 'build', '--logLevel', 'warn'], { env: { ...process.env, ...env } });
  if (code !== 0) throw new Error('the build failed');
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [relative(DIST, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

ensurePackages();
const first = build({ TZ: 'UTC', LANG: 'C' });
const second = build({ TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' });
const differ = [...new Set([...first.keys(), ...second.keys()])].filter((path) => first.get(path) !== second.get(path));
for (const path of differ) console.error(`differs: ${path}`);
const all = createHash('sha256')
  .update(JSON.stringify([...first]))
  .digest('hex');
console.log(`${first.size} files, ${differ.length} differ between two builds; together ${all}`);
process.exitCode = differ.length > 0 || first.size === 0 ? 1 : 0;
