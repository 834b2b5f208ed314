/** Measures how times and memory grow with the number of memories. Each memory has a vector, as in `hybrid.ts`. */

import type { Page } from '@playwright/test';
import { LOGARITHMIC, linePlot } from '../../scripts/plot.ts';
import { closeProcess, collectEverywhere, rendererMemory } from '../../scripts/renderer-memory.ts';
import { type Traced, traced } from '../main-thread.ts';
import { peakMemory } from '../peak-memory.ts';
import { beginnings, keystrokes, questions, shortMemories } from '../queries.ts';
import { mebibytes, median, ms, NONE, quantile, type Row, readsOf, spread, withoutModel } from '../row.ts';
import { inPage, type Site, type Visit } from '../site.ts';

const SIZES = [1_000, 10_000, 100_000, 300_000];
const LARGE = 100_000;
const STARTS = 3;
const QUERIES = 60;
const ADDED = 500;
const READS = 100;
const MOST_MEMORY = 400 * 1_048_576;
const KEYWORDS = { modes: ['keyword'] } as const;
/** Milliseconds with 100,000 memories. */
const READY_TARGET = 250;
const TYPING_TARGET = 20;
const HYBRID_TARGET = 30;

interface Point {
  count: number;
  /** Milliseconds. */
  starts: number[];
  typed: number[];
  asked: number[];
  /** Milliseconds for each of the `ADDED` memories. */
  adding: number;
  bounds: { start: string; typed: string; asked: string };
  /** Bytes. */
  disk: number;
  needed: number;
  held: number;
}

export async function growthRows(
  site: Site,
  vectors: readonly string[],
  log: (line: string) => void,
): Promise<{ rows: Row[]; plot: string }> {
  log('an import');
  const large = await importRows(site);
  const points: Point[] = [];
  for (const count of SIZES) {
    log(`${count.toLocaleString('en')} memories`);
    const visit = await site.browse();
    const point = await measure(visit, count, vectors);
    points.push(point);
    for (const { what, measured } of rowsOf(point)) log(`${what}: ${measured}`);
    if (count === LARGE) large.push(await elementRow(site, visit));
    await visit.close();
  }
  return { rows: [...points.flatMap(rowsOf), ...large], plot: plotOf(points) };
}

async function measure(visit: Visit, count: number, vectors: readonly string[]): Promise<Point> {
  // The page's element opens a store with this name.
  const options = { name: 'default', model: 'Xenova/bge-small-en-v1.5', modelLoad: 'manual' } as const;
  let page = await visit.page();
  // Later, the browser may show a blank page in a process that showed the store before.
  const blank = await rendererMemory(visit.profile, page);
  const empty = await inPage(page, 'storageUsage');
  await inPage(page, 'seed', options.name, count, [...vectors]);
  await inPage(page, 'open', options);
  await inPage(page, 'idle');
  await inPage(page, 'close');
  const disk = (await inPage(page, 'storageUsage')) - empty;
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    await closeProcess(visit.profile, page);
    page = await visit.page();
    starts.push(await inPage(page, 'open', options));
  }
  const { embedded } = await inPage(page, 'stats');
  if (embedded !== count) throw new Error(`${embedded} of ${count} memories have vectors`);
  const held = (await rendererMemory(visit.profile, page)) - blank;
  await collectEverywhere(page);
  const needed = (await rendererMemory(visit.profile, page)) - blank;

  const states = keystrokes(6);
  const { keywordIndex: _, ...steps } = await inPage(page, 'startSteps');
  await inPage(page, 'search', states.slice(0, 30), KEYWORDS);
  const { times: typed } = await inPage(page, 'search', states, KEYWORDS);
  const typing = await inPage(page, 'search', states, { ...KEYWORDS, explain: true });
  await inPage(page, 'loadModel');
  // Searches each query once, and then empties the cache of texts. In the timed run, only the embeddings are cached.
  await inPage(page, 'search', questions(QUERIES, 13), {});
  await inPage(page, 'forgetTexts');
  await inPage(page, 'search', questions(3, 14), {});
  const { times: asked, withoutMeaning } = await inPage(page, 'search', questions(QUERIES, 13), {});
  if (withoutMeaning > 0) throw new Error('Some answers came by keywords alone');
  const explained = await inPage(page, 'search', questions(QUERIES, 13), { explain: true });
  const reads = await inPage(page, 'bareReads', options.name, READS);
  const { milliseconds } = await inPage(page, 'ingest', shortMemories(ADDED));
  await inPage(page, 'close');
  await page.close();
  const bounds = {
    start: `milliseconds in the engine to the end of each step of the last: ${Object.entries(steps)
      .map(([step, at]) => `${step} ${at}`)
      .join(', ')}`,
    typed: `keyword arm ${spread(typing.arm)}; ${readsOf(reads)}`,
    asked: withoutModel(explained, reads),
  };
  return { count, starts, typed, asked, adding: milliseconds / ADDED, bounds, disk, needed, held };
}

