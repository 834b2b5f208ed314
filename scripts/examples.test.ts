import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

const NOTES = join(ROOT, 'examples', 'notes');

function linesOfCode(file: string): number {
  const text = readFileSync(file, 'utf8').replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');
  return text.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
}

it('the whole notes program has under 1,550 lines without the package: markup, styles, scripts, service worker, build', () => {
  const files = ['index.html', 'vite.config.ts', ...readdirSync(join(NOTES, 'src')).map((name) => `src/${name}`)];
  expect(files.length).toBeGreaterThan(10);
  const lines = files.map((file) => linesOfCode(join(NOTES, file))).reduce((sum, count) => sum + count);
  expect(lines).toBeLessThan(1_550);
});
