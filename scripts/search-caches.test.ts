import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { SearchSession } from '../src/engine/search/search-session.ts';
import { createTable } from '../src/engine/table/table.ts';
import { ROOT } from './setup.mjs';

const FOLDER = 'src/engine/search';
/** The caches in `indexes` are counted by its `names`. */
const NO_CACHES = [
  'parts',
  'indexes',
  'retriever',
  'ranker',
  'countFacets',
  'counters',
  'listsOf',
  'unused',
  'running',
];

const sourceOf = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);

function fieldsOf(path: string, name: string): string[] {
  const found = sourceOf(path).statements.find((each) => ts.isClassDeclaration(each) && each.name?.text === name);
  return (found as ts.ClassDeclaration).members
    .filter(ts.isPropertyDeclaration)
    .map((field) => field.name.getText().replace('#', ''));
}

function documentedCaches(): string[] {
  const text = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = /## Caches of the search\n(.*?)\n## /s.exec(text) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

it('the table of caches names exactly what a search session keeps, nine at most', () => {
  const session = new SearchSession({
    table: createTable(),
    keyword: null,
    semantic: () => null,
    analyzer: { stemming: 'none' },
    readMemories: async () => [],
    now: () => 0,
    clock: () => 0,
    log: () => {},
  });
  const own = fieldsOf(`${FOLDER}/search-session.ts`, 'SearchSession').filter((name) => !NO_CACHES.includes(name));
  const kept = [...own, ...session.indexes.names];
  expect(documentedCaches().sort()).toEqual([...kept].sort());
  expect(kept.length).toBeLessThanOrEqual(9);
});

it('no other module of the search has state of its own, except zeros that are never written', () => {
  const state = readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      sourceOf(`${FOLDER}/${path}`)
        .statements.filter(ts.isVariableStatement)
        .flatMap(({ declarationList }) =>
          declarationList.declarations
            .filter(
              ({ initializer }) =>
                (declarationList.flags & ts.NodeFlags.Let) !== 0 ||
                (initializer !== undefined && ts.isNewExpression(initializer)),
            )
            .map(({ name }) => `${path}: ${name.getText()}`),
        ),
    );
  expect(state).toEqual(['arms/arm.ts: zeros']);
});
