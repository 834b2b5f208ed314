import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesToRead, folderGraph, type ImportGraph, importGraph } from './import-graph.ts';
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

/** The aim is twelve. `desk` and `sync` aren't parts: the first does the writing, and the settings show the second. */
const MOST_FILES: { readonly [folder: string]: number } = {
  'search/results': 31,
  'search/status': 13,
  'notes/desk': 20,
  'notes/sync': 21,
};

it('to change a part, one reads at most 12 files of its folder and of ui/session, or as many as the table says', () => {
  const files = filesToRead(graph);
  expect([...files.keys()]).toEqual(expect.arrayContaining(['search/box', 'notes/editor', ...Object.keys(MOST_FILES)]));
  for (const [part, { own, shared }] of files) {
    const most = MOST_FILES[part];
    if (most === undefined) expect(own + shared, part).toBeLessThanOrEqual(12);
    else expect(own + shared, part).toBe(most);
  }
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
