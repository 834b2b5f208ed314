import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

it('the first change of CONTRIBUTING, made in a copy as it says, reaches the reference', async () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, source = ''] = /1\. Open `([^`]+)`/.exec(text)!;
  const [, operator = '', field = ''] = /2\. Find the row whose operator is `([^`]+)`, and change its `(\w+)`/.exec(
    text,
  )!;
  const [, script = '', target = ''] = /3\. Run `npm run (\w+)`\. It writes the same sentence into `([^`]+)`/.exec(
    text,
  )!;
  const clone = mkdtempSync(join(tmpdir(), 'first-change-'));
  try {
    // Copying the models takes a long time.
    const tar = execFileSync('git', ['archive', 'HEAD', '--', '.', ':!public', ':!packages'], {
      cwd: ROOT,
      maxBuffer: 1e9,
    });
    execFileSync('tar', ['-x', '-C', clone], { input: tar });
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    const sentence = 'Words that begin like a badger';
    const before = readFileSync(join(clone, source), 'utf8');
    const row = before.split('\n').find((line) => line.includes(`operator: '${operator}'`))!;
    const changed = row.replace(new RegExp(`${field}: '[^']*'`), `${field}: '${sentence}'`);
    writeFileSync(join(clone, source), before.replace(row, changed));
    await written(clone, script, target);
    expect(readFileSync(join(clone, target), 'utf8')).toContain(sentence);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

/** Stops the script once it has written the file, because its remaining work would take a while. */
function written(cwd: string, script: string, file: string): Promise<void> {
  const run = spawn('npm', ['run', script], { cwd, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise<void>((resolve, reject) => {
    let said = '';
    run.stdout.on('data', (text) => {
      said += text;
      if (said.includes(`wrote ${file}`)) resolve();
    });
    run.on('exit', (code) => reject(new Error(`${script} ended with ${code}: ${said}`)));
  }).finally(() => process.kill(-run.pid!));
}
