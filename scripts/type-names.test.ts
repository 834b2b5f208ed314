import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

function exportedTypes(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const isType =
      ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (!isType || !statement.name) return [];
    return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      ? [statement.name.text]
      : [];
  });
}

it('no two files of src export a type of the same name', () => {
  const filesOf = new Map<string, string[]>();
  const paths = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .map((path) => `src/${path}`);
  for (const path of paths)
    for (const name of exportedTypes(path)) filesOf.set(name, [...(filesOf.get(name) ?? []), path]);
  const twice = [...filesOf].filter(([, files]) => files.length > 1);
  expect(filesOf.size).toBeGreaterThan(500);
  expect(twice).toEqual([]);
});
