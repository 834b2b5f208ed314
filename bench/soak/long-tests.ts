/** The end-to-end tests that take too long for `npm test`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { ROOT } from '../../scripts/setup.mjs';
import type { Proof } from './proof.ts';

export const longTests: Proof = {
  name: 'long-tests',
  what: 'End-to-end tests marked `@long`: WebGPU, the other models, every page of the site, 5,000 saved pages',
  minutes: 12,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'long-tests-'));
    const report = join(folder, 'report.json');
    spawnSync('npx', ['playwright', 'test', '--grep', '@long'], {
      cwd: ROOT,
      env: { ...process.env, LONG_TESTS: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      stdio: 'inherit',
    });
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as JSONReport;
    rmSync(folder, { recursive: true });
    const finding = `${stats.expected} passed, ${stats.unexpected} failed, ${stats.skipped} skipped`;
    return { ok: stats.unexpected === 0 && stats.expected > 0, finding };
  },
};
