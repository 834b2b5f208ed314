import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

/** In lines that aren't blank. */
const MAX_FUNCTION = 80;
const MAX_FILE = 300;

/** Longer files, each with the reason why it isn't split. */
const LONG_FILES: { readonly [path: string]: string } = {
  'client/hybrid-search-client.ts': 'mostly the documentation of the public methods',
};

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** Also counts the lines of nested functions and templates, which the linter leaves out. */
function longFunctions(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const code = node.getText(source);
      const name = node.name?.getText(source) ?? code.split('\n', 1)[0];
      if (linesOf(code) > MAX_FUNCTION) found.push(`${path}: ${name}, ${linesOf(code)} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it(`no function has more than ${MAX_FUNCTION} lines`, () => {
  expect(files.flatMap(({ path, text }) => longFunctions(path, text))).toEqual([]);
});

it('a long function would be found, even if its lines are in a nested function or a template', () => {
  const nested = `function outer() {\n  const inner = () => {\n${'    step();\n'.repeat(80)}  };\n  return inner;\n}\n`;
  const template = `class View {\n  render() {\n    return html\`\n${'      <p></p>\n'.repeat(78)}    \`;\n  }\n}\n`;
  expect(longFunctions('nested.ts', nested)).toEqual(['nested.ts: outer, 85 lines', 'nested.ts: () => {, 82 lines']);
  expect(longFunctions('template.ts', template)).toEqual(['template.ts: render, 82 lines']);
});

it(`no file has more than ${MAX_FILE} lines, except those with a reason`, () => {
  const long = files.filter(({ text }) => linesOf(text) > MAX_FILE).map(({ path }) => path);
  expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
});
