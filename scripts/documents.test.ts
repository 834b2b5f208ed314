import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

const documents = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !/^docs\/(?:api|soak|measurements)\//.test(path));
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Headings as GitHub and the site name them in addresses. */
function anchorsOf(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('documents', () => {
  it('only name npm scripts that exist', () => {
    const missing = documents.flatMap((path) => {
      // The examples have scripts of their own.
      const known = path.startsWith('examples/') ? [...scripts, 'build', 'start'] : scripts;
      const named = [...textOf(path).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
      return named.filter((name) => !known.includes(name)).map((name) => `${path}: npm run ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('only name source files that exist', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    const missing = documents.flatMap((path) =>
      [...textOf(path).matchAll(/`([\w-]+(?:\/[\w.-]+)+\.(?:ts|mjs))`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('only link to files and headings that exist', () => {
    const broken = documents.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].flatMap(([, link = '']) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : join(dirname(path), file);
        if (!existsSync(join(ROOT, target))) return [`${path}: ${link}`];
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
          ? [`${path}: ${link}`]
          : [];
      }),
    );
    expect(broken).toEqual([]);
  });
});
