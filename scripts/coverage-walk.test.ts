import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Walk } from './coverage-walk.ts';
import { cyclesOf, folderCycles, importGraph } from './import-graph.ts';
import { ROOT } from './setup.mjs';

/** A separate process, so that the coverage doesn't include other tests. */
const walk = JSON.parse(
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/coverage-walk.ts', '--json'], { encoding: 'utf8' }),
) as Walk;

it('takes a memory through at most 17 files of the engine with the store in memory, and a keyword query through 34', () => {
  expect(walk.add.length).toBeLessThanOrEqual(17);
  expect(walk.search.length).toBeLessThanOrEqual(34);
  for (const way of [walk.add, walk.search]) expect(way).toContain('table/table.ts');
});

it('imports never run in a circle, types included: not of files, not of folders, not of tools', () => {
  expect(walk.cycles).toEqual([]);
  expect(walk.folderCycles).toEqual([]);
});

it('imports of code inside the engine are nine files deep at most', () => {
  expect(walk.chain.length).toBeLessThanOrEqual(9);
});

it('no file name occurs twice in the engine', () => {
  const names = [...importGraph().keys()]
    .filter((path) => path.startsWith(join(ROOT, 'src/engine/')))
    .map((path) => basename(path));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('a circle of imports would be found, between files or folders', () => {
  const at = (...path: string[]): string => join(ROOT, ...path);
  const graph = new Map([
    [at('bench/a.ts'), [at('e2e/b.ts')]],
    [at('e2e/b.ts'), [at('e2e/c.ts')]],
    [at('e2e/d.ts'), [at('bench/a.ts')]],
    [at('src/index.ts'), [at('src/ui/elements.ts')]],
  ]);
  expect(cyclesOf(graph)).toEqual([]);
  expect(folderCycles(graph)).toEqual([['bench', 'e2e', 'bench']]);
  expect(cyclesOf(new Map([['a', ['a']]]))).toEqual([['a', 'a']]);
  const nested = new Map([
    [at('src/core/a.ts'), [at('src/core/text/b.ts')]],
    [at('src/core/text/b.ts'), []],
    [at('src/core/text/c.ts'), [at('src/core/query/d.ts')]],
    [at('src/core/query/d.ts'), [at('src/core/text/b.ts')]],
    [at('src/engine/search/e.ts'), [at('src/engine/search/arms/f.ts')]],
    [at('src/engine/search/arms/f.ts'), []],
    [at('src/engine/search/arms/g.ts'), [at('src/engine/search/e.ts')]],
  ]);
  expect(folderCycles(nested)).toEqual([
    ['src/core/text', 'src/core/query', 'src/core/text'],
    ['src/engine/search/e.ts', 'src/engine/search/arms', 'src/engine/search/e.ts'],
  ]);
});
