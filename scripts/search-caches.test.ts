import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { SearchSession } from '../src/engine/search/search-session.ts';
import { createTable } from '../src/engine/table/table.ts';
import { ROOT } from './setup.mjs';

const FOLDER = 'src/engine/search';
/** Fields of other classes that keep something between two searches, by the cache's name in the documentation. */
const OTHER_CACHES: { readonly [field: string]: string } = {
  'MemoryLoader.#kept': 'memories',
  'Scopes.#kept': 'scopes',
  'InvertedIndex.phrases': 'phrases',
  'InvertedIndex.#scopes': 'lengths by scope',
};
/** What these keep is the index, or room for one call, or belongs to one search. */
const NO_CACHES_IN: { readonly [name: string]: readonly string[] } = {
  Bm25Index: ['#index'],
  ForwardIndex: ['#bytes', '#starts', '#lengths', '#codes', '#reader'],
  InvertedIndex: [
    'forward',
    'postings',
    'tallies',
    'lengths',
    'titleLengths',
    '#textTally',
    '#titleTally',
    '#tagTally',
    '#heads',
  ],
  KeywordSearch: ['#resolved', '#covering', '#lastWord'],
  NearTerms: ['#lengths', '#letters'],
  PhraseCache: ['#kept'],
  PostingLists: ['#lists', '#bytes', '#starts'],
  Question: ['#presented'],
  RankedRows: ['#best'],
  Ranker: ['#ranked'],
  RelevanceScorer: ['#evidence'],
  Tallies: ['ordinals', 'text', 'title', 'tags'],
  Vocabulary: ['terms', 'nameCounts', '#ids', '#ordered', '#stems', '#near', '#bigrams'],
  WordResolver: ['context'],
  Writer: ['#bytes'],
};
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

function documentedCaches(heading: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = new RegExp(`\\n##+ ${heading}\\n(.*?)\\n##`, 's').exec(text) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`);

/** Fields that can keep something for a later call: all but functions, numbers, truth values and what a caller gave. */
function keepingFields(path: string): string[] {
  const found: string[] = [];
  const keeps = (field: ts.PropertyDeclaration): boolean => {
    const { initializer } = field;
    const isReadonly = field.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;
    if (!initializer) return !isReadonly && !/^(number|boolean)$/.test(field.type?.getText() ?? '');
    return !/^(-?[\d_.]+|Number\.\w+|true|false)$/.test(initializer.getText()) && !ts.isArrowFunction(initializer);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node))
      for (const field of node.members.filter(ts.isPropertyDeclaration))
        if (keeps(field)) found.push(`${node.name?.text}.${field.name.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(path));
  return found;
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
  expect(documentedCaches('Caches of the search').sort()).toEqual([...kept].sort());
  expect(kept.length).toBeLessThanOrEqual(9);
});

it('no other module of the search has state of its own', () => {
  const state = sourcesIn(FOLDER).flatMap((path) =>
    sourceOf(path)
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
  expect(state).toEqual([]);
});

it('no other class of the search or of the keyword index keeps anything between searches', () => {
  const fields = [...sourcesIn(FOLDER), ...sourcesIn('src/engine/keyword')].flatMap(keepingFields);
  const named = Object.entries(NO_CACHES_IN).flatMap(([name, own]) => own.map((field) => `${name}.${field}`));
  const known = [...named, ...Object.keys(OTHER_CACHES)].sort();
  expect(fields.filter((field) => !field.startsWith('SearchSession.')).sort()).toEqual(known);
  const documented = [...documentedCaches('Caches of the search'), ...documentedCaches('Caches of the keyword index')];
  for (const cache of Object.values(OTHER_CACHES)) expect(documented).toContain(cache);
});
