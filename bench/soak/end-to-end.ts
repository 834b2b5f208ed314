import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { ROOT } from '../../scripts/setup.mjs';

export function endToEnd(args: readonly string[], settings: { [name: string]: string }): JSONReport {
  const folder = mkdtempSync(join(tmpdir(), 'end-to-end-'));
  const report = join(folder, 'report.json');
  spawnSync('npx', ['playwright', 'test', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: 'inherit',
  });
  const result = JSON.parse(readFileSync(report, 'utf8')) as JSONReport;
  rmSync(folder, { recursive: true });
  return result;
}
