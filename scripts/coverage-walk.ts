/**
 * `npm run walk`: which files of the engine one memory and one keyword query pass through (V8 coverage in Node, store in
 * memory), how long the engine takes to start, how deep its imports go, and where imports run in a circle, types included.
 * `--json` for the test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { MINI_LM, modelProfile } from '../src/core/options/model-profiles.ts';
import { createEngine } from '../src/engine/engine.ts';
import { createEphemeralStore } from '../src/engine/store/ephemeral-store.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENGINE = join(ROOT, 'src/engine/');

export interface Walk {
  /** Milliseconds until an empty engine answers, the first time in the process. */
  start: number;
  /** Files of the engine that ran, relative to `src/engine`. */
  add: string[];
  search: string[];
  /** Longest chain of imports of code inside the engine, first to last. */
  chain: string[];
  /** Cycles anywhere in `src`, types included. */
  cycles: string[][];
}

/** Files that ran each of three times: a timer that happens to fire in between runs in one of them. */
async function ran(session: Session, work: (time: number) => Promise<unknown>): Promise<string[]> {
  const prefix = pathToFileURL(ENGINE).href;
  let files: string[] | undefined;
  for (const time of [1, 2, 3]) {
    await session.post('Profiler.takePreciseCoverage');
    await work(time);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const here = result
      .filter(
        ({ url, functions }) => url.startsWith(prefix) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
      )
      .map(({ url }) => url.slice(prefix.length).split('?')[0]!);
    files = files?.filter((file) => here.includes(file)) ?? here;
  }
  return files!.sort();
}

async function filesOfEachWay(): Promise<Pick<Walk, 'start' | 'add' | 'search'>> {
  const began = performance.now();
  const engine = await createEngine({
    init: {
      name: 'walk',
      profile: modelProfile(MINI_LM),
      modelAllowed: false,
      stemming: 'en',
      terms: [],
      modes: null,
      search: {},
      conversationTtlDays: 7,
      touch: false,
    },
    emit: () => {},
    store: createEphemeralStore(),
  });
  const start = performance.now() - began;
  await engine.semantic.loaded;
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const add = await ran(session, (time) =>
    engine.add([{ id: `${time}`, title: 'Pots', text: 'The spare key lies under the blue pot.' }]),
  );
  const search = await ran(session, (time) => engine.searcher.search(`blue pot ${time}`, { modes: ['keyword'] }));
  session.disconnect();
  await engine.close();
  return { start, add, search };
}

/** Imports by file, both absolute; tests and generated kernels' sources left out. */
function importGraph(types: boolean): Map<string, string[]> {
  const source = join(ROOT, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/assembly/'))
    .map((path) => join(source, path));
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8');
      // What is imported as a type costs nothing and is not there at run time.
      const code = types ? text : text.replace(/^(?:import|export) type [^;]*;/gm, '');
      const { importedFiles } = ts.preProcessFile(code, true, true);
      const local = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
      return [file, local.map((name) => join(dirname(file), name)).filter((path) => path.endsWith('.ts'))];
    }),
  );
}

/** Each cycle once, as found by a walk in depth. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
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

function longestChain(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const known = new Map<string, string[]>();
  const from = (file: string): string[] => {
    const kept = known.get(file);
    if (kept) return kept;
    known.set(file, []);
    let best: string[] = [];
    for (const next of graph.get(file) ?? []) {
      const chain = next.startsWith(ENGINE) ? from(next) : [];
      if (chain.length > best.length) best = chain;
    }
    const chain = [file, ...best];
    known.set(file, chain);
    return chain;
  };
  let longest: string[] = [];
  for (const file of graph.keys())
    if (file.startsWith(ENGINE) && from(file).length > longest.length) longest = from(file);
  return longest;
}

const walk: Walk = {
  ...(await filesOfEachWay()),
  chain: longestChain(importGraph(false)).map((file) => relative(ENGINE, file)),
  cycles: cyclesOf(importGraph(true)).map((cycle) => cycle.map((file) => relative(ROOT, file))),
};
if (process.argv.includes('--json')) console.log(JSON.stringify(walk));
else {
  const list = (title: string, files: readonly string[]): void =>
    console.log(`${title}: ${files.length}\n  ${files.join('\n  ')}\n`);
  console.log(`engine started in ${walk.start.toFixed(0)} ms\n`);
  list('one memory added, files of the engine', walk.add);
  list('one keyword search, files of the engine', walk.search);
  list('longest chain of imports of code inside the engine', walk.chain);
  console.log(`import cycles: ${walk.cycles.length}`);
  for (const cycle of walk.cycles) console.log(`  ${cycle.join(' → ')}`);
}