function rowsOf({ count, starts, typed, asked, adding, bounds, disk, needed, held }: Point): Row[] {
  const memories = `${count.toLocaleString('en')} memories with vectors`;
  const at100k = <Target>(target: Target): Target | null => (count === LARGE ? target : null);
  const row = (
    what: string,
    measured: string,
    value: number,
    target: number | null,
    unit: string,
    bound = NONE,
  ): Row => ({
    what: `${memories}: ${what}`,
    measured,
    target: target === null ? NONE : `≤ ${target} ${unit}`,
    bound,
    peer: NONE,
    met: target === null ? null : value <= target,
  });
  const mostMemory = count > LARGE ? MOST_MEMORY / 1_048_576 : null;
  return [
    row(
      `keyword ready after reload, p50 of ${STARTS}`,
      ms(median(starts)),
      median(starts),
      at100k(READY_TARGET),
      'ms',
      bounds.start,
    ),
    row(
      `keyword while typing, p50 / p95 of ${typed.length} keystrokes`,
      spread(typed),
      quantile(typed, 0.95),
      at100k(TYPING_TARGET),
      'ms',
      bounds.typed,
    ),
    row(
      `hybrid without the query's embedding, p50 / p95 of ${QUERIES}`,
      spread(asked),
      quantile(asked, 0.95),
      at100k(HYBRID_TARGET),
      'ms',
      bounds.asked,
    ),
    row(`${ADDED} more added in one call, each`, `${adding.toFixed(2)} ms`, adding, null, 'ms'),
    row('on disk', `${mebibytes(disk)} (${Math.round(disk / count)} B each)`, disk, null, ''),
    row(
      'memory of the page without the model, above a blank one',
      `${mebibytes(needed)} needed; ${mebibytes(held)} held right after the start`,
      needed / 1_048_576,
      mostMemory,
      'MiB',
      'the browser reclaims the rest when it needs memory',
    ),
  ];
}

function plotOf(points: readonly Point[]): string {
  const line = (name: string, figureOf: (point: Point) => number) => ({
    name,
    points: points.map((point) => ({ x: point.count, y: figureOf(point) })),
  });
  return linePlot(
    'What one memory costs as the store grows',
    'memories',
    'bytes or microseconds a memory',
    [
      line('disk, bytes', ({ disk, count }) => disk / count),
      line('page, bytes needed', ({ needed, count }) => Math.max(1, needed / count)),
      line('start, µs', ({ starts, count }) => (median(starts) * 1_000) / count),
      line('adding, µs', ({ adding }) => adding * 1_000),
      line('keystroke p50, µs', ({ typed, count }) => (median(typed) * 1_000) / count),
      line('hybrid p50, µs', ({ asked, count }) => (median(asked) * 1_000) / count),
    ],
    LOGARITHMIC,
  );
}

