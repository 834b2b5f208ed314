import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Walk } from './coverage-walk.ts';

/** In a process of its own: coverage sees no other test. */
const walk = JSON.parse(
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/coverage-walk.ts', '--json'], { encoding: 'utf8' }),
) as Walk;

it('a memory passes through twenty files of the engine at most, a keyword query through thirty-eight', () => {
  expect(walk.add.length).toBeLessThanOrEqual(20);
  expect(walk.search.length).toBeLessThanOrEqual(38);
  for (const way of [walk.add, walk.search]) expect(way).toContain('engine.ts');
});

it('imports never run in a circle, types included, and inside the engine are nine files deep at most', () => {
  expect(walk.cycles).toEqual([]);
  expect(walk.chain.length).toBeLessThanOrEqual(9);
});
