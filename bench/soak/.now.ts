import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fuzz } from './fuzz.ts';

const start = Date.now();
const before = loadavg()[0];
const v = await fuzz.run(1, (l) => console.log(l));
mkdirSync('.cache/soak', { recursive: true });
writeFileSync(
  '.cache/soak/2026-11-22-fuzz.json',
  JSON.stringify({
    name: fuzz.name,
    what: fuzz.what,
    share: 1,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    seconds: Math.round((Date.now() - start) / 1000),
    load: [before, loadavg()[0]],
    ...v,
  }),
);
console.log(v);
