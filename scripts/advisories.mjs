/**
 * `npm run advisories` fails if a package that our users receive is known to be vulnerable. Prints a message if the
 * registry doesn't offer advisories.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from './setup.mjs';

const args = ['audit', '--package-lock-only', '--json'];

/** @param {string[]} more */
function ask(...more) {
  const { stdout } = spawnSync('npm', [...args, ...more], { cwd: ROOT, encoding: 'utf8' });
  try {
    /** @type {{ metadata?: { vulnerabilities: Record<string, number> }, vulnerabilities?: Record<string, { severity: string, range: string }> }} */
    const answer = JSON.parse(stdout);
    return answer.metadata ? answer : undefined;
  } catch {
    return undefined;
  }
}

for (const [who, more] of /** @type {const} */ ([
  ['what users receive', ['--omit=dev']],
  ['what builds and tests it', []],
])) {
  const answer = ask(...more);
  if (!answer) {
    console.log(`${who}: not checked, since the registry answers no question about advisories`);
    continue;
  }
  const found = Object.entries(answer.vulnerabilities ?? {});
  console.log(`${who}: ${found.length} known`);
  for (const [name, { severity, range }] of found) console.log(`  ${name} ${range}: ${severity}`);
  if (found.length > 0 && more.length > 0) process.exitCode = 1;
}
