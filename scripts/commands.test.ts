import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentsOf, commandsIn, problemsOf } from './commands.ts';
import { ROOT } from './setup.mjs';

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const scripts = (JSON.parse(textOf('package.json')) as { scripts: { [name: string]: string } }).scripts;
/** Documents, and the comments at the head of scripts. */
const sources = execFileSync('git', ['ls-files', '--', '*.md', 'bench', 'eval', 'scripts', 'consumers'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:md|ts|mjs)$/.test(path) && !/^(?:docs\/api|examples|scripts\/commands)/.test(path));

const namesIn = (path: string, pattern: RegExp): string[] =>
  [...textOf(path).matchAll(pattern)].map(([, name = '']) => name);
/** The part of a file that declares a list or a table. */
const declaration = (path: string, name: string, pattern: RegExp): string[] => {
  const [, body = ''] = new RegExp(`const ${name}\\b[^=]*= [[{]\\n([\\s\\S]*?)\\n[\\]}]`).exec(textOf(path)) ?? [];
  return [...body.matchAll(pattern)].map(([, found = '']) => found);
};
const proofs = readdirSync(join(ROOT, 'bench', 'soak'))
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => namesIn(`bench/soak/${name}`, /(?:^ {2}name: |proofOf\(\s*)'([\w-]+)'/gm));
const environments = [
  'package',
  'types',
  'start-here',
  ...declaration('consumers/environments.ts', 'ENVIRONMENTS', /^ {2}'?([\w-]+)'?: \{/gm),
];
/** By script and flag. Without a flag, it's for arguments. */
const CHOICES: { readonly [scriptAndFlag: string]: readonly string[] } = {
  'bench/run.ts only': declaration('bench/run.ts', 'GROUPS', /'([\w-]+)'/g),
  'bench/soak/run.ts only': proofs,
  'bench/peers/run.ts only': declaration('bench/peers/libraries.ts', 'LIBRARIES', /^ {2}'?([\w -]+)'?: \{/gm),
  'eval/run.ts arms': ['keyword', 'semantic'],
  'eval/run.ts perturb': ['typo'],
  'eval/sweep.ts over': declaration('eval/sweep.ts', 'SWEEPS', /^ {2}(\w+):/gm),
  'eval/ocr/run.ts only': namesIn('eval/ocr/run.ts', /READERS.*= \[(.+)\];/g).flatMap((list) =>
    list.split(/[', ]+/).filter(Boolean),
  ),
  'scripts/test.mjs only': namesIn('scripts/test.mjs', /(?:command|counted)\(\s*'(\w+)'/g),
  'scripts/screenshots.ts only': namesIn('scripts/screenshots/states.ts', /^ {4}name: '([\w-]+)'/gm),
  'consumers/run.ts ': environments,
  'consumers/engines.ts ': ['chromium', 'firefox', 'webkit'],
};

/** The script that a command runs, with all arguments: those of package.json, and those of the command. */
function scriptOf(command: string): { file: string; given: string } | null {
  const [, , name = '', rest = ''] = /^(npm run|npm|npx tsx) ([\w:./-]+)(.*)$/s.exec(command) ?? [];
  const line = command.startsWith('npx tsx') ? `tsx ${name}` : (scripts[name] ?? '');
  const [, file, own = ''] = /(?:tsx|node) (\S+\.(?:ts|mjs))(.*)$/.exec(line) ?? [];
  return file === undefined ? null : { file, given: `${own} ${rest}` };
}

const check = (command: string): string[] => {
  const script = scriptOf(command);
  if (script === null) return / --./.test(command) ? ['runs no script of ours, so its flags are unknown'] : [];
  if (!existsSync(join(ROOT, script.file))) return [`no file ${script.file}`];
  return problemsOf(script.given, argumentsOf(textOf(script.file)), (flag) => CHOICES[`${script.file} ${flag}`]);
};

describe('commands of documents', () => {
  it('are found in blocks and in inline code', () => {
    const text =
      'Run `npm run bench -- --only\n * size`:\n\n```\nnpm run eval -- DIR\n             [--json FILE] # all\n```\n';
    expect(commandsIn(text)).toEqual(['npm run eval -- DIR [--json FILE]', 'npm run bench -- --only size']);
  });

  it('fail with an unknown flag, a missing value, an unknown name, or an argument too many', () => {
    expect(check('npm run bench -- --only vectors,sync-scale --write')).toEqual([]);
    expect(check('npm run bench [-- --only name,name] [--json FILE]')).toEqual([]);
    expect(check('npm run bench -- --olny vectors')).toEqual(['has no --olny', 'takes no vectors']);
    expect(check('npm run bench -- --json')).toEqual(['--json needs a value']);
    expect(check('npm run bench -- --only vectors,nothing')[0]).toMatch(/^--only nothing is none of ratios, vectors/);
    expect(check('npm run soak -- --only full')[0]).toMatch(/^--only full is none of/);
    expect(check('npm run test:consumers -- webpack gulp')[0]).toMatch(/^gulp is none of/);
    expect(check('npm run bench vectors')).toEqual(['takes no vectors']);
    expect(check('npx tsx eval/none.ts')).toEqual(['no file eval/none.ts']);
    expect(check('npm run build -- --mode test')).toHaveLength(1);
  });

  it('know the names that the scripts know', () => {
    expect(Object.entries(CHOICES).filter(([, names]) => names.length < 1)).toEqual([]);
    expect(proofs).toEqual(expect.arrayContaining(['fuzz', 'kills-leveldb', 'full-disk', 'sync-profiles', 'slow']));
    expect(environments).toEqual(expect.arrayContaining(['plain', 'vite-dev', 'frameworks', 'service-worker']));
  });

  it('are accepted by the scripts that they run', () => {
    const found = sources.flatMap((path) => commandsIn(textOf(path)).map((command) => ({ path, command })));
    expect(found.length).toBeGreaterThan(100);
    const wrong = found.flatMap(({ path, command }) => check(command).map((why) => `${path}: ${command}: ${why}`));
    expect(wrong).toEqual([]);
  });

  it('are those of package.json, which are accepted too', () => {
    expect(Object.keys(scripts).flatMap((name) => check(`npm run ${name}`))).toEqual([]);
  });
});
