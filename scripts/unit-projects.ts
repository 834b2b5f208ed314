import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';

const FOLDERS = ['src', 'eval', 'scripts'];
const DEVICES = ['src/sync/{folder,replicate,transport}/**/*.test.ts'];
/** They replace modules or globals, or count the steps of all loaded scripts. */
const OWN_MODULES = /\bvi\b.* from 'vitest'|\/(?:count-steps|growth|durable-tabs|memory-origin)\.ts'/;

function testsWithOwnModules(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${folder}/${path}`)
      .filter((path) => OWN_MODULES.test(readFileSync(join(root, path), 'utf8'))),
  );
}

/** Divides the unit tests. Most share modules, because loading all again for each file takes longer than most tests. */
export function unitProjects(root: string): TestProjectConfiguration[] {
  const isolated = testsWithOwnModules(root);
  const include = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
  const setupFiles = ['src/testing/cheap-key-derivation.ts'];
  return [
    { extends: true, test: { name: 'shared', include, exclude: [...isolated, ...DEVICES], isolate: false } },
    { extends: true, test: { name: 'isolated', include: isolated, exclude: DEVICES } },
    { extends: true, test: { name: 'devices', include: DEVICES, setupFiles } },
  ];
}
