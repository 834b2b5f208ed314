/**
 * `npm run walk [--json]` shows which files of the engine one memory and one keyword query pass through, and circular
 * imports, types included.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { MINI_LM, modelProfile } from '../src/core/model-profiles.ts';
import { PP_OCR_V4 } from '../src/core/picture-models.ts';
import { createEngine } from '../src/engine/engine.ts';
import { createEphemeralStore } from '../src/engine/store/ephemeral-store.ts';
import { durableWalk } from './durable-walk.ts';
import { cyclesOf, filesToRead, folderCycles, importGraph } from './import-graph.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENGINE = join(ROOT, 'src/engine/');

export interface Walk {
  /** Milliseconds until an empty engine gives its first answer in this process. */
  start: number;
  /** Relative to `src/engine`. */
  add: string[];
  search: string[];
  chain: string[];
  cycles: string[][];
  folderCycles: string[][];
}

/** Returns the files that ran in all three runs. That leaves out timers that happened to fire in one of them. */
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
      readPictures: false,
      pictureModel: PP_OCR_V4.id,
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
  await engine.semantic.whenLoaded();
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

function linesOf(folder: string): number {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .reduce((lines, path) => lines + readFileSync(join(ROOT, folder, path), 'utf8').split('\n').length - 1, 0);
}

const walk: Walk = {
  ...(await filesOfEachWay()),
  chain: longestChain(importGraph({ types: false })).map((file) => relative(ENGINE, file)),
  cycles: cyclesOf(importGraph()).map((cycle) => cycle.map((file) => relative(ROOT, file))),
  folderCycles: folderCycles(importGraph()),
};
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
if (values.json) console.log(JSON.stringify(walk));
else {
  const list = (title: string, files: readonly string[]): void =>
    console.log(`${title}: ${files.length}\n  ${files.join('\n  ')}\n`);
  console.log(`engine started in ${walk.start.toFixed(0)} ms\n`);
  list('one memory added to the store in memory, files of the engine', walk.add);
  const durable = await durableWalk();
  list('one memory added to the durable store, files of the engine', durable.add);
  list('deepest chain of calls from file to file', durable.deepest);
  list(
    'calls from a lower folder into a higher one',
    durable.climbs.map((climb) => climb.join(' → ')),
  );
  list('one keyword search, files of the engine', walk.search);
  list('longest chain of imports of code inside the engine', walk.chain);
  console.log(`lines of engine and core, without tests: ${linesOf('src/engine') + linesOf('src/core')}\n`);
  console.log('files to read for a part of the element: its folder, and what it imports of ui/session');
  for (const [part, { own, shared }] of filesToRead(importGraph()))
    console.log(`  ${part}: ${own} + ${shared} = ${own + shared}`);
  console.log('');
  for (const [of, cycles] of [
    ['files', walk.cycles],
    ['folders', walk.folderCycles],
  ] as const) {
    console.log(`import cycles of ${of}: ${cycles.length}`);
    for (const cycle of cycles) console.log(`  ${cycle.join(' → ')}`);
  }
}
