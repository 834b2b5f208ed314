import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from './setup.mjs';

const FOLDERS = ['src', 'scripts', 'e2e', 'eval', 'bench', 'consumers', 'examples'];
const MADE = /(?:^|\/)(?:node_modules|dist|\.next)\//;

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns each file's imports as absolute paths, without unit tests and the kernel's AssemblyScript.
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
 * `depth` levels below `src` (1: `src/engine`, 2: `src/engine/search`) or below the root. A file in no folder of that
 * depth, such as `src/core/errors.ts`, is a node of its own.
 */
export function folderGraph(graph: ImportGraph, depth: number): ImportGraph {
  const folders = new Map<string, string[]>();
  for (const [file, imports] of graph) {
    const from = folderOf(file, depth);
    const known = folders.get(from) ?? [];
    folders.set(from, known);
    for (const to of imports.map((each) => folderOf(each, depth)))
      if (to !== from && !known.includes(to)) known.push(to);
  }
  return folders;
}

function folderOf(file: string, depth: number): string {
  const path = relative(ROOT, file).split('/');
  return path.slice(0, path[0] === 'src' ? depth + 1 : depth).join('/');
}

const DEEPEST = 4;

/** Records throw errors, and an error carries its record. */
const ALLOWED = ['src/core/errors.ts', 'src/core/record/memory.ts'] as const;

/** Returns cycles among folders, for each depth of folders, each cycle once. */
export function folderCycles(graph: ImportGraph): string[][] {
  const [from, to] = ALLOWED.map((path) => join(ROOT, path));
  const checked = new Map(
    [...graph].map(([file, imports]) => [file, file === from ? imports.filter((each) => each !== to) : imports]),
  );
  const cycles = Array.from({ length: DEEPEST }, (_, above) => cyclesOf(folderGraph(checked, above + 1))).flat();
  return [...new Map(cycles.map((cycle) => [cycle.join(), cycle])).values()];
}

/** Finds at least one cycle if there are any, but not all. */
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

/**
 * Returns, for each folder of the element's parts, how many files it has and how many of `session` they import. These
 * are the files to read to change the part.
 */
export function filesToRead(graph: ImportGraph): Map<string, { own: number; shared: number }> {
  const found = new Map<string, { own: number; shared: Set<string> }>();
  for (const [file, imports] of graph) {
    const [, part] = /^src\/ui\/((?:search|notes)\/[^/]+)\//.exec(relative(ROOT, file)) ?? [];
    if (part === undefined) continue;
    const known = found.get(part) ?? { own: 0, shared: new Set() };
    found.set(part, known);
    known.own++;
    for (const to of imports) if (relative(ROOT, to).startsWith('src/ui/session/')) known.shared.add(to);
  }
  return new Map([...found].map(([part, { own, shared }]) => [part, { own, shared: shared.size }]));
}
