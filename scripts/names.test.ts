/** Names that a reader relies on: files that the maps point at, and file names in the engine. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

const tracked = (folder: string): string[] =>
  execFileSync('git', ['ls-files', folder], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.endsWith('.ts') && existsSync(join(ROOT, path)));

it.each(['src/README.md', 'docs/ARCHITECTURE.md', 'docs/DURABILITY.md'])('%s points at files that are there', (map) => {
  const named = [...readFileSync(join(ROOT, map), 'utf8').matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)].map(
    ([, path]) => path!,
  );
  expect(named.length).toBeGreaterThan(0);
  const places = ['', 'src', 'src/engine'];
  expect(named.filter((path) => !places.some((place) => existsSync(join(ROOT, place, path))))).toEqual([]);
});

it('no file name occurs twice in the engine', () => {
  const names = tracked('src/engine')
    .filter((path) => !path.includes('/assembly/'))
    .map((path) => basename(path));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
