import { expect, it } from 'vitest';
import { folderGraph, type ImportGraph, importGraph } from './import-graph.ts';

/** What each folder or file of `core` imports from the rest of `core`. Pure code first, each line may use those above it. */
const CORE: { readonly [folder: string]: readonly string[] } = {
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
  ranking: ['options', 'row-arrays.ts', 'vector-scale.ts'],
  'model-profiles.ts': ['errors.ts', 'ranking', 'vector-scale.ts'],
  results: ['filter', 'options', 'query', 'ranking', 'record', 'text'],
  context: ['options', 'record', 'results'],
  metrics: ['options', 'results'],
  import: ['bytes', 'record'],
};

/** The same for `ui`: searching never imports what writes notes. */
const UI: { readonly [folder: string]: readonly string[] } = {
  shared: [],
  strings: ['shared'],
  session: ['shared', 'strings'],
  search: ['session', 'shared', 'strings'],
  notes: ['session', 'shared', 'strings'],
  element: ['notes', 'search', 'session', 'shared', 'strings'],
};

function importsWithin(room: string, graph: ImportGraph): { [folder: string]: string[] } {
  const own = [...folderGraph(graph, 2)].filter(([folder]) => folder.startsWith(`${room}/`));
  const name = (folder: string): string => folder.slice(room.length + 1);
  return Object.fromEntries(
    own.map(([folder, imports]) => [
      name(folder),
      imports
        .filter((to) => to.startsWith(`${room}/`))
        .map(name)
        .sort(),
    ]),
  );
}

it('folders of core import only those that the table names, and none from another room', () => {
  const graph = importGraph();
  expect(importsWithin('src/core', graph)).toEqual(CORE);
  const outside = [...folderGraph(graph, 1)].find(([folder]) => folder === 'src/core')?.[1];
  expect(outside).toEqual([]);
});

it('folders of the user interface import only those that the table names, and only core and the client from other rooms', () => {
  const graph = importGraph();
  const folders = Object.entries(importsWithin('src/ui', graph)).filter(([folder]) => !folder.endsWith('.ts'));
  expect(Object.fromEntries(folders)).toEqual(UI);
  const outside = [...folderGraph(graph, 1)].find(([folder]) => folder === 'src/ui')?.[1];
  expect([...(outside ?? [])].sort()).toEqual(['src/client', 'src/core']);
});
