/** Installs whatever a new machine lacks. Needs only Node, because it runs before packages are installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 * @returns {number} exit code
 */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  return result.status ?? 1;
}

/** Ignores packages in npm's record that the lock file doesn't have, because people may have installed them by hand. */
function hasPackages() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  /** @param {string} path */
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const there = packagesOf(installed);
  const { '': _, ...wanted } = packagesOf(join(ROOT, 'package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) =>
    // Optional packages for other platforms may be missing.
    there[path] ? there[path].version === version : optional || devOptional,
  );
}

export function ensurePackages() {
  if (hasPackages()) return;
  console.log('Installing packages from the lock file …');
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error('npm ci failed');
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Chromium without its windows, menus and extensions. The end-to-end tests take a third less time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** @param {readonly string[]} names */
function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

function findBrowser() {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH && existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : findProgram(BROWSERS);
}

export function ensureHeadless() {
  return (process.env.CHROMIUM_PATH ? undefined : findProgram([HEADLESS_SHELL])) ?? ensureBrowser();
}

/** Chromium's path. Without one, installs Debian's package as root, or throws with instructions for other users. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() !== 0)
    throw new Error('No Chromium: install one (Debian: apt-get install chromium), or set CHROMIUM_PATH');
  console.log('No Chromium found: installing Debian’s …');
  /** @param {...string} args */
  const apt = (...args) => run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk', 'fonts-noto-core');
  apt('install', '-y', '-qq', '--no-install-recommends', HEADLESS_SHELL);
  const installed = findBrowser();
  if (!installed) throw new Error('No Chromium: install one, or set CHROMIUM_PATH');
  return installed;
}
