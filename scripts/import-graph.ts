/** Which file imports which, in sources and tools, and where that's circular. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from './setup.mjs';

/** Folders with this repository's code. `dist`, `site` and installed packages are generated. */
const FOLDERS = ['src', 'scripts', 'e2e', 'eval', 'bench', 'consumers', 'examples'];
const MADE = /(?:^|\/)(?:node_modules|dist|\.next)\//;

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Imports by file, absolute, without unit tests and the kernel's AssemblyScript.
 *
 * @param types whether type-only imports count; default true
 */
export function importGraph({ types = true } = {}): ImportGraph {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:m?js|ts)$/.test(path) && !MADE.test(path))
      .filter((path) => !path.endsWith('.test.ts') && !path.includes('/assembly/'))
      .map((path) => join(ROOT, folder, path)),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8');
      const code = types ? text : text.replace(/^(?:import|export) type [^;]*;/gm, '');
      const { importedFiles } = ts.preProcessFile(code, true, true);
      const local = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
      return [file, local.map((name) => join(dirname(file), name))];
    }),
  );
}

/**
 * The same between folders: `src/engine`, `src/client` …, `src` for the entry points, and the folders of the tools. In
 * `src/ui` each folder counts, at every depth.
 */
export function folderGraph(graph: ImportGraph): ImportGraph {
  const folders = new Map<string, string[]>();
  for (const [file, imports] of graph) {
    const from = folderOf(file);
    const known = folders.get(from) ?? [];
    folders.set(from, known);
    for (const to of imports.map(folderOf)) if (to !== from && !known.includes(to)) known.push(to);
  }
  return folders;
}

function folderOf(file: string): string {
  const path = relative(ROOT, file);
  const [top = '', room = '', ...rest] = path.split('/');
  if (top === 'src' && room === 'ui') return dirname(path);
  return top === 'src' && rest.length > 0 ? `src/${room}` : top;
}

/** Each cycle once, as a depth-first walk finds it. */
export function cyclesOf(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
