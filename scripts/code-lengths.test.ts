import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

/** In lines that aren't blank. */
const MAX_FUNCTION = 80;
const MAX_FILE = 300;
const MAX_CONSTRUCTOR = 40;
const MAX_PROPERTIES = 8;

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

/** Classes of the user interface with a long constructor or many properties. */
function laden(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const name = `${path}: ${node.name?.text}`;
      const made = node.members.find(ts.isConstructorDeclaration);
      const lines = made ? linesOf(made.getText(source)) : 0;
      const taken = node.members.filter((member) => /^@property\(/.test(member.getText(source))).length;
      if (lines > MAX_CONSTRUCTOR) found.push(`${name}, constructor of ${lines} lines`);
      if (taken > MAX_PROPERTIES) found.push(`${name}, ${taken} properties`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it(`in ui, no constructor has more than ${MAX_CONSTRUCTOR} lines, and no class more than ${MAX_PROPERTIES} properties`, () => {
  // The attributes of `<hybrid-search>`, which pages set.
  const ui = files.filter(({ path }) => path.startsWith('ui/') && path !== 'ui/element/settings.ts');
  expect(ui.length).toBeGreaterThan(100);
  expect(ui.flatMap(({ path, text }) => laden(path, text))).toEqual([]);
});

it('a long constructor and a class with many properties would be found', () => {
  const made = `  constructor() {\n${'    step();\n'.repeat(39)}  }\n`;
  const properties = Array.from({ length: 9 }, (_, at) => `  @property() p${at} = 0;\n`).join('');
  expect(laden('laden.ts', `class Laden {\n${properties}${made}}\n`)).toEqual([
    'laden.ts: Laden, constructor of 41 lines',
    'laden.ts: Laden, 9 properties',
  ]);
});

it(`no file has more than ${MAX_FILE} lines, except those with a reason`, () => {
  const long = files.filter(({ text }) => linesOf(text) > MAX_FILE).map(({ path }) => path);
  expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
});
