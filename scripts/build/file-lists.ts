import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PLAIN_RUNTIME, RUNTIME_FILES } from '../../src/embedding/runtime-files.ts';
import { buildsPackage } from './builds-package.ts';

export function fileLists(): Plugin {
  return {
    name: 'file-lists',
    apply: buildsPackage,
    closeBundle() {
      const scripts = readdirSync('dist')
        .filter((name) => name.endsWith('.js'))
        .sort()
        .map((name) => {
          const bytes = readFileSync(join('dist', name));
          return [name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }];
        });
      writeFileSync('dist/files.json', `${JSON.stringify(Object.fromEntries(scripts), null, 2)}\n`);
      writeFileSync('dist/runtime.json', `${JSON.stringify(RUNTIME_FILES[PLAIN_RUNTIME], null, 2)}\n`);
    },
  };
}
