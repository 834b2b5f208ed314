import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './setup.mjs';
import { anchorOf } from './site/sections.ts';

const documents = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !/^docs\/(?:api|soak|measurements)\//.test(path));
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** A link in inline code is an example. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]+`/g, '');

/** The test that runs the blocks, and the text by which it names the document. */
const RUNNERS: readonly [blocks: RegExp, test: string, mention: string][] = [
  [/^README\.md (?:html|ts)$/, 'e2e/app/start-here.spec.ts', "'README.md'"],
  [/^docs\/START\.md (?:html|js)$/, 'consumers/start-here.ts', "'START.md'"],
  [/^docs\/USING\.md (?:html|js)$/, 'e2e/app/start-here.spec.ts', "'USING.md'"],
  [/^docs\/guides\/theming\.md html$/, 'e2e/app/start-here.spec.ts', 'theming.md'],
  [/^docs\/guides\/frameworks\.md \w+$/, 'consumers/environments.ts', "'frameworks.md'"],
  [/^docs\/guides\/[\w-]+\.md js$/, 'e2e/app/api-examples.spec.ts', 'guideExamples()'],
  [/^docs\/api\/[\w/]+\.md js$/, 'e2e/app/api-examples.spec.ts', 'apiExamples()'],
  [/^docs\/SYNC\.md ts$/, 'e2e/sync/sync.spec.ts', "'SYNC.md'"],
  [/^docs\/SYNC\.md ini$/, 'src/sync/check/check-server.test.ts', 'SYNC.md'],
];

/** Documents whose words don't count: tables for reference, and reports of runs. */
const REFERENCE =
  /^docs\/(?:(?:REFERENCE|BEHAVIOUR|STATES|SYNC-FORMAT|BENCHMARK|EVALUATION|PEERS|LABELS|ENGINES|PROMISES)\.md|evaluation\/)/;
/** 60 % of the 40,052 words that the explanations had before they were rewritten. */
const MOST_WORDS = 24_000;
/** About a page. */
const MOST_WORDS_OF_A_DECISION = 400;

const SETS = [
  ['ordinary notes of six people', 'people-notes-dev'],
  ['SciFact', 'scifact'],
  ['Cranfield', 'cranfield'],
  ['LoCoMo, conversation 1', 'locomo-1'],
  ['XQuAD, English', 'xquad-en'],
  ['error codes', 'cpp-error-pages'],
  ['mean of 18 collections', 'mean of those with a reference'],
] as const;

const blocks = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
  .flatMap((path) =>
    [...textOf(path).matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', code = '']) => ({
      path,
      language,
      code,
    })),
  );

/** As GitHub and the site write headings in URLs. */
function anchorsOf(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

describe('documents', () => {
  it('only name npm scripts that exist', () => {
    const missing = documents.flatMap((path) => {
      const known = path.startsWith('examples/') ? [...scripts, 'build', 'start'] : scripts;
      const named = [...textOf(path).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
      return named.filter((name) => !known.includes(name)).map((name) => `${path}: npm run ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('list each npm script in the table of CONTRIBUTING', () => {
    const table = textOf('CONTRIBUTING.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .join('\n');
    const listed = [...table.matchAll(/`(?:npm (?:run )?)?([\w:]+)`/g)].map(([, name = '']) => name);
    expect(listed.toSorted()).toEqual(scripts.toSorted());
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

  it('only give commands that exist', () => {
    const packages = readdirSync(join(ROOT, 'packages'));
    const wrong = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ path, code }) => {
        const own = join(dirname(path), 'package.json');
        const known = path.startsWith('examples/')
          ? Object.keys((JSON.parse(textOf(own)) as { scripts: object }).scripts)
          : scripts;
        const exists = ([command = '', first = '', ...rest]: string[]): boolean => {
          if (command === 'npm' && ['start', 'test'].includes(first)) return known.includes(first);
          if (command === 'npm' && first === 'run') return known.includes(rest[0]!);
          if (command === 'npm' && first === 'install') {
            return rest.every((name) => name === 'hybrid-search-element' || packages.includes(name));
          }
          if (command === 'npm' && first === 'pack') {
            return rest.every((folder) => existsSync(join(ROOT, folder, 'package.json')));
          }
          if (command === 'npx') {
            return first === 'hybrid-search-assets' || existsSync(join(ROOT, 'node_modules', '.bin', first));
          }
          // `src/sync/check/check-server.test.ts` checks what these commands send to CouchDB.
          if (path === 'docs/SYNC.md' && /^(?:curl|couch=)/.test(command)) return true;
          return (
            ['mkdir', 'cd'].includes(command) ||
            [command, first, ...rest].join(' ').match(/^npm (?:ci|init -y)$/) !== null
          );
        };
        return code
          .split(/\n|&&/)
          .map((line) => line.replace(/#.*/, '').trim())
          .filter((line) => line !== '' && !exists(line.split(/\s+/)))
          .map((line) => `${path}: ${line}`);
      });
    expect(wrong).toEqual([]);
  });

  it('only contain code that a test runs', () => {
    const untested = blocks.flatMap(({ path, language }) => {
      // Commands are checked above, and run by the tests of packages and examples.
      if (language === 'sh') return [];
      const runner = RUNNERS.find(([pattern]) => pattern.test(`${path} ${language}`));
      return runner ? [] : [`${path}: ${language}`];
    });
    expect(untested).toEqual([]);
    const strangers = RUNNERS.filter(([, test, mention]) => !textOf(test).includes(mention)).map(([, test]) => test);
    expect(strangers).toEqual([]);
  });

  it('show the same figures of ranking in the README as in the evaluation', () => {
    const figuresOf = (path: string, name: string): string[] => {
      const row = textOf(path)
        .split('\n')
        .find((line) => line.startsWith(`| ${name} |`));
      return [...(row ?? '').replace(/^\| [^|]+/, '').matchAll(/\d\.\d{3}/g)].map(([figure]) => figure);
    };
    for (const [inReadme, inEvaluation] of SETS) {
      const [keyword, semantic, rrf, , hybrid] = figuresOf('docs/EVALUATION.md', inEvaluation);
      expect(figuresOf('README.md', inReadme), inReadme).toEqual([keyword, semantic, rrf, hybrid]);
    }
  });

  it('show in BENCHMARK only groups that the command has, and not those of SCALE', () => {
    const [, groups = ''] = /GROUPS = \[([^\]]*)\]/.exec(textOf('bench/run.ts'))!;
    const [, inScale = ''] = /IN_SCALE: [^[]*\[\] = \[([^\]]*)\]/.exec(textOf('bench/run.ts'))!;
    const shown = [...textOf('docs/BENCHMARK.md').matchAll(/^### (.+)$/gm)].map(([, name]) => `'${name}'`);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((name) => !groups.includes(name) || inScale.includes(name))).toEqual([]);
  });

  it('give download sizes that match the size budgets, in the README and the FAQ', () => {
    const budgets = JSON.parse(textOf('.size-limit.json')) as { name: string; limit: string }[];
    const budgetOf = (start: string): number =>
      Number.parseFloat(budgets.find(({ name }) => name.startsWith(start))?.limit ?? '');
    const box = budgetOf('element before its first paint');
    const search = box + budgetOf('client') + budgetOf('engine worker') + budgetOf('element: box');
    for (const path of ['README.md', 'docs/FAQ.md']) {
      const [first, all] = [...textOf(path).matchAll(/(\d+) kB/g)].map(([, size]) => Number(size));
      expect(Math.abs(first! - box), path).toBeLessThan(1);
      expect(Math.abs(all! - search), path).toBeLessThan(2);
    }
  });

  it('stay short: the README, the explanations, and each decision', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(180);
    const words = (path: string): number => textOf(path).split(/\s+/).filter(Boolean).length;
    const explanations = documents.filter((path) => path.startsWith('docs/') && !REFERENCE.test(path));
    expect(explanations.map(words).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MOST_WORDS);
    const decisions = documents.filter((path) => /^docs\/decisions\/\d/.test(path));
    expect(decisions.filter((path) => words(path) > MOST_WORDS_OF_A_DECISION)).toEqual([]);
  });

  it('give the context, the decision, the consequences and a status in each decision', () => {
    const decisions = documents.filter((path) => /^docs\/decisions\/\d/.test(path));
    const missing = decisions.flatMap((path) =>
      [
        /\n\*\*Context\.\*\*/,
        /\n\*\*Decision\.\*\*/,
        /\n\*\*Consequences\.\*\*/,
        /\n\*\*Status\.\*\* (?:Accepted|Proposed|Rejected|Replaced by \[\d{4}\]\(\d{4}-[\w-]+\.md\))\./,
      ]
        .filter((part) => !part.test(textOf(path)))
        .map((part) => `${path}: ${part}`),
    );
    expect(decisions.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  it('list each unreleased change once, under what it is about', () => {
    const [, unreleased = ''] = /\n## Unreleased\n([\s\S]*?)\n## \d/.exec(textOf('CHANGELOG.md')) ?? [];
    const parts = unreleased.split(/^### /m).slice(1);
    const repeated = parts.flatMap((part) => {
      const labels = [...part.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, label = '']) => label);
      return labels.filter((label, at) => labels.indexOf(label) !== at);
    });
    expect(repeated).toEqual([]);
    expect(parts.filter((part) => !/^\w+\n\n\*\*[^*]+\*\*\n\n- /.test(part))).toEqual([]);
  });

  it('only link to files and headings that exist', () => {
    const broken = documents.flatMap((path) =>
      [...withoutCode(textOf(path)).matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].flatMap(([, link = '']) => {
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
