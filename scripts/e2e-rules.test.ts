/** Retries and fixed waits hide races. Also, a wait that's long enough here is too short on a busy machine. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

const places = ['e2e', 'playwright.config.ts', 'package.json', '.ci'];
const files = execFileSync('git', ['ls-files', '--', ...places], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|json)$|^\.ci\//.test(path));

const lookFor = (rule: RegExp): string[] =>
  files.flatMap((path) =>
    (readFileSync(join(ROOT, path), 'utf8').match(rule) ?? []).map((found) => `${path}: ${found}`),
  );

it('no end-to-end test is repeated until it passes, or waits for a fixed time', () => {
  expect(files).toEqual(expect.arrayContaining(['playwright.config.ts', 'e2e/fixtures.ts']));
  expect(lookFor(/\bretries\b|\bwaitForTimeout\b/g)).toEqual([]);
});

it('no test expects one row without waiting until there is only one', () => {
  // Playwright rejects a text for several elements at once. With a list of texts, it waits.
  expect(lookFor(/expect\([\w.]*getByRole\('option'\)\)\.(?:not\.)?to(?:HaveText|ContainText)\((?!\[)/g)).toEqual([]);
});
