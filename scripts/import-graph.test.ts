import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderGraph, type ImportGraph, importGraph } from './import-graph.ts';
import { ROOT } from './setup.mjs';

type Allowed = { readonly [folder: string]: readonly string[] };

const CORE: Allowed = {
  'serial.ts': [],
  'lru.ts': [],
  'row-arrays.ts': [],
  'vector-scale.ts': [],
  'errors.ts': ['record'],
  bytes: ['errors.ts'],
  record: ['bytes', 'errors.ts'],
  text: [],
  filter: ['errors.ts', 'record', 'text'],
  options: ['errors.ts', 'filter', 'record'],
  query: ['filter', 'text'],
  ranking: ['options', 'row-arrays.ts', 'text', 'vector-scale.ts'],
  'model-profiles.ts': ['errors.ts', 'ranking', 'vector-scale.ts'],
  'picture-models.ts': ['model-profiles.ts'],
  results: ['filter', 'options', 'query', 'ranking', 'record', 'text'],
  context: ['options', 'record', 'results'],
  metrics: ['options', 'results'],
  import: ['bytes', 'record'],
};

/** Searching never imports code that writes notes. */
const UI: Allowed = {
  'elements.ts': ['element', 'notes', 'search'],
  shared: [],
  strings: ['shared'],
  session: ['shared', 'strings'],
  search: ['session', 'shared', 'strings'],
  notes: ['session', 'shared', 'strings'],
  element: ['notes', 'search', 'session', 'shared', 'strings'],
};

/** A folder that the table lacks may import nothing. */
function breaches(parent: string, allowed: Allowed, graph: ImportGraph): string[] {
  const name = (folder: string): string => folder.slice(parent.length + 1);
  return [...folderGraph(graph, 2)]
    .filter(([folder]) => folder.startsWith(`${parent}/`))
    .flatMap(([folder, imports]) =>
      imports
        .filter((to) => to.startsWith(`${parent}/`) && !allowed[name(folder)]?.includes(name(to)))
        .map((to) => `${folder} → ${to}`),
    );
}

const importedFolders = (parent: string, graph: ImportGraph): string[] =>
  [...([...folderGraph(graph, 1)].find(([folder]) => folder === parent)?.[1] ?? [])].sort();

const graph = importGraph();

it('folders of core import only what the table allows, and nothing from outside core', () => {
  expect(breaches('src/core', CORE, graph)).toEqual([]);
  expect(importedFolders('src/core', graph)).toEqual([]);
});

it('folders of the user interface import only what the table allows, and only core and the client from outside it', () => {
  expect(breaches('src/ui', UI, graph)).toEqual([]);
  expect(importedFolders('src/ui', graph)).toEqual(['src/client', 'src/core']);
});

it('a wrong import would be found', () => {
  const at = (path: string): string => join(ROOT, path);
  const wrong = new Map([
    [at('src/core/text/fold.ts'), [at('src/core/query/parse.ts')]],
    [at('src/core/query/parse.ts'), [at('src/core/text/fold.ts')]],
    [at('src/core/new/a.ts'), [at('src/core/text/fold.ts')]],
  ]);
  expect(breaches('src/core', CORE, wrong)).toEqual(['src/core/text → src/core/query', 'src/core/new → src/core/text']);
});
