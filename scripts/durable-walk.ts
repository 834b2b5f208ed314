/** Serves an instrumented engine to a browser. Each function first records its file and the files of its callers. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import ts from 'typescript';
import { createServer, type Plugin } from 'vite';
import { CHROMIUM_FLAGS } from './chromium.mjs';
import { ensureBrowser, ROOT } from './setup.mjs';

export interface DurableWalk {
  /** Files that ran in each of three runs, relative to `src/engine`. */
  add: string[];
  /** Outermost first. */
  deepest: string[];
  /** Caller first. */
  climbs: [from: string, to: string][];
}

const ENGINE = fileURLToPath(new URL('../src/engine/', import.meta.url));
/** Levels from the top down. A call may stay on its level or go to one with a higher number. */
const LEVELS: { readonly [folder: string]: number } = {
  transfer: 1,
  search: 1,
  write: 2,
  embed: 3,
  keyword: 4,
  vector: 4,
  recovery: 5,
  store: 6,
  wal: 6,
  table: 7,
};
const levelOf = (file: string): number => LEVELS[file.split('/')[0]!] ?? 0;

const WORKER = `
const found = { files: new Set(), edges: new Set(), deepest: [] };
let on = false;
Error.stackTraceLimit = 200;
globalThis.__walk = (file) => {
  if (!on) return;
  found.files.add(file);
  const frames = [...new Error().stack.matchAll(/src\\/engine\\/([\\w./-]+?\\.ts)/g)].map(([, name]) => name);
  const chain = frames.filter((name, at) => name !== frames[at - 1]).reverse();
  if (chain.length > found.deepest.length) found.deepest = chain;
  if (chain.length > 1) found.edges.add(chain.slice(-2).join(' '));
};
// A timer isn't part of the write that started it. Whether it fires before the write ends depends on the machine.
const later = setTimeout;
globalThis.setTimeout = (callback, ...rest) => later((...given) => {
  const before = on;
  on = false;
  try {
    callback(...given);
  } finally {
    on = before;
  }
}, ...rest);
const { createEngine } = await import('/src/engine/engine.ts');
const { MINI_LM, modelProfile } = await import('/src/core/model-profiles.ts');
const engine = await createEngine({
  init: { name: 'walk', profile: modelProfile(MINI_LM), modelAllowed: false, stemming: 'en', terms: [], modes: null,
    search: {}, conversationTtlDays: 7, touch: false },
  emit() {},
});
await engine.semantic.whenLoaded();
const runs = [];
for (const id of ['0', '1', '2', '3']) {
  found.files.clear();
  // The first write waits for what a start has left to do.
  on = id !== '0';
  await engine.add([{ id, title: 'Pots', text: 'The spare key lies under the blue pot.' }]);
  on = false;
  if (id !== '0') runs.push([...found.files]);
}
const durability = engine.store.durability;
await engine.destroy();
postMessage({ runs, edges: [...found.edges], deepest: found.deepest, durability });
`;

function withNotes(code: string, file: string): string {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const inserts: [at: number, text: string][] = [];
  const note = `__walk(${JSON.stringify(file)})`;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const body = node.body as ts.ConciseBody;
      if (ts.isBlock(body)) inserts.push([body.getStart() + 1, `${note};`]);
      else inserts.push([body.getStart(), `(${note}, `], [body.end, ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return inserts
    .map(([at, text], order) => ({ at, text, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order)
    .reduce((noted, { at, text }) => noted.slice(0, at) + text + noted.slice(at), code);
}

const notes: Plugin = {
  name: 'walk-notes',
  enforce: 'pre',
  resolveId: (id) => (id === '/walk-worker.js' ? id : null),
  load: (id) => (id === '/walk-worker.js' ? WORKER : null),
  transform: (code, id) => (id.startsWith(ENGINE) ? withNotes(code, relative(ENGINE, id.split('?')[0]!)) : null),
  configureServer: ({ middlewares }) => {
    middlewares.use('/walk.html', (_, response) => void response.end('<!doctype html><title>walk</title>'));
  },
};

export async function durableWalk(): Promise<DurableWalk> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, hmr: false, watch: null },
    plugins: [notes],
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls!.local[0]}walk.html`);
    const found = await page.evaluate(
      () =>
        new Promise<{ runs: string[][]; edges: string[]; deepest: string[]; durability: string }>((resolve, reject) => {
          const worker = new Worker('/walk-worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        }),
    );
    if (found.durability !== 'durable') throw new Error(`the store is ${found.durability}, not durable`);
    const [first = [], ...others] = found.runs;
    const climbs = found.edges.map((edge) => edge.split(' ') as [string, string]);
    return {
      add: first.filter((file) => others.every((run) => run.includes(file))).sort(),
      deepest: found.deepest,
      climbs: climbs.filter(([from, to]) => levelOf(to) < levelOf(from)).sort(),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
