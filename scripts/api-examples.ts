/**
 * Turns the `@example` blocks of the public API into programs that return each actual value next to the documented one.
 * `expression; // → value` documents what an expression returns.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './setup.mjs';

const SOURCES = [
  'src/client/hybrid-search-client.ts',
  'src/client/client.ts',
  'src/core/results/marked.ts',
  'src/core/errors.ts',
];

const GUIDES = join('docs', 'guides');

export interface ApiExample {
  name: string;
  code: string;
}

/** `code` is null for functions and methods without an example. */
export function apiExamples(): { name: string; code: string | null }[] {
  return SOURCES.flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
    return source.statements.flatMap((statement) => {
      if (ts.isFunctionDeclaration(statement) && statement.modifiers?.some(({ kind }) => kind === EXPORT)) {
        return [{ name: statement.name!.text, code: exampleOf(statement) }];
      }
      if (!ts.isInterfaceDeclaration(statement)) return [];
      const owner = statement.name.text === 'HybridSearchClient' ? '' : `${statement.name.text}.`;
      return statement.members
        .filter((member) => ts.isMethodSignature(member))
        .map((member) => ({ name: owner + member.name.getText(), code: exampleOf(member) }));
    });
  });
}

/** Blocks of this guide are whole modules, which `consumers/environments.ts` builds. */
const OF_MODULES = 'frameworks.md';

export function guideExamples(): { name: string; code: string }[] {
  return readdirSync(join(ROOT, GUIDES)).flatMap((file) => {
    if (file === OF_MODULES) return [];
    const blocks = readFileSync(join(ROOT, GUIDES, file), 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm);
    return [...blocks].map(([, code = ''], index) => ({ name: `${file} ${index + 1}`, code }));
  });
}

const EXPORT = ts.SyntaxKind.ExportKeyword;

function exampleOf(node: ts.Node): string | null {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example');
  return /```js\n([\s\S]*?)```/.exec(ts.getTextOfJSDocComment(tag?.comment) ?? '')?.[1] ?? null;
}

/** Takes `{ client, createHybridSearch, … }`, resolves to pairs: the actual value, and the one in the comment. */
export function programOf(code: string): string {
  const source = ts.createSourceFile('example.js', code, ts.ScriptTarget.Latest, true);
  let program = '';
  let at = 0;
  for (const statement of source.statements) {
    const said = saidAfter(code, statement.end);
    if (!said) continue;
    if (!ts.isExpressionStatement(statement)) throw new Error(`only an expression has a value: ${statement.getText()}`);
    program += `${code.slice(at, statement.getStart())}given.push([${statement.expression.getText()}, ${said.value}]);`;
    at = said.end;
  }
  program += code.slice(at);
  return `async ({ client, createHybridSearch, isHybridSearchError, marked }) => {
  const given = [];
  {\n${program}\n}
  return given;
}`;
}

/** Returns the `// → value` after a statement, or on the next line. */
function saidAfter(code: string, end: number): { value: string; end: number } | null {
  const said = /^[ \t]*\n?[ \t]*\/\/ → (.+)/.exec(code.slice(end));
  return said && { value: said[1]!, end: end + said[0].length };
}