async function elementRow(site: Site, visit: Visit): Promise<Row> {
  const shown: number[] = [];
  const element: number[] = [];
  const plain: number[] = [];
  const visited = async (path: string, query: string | null): Promise<Page> => {
    const page = await visit.page();
    await page.goto(`${site.url}${path}`);
    if (query !== null) shown.push(await inPage(page, 'firstRow', query));
    return page;
  };
  const longest = async (page: Page): Promise<number> => {
    const long = await inPage(page, 'longTasks');
    await page.close();
    return Math.max(0, ...long);
  };
  // The beginning of a note always finds that note. The two pages alternate, so other load affects both alike.
  const queries = beginnings(2 + STARTS, 15);
  const last = queries.pop()!;
  for (const query of queries) {
    plain.push(await longest(await visited('/plain', null)));
    element.push(await longest(await visited('/element', query)));
  }
  const trace = async (path: string, query: string | null): Promise<Traced> => {
    const page = await visit.page();
    const threads = await traced(visit.profile, page, async () => {
      await page.goto(`${site.url}${path}`);
      if (query !== null) await inPage(page, 'firstRow', query);
      else await inPage(page, 'longTasks');
    });
    await page.close();
    return threads;
  };
  const without = await trace('/plain', null);
  const once = await trace('/element', last);
  const waits = ({ ran, waited }: Traced): string => `${ms(ran)} computing, ${ms(waited)} ready without a core`;
  const worst = ([first, ...later]: number[]): string => `${ms(first!)} / ${ms(Math.max(...later))}`;
  return {
    what: `${LARGE.toLocaleString('en')} memories: longest task of the page from the tag to the first rows, first visit of a browser / worst of ${STARTS} later`,
    measured: `${worst(element)} (0: none over 50 ms); rows on the screen after ${ms(shown[0]!)} / ${ms(median(shown.slice(1)))}`,
    target: '≤ 50 ms',
    bound: `a page of one module and ten rows of plain HTML, in turns with it: ${worst(plain)}; in a visit that was traced no task computed longer than ${ms(once.computing)} (plain page ${ms(without.computing)}), the longest took ${ms(once.longest)}, ${ms(once.ofLongest)} of it on a core; the page’s thread in all: ${waits(once)} (plain page ${waits(without)})`,
    peer: NONE,
    met: Math.max(...element) <= 50,
  };
}

async function importRows(site: Site): Promise<Row[]> {
  const visit = await site.browse();
  const page = await visit.page();
  await inPage(page, 'open', { name: 'import', modelLoad: 'manual' });
  const blank = await rendererMemory(visit.profile, page);
  const lines = shortMemories(LARGE).map((memory) => JSON.stringify(memory));
  const { result, most, parts } = await peakMemory(visit.profile, page, blank, () =>
    inPage(page, 'importWhileSearching', lines.join('\n'), questions(20, 16)),
  );
  const { milliseconds, longestTask, added, progressEvents, searches } = result;
  if (added !== LARGE) throw new Error(`${added} of ${LARGE} memories were imported`);
  await collectEverywhere(page);
  const kept = await rendererMemory(visit.profile, page);
  await inPage(page, 'close');
  await visit.close();
  const what = `import of ${LARGE.toLocaleString('en')} short memories as JSON Lines`;
  const row = { bound: NONE, peer: NONE };
  return [
    {
      ...row,
      what: `${what}: most memory of the page, above an open one, its file included`,
      measured: `${mebibytes(most)} (all stored after ${ms(milliseconds)}, progress reported ${progressEvents} times)`,
      target: '≤ 400 MiB',
      bound: `${mebibytes(kept - blank)} are needed at its end, the rest is what the browser has not collected yet; at the most: ${parts}`,
      met: most <= MOST_MEMORY && progressEvents > 10,
    },
    {
      ...row,
      what: `${what}: keyword searches meanwhile, p50 / p95 of ${searches.length}`,
      measured: spread(searches),
      target: NONE,
      met: null,
    },
    {
      ...row,
      what: `${what}: longest time that the page’s thread was busy`,
      measured: ms(longestTask),
      target: '≤ 100 ms',
      met: longestTask <= 100,
    },
  ];
}
