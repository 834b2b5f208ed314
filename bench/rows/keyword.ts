import { dearQueries, keystrokes } from '../queries.ts';
import { median, ms, quantile, type Row, readsOf, spread } from '../row.ts';
import { inPage, type Site } from '../site.ts';

const TYPED = 40;
const DEAR = 60;
const RELOADS = 5;
const READS = 100;
const KEYWORDS = { name: 'bench', modes: ['keyword'] } as const;
/** By number of memories: milliseconds for a keystroke (p95), and for a start. */
const TARGETS = { 10000: [6, 80], 50000: [12, 150] } as const;

export async function keywordRows(
  site: Site,
  count: keyof typeof TARGETS,
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const [typingTarget, readyTarget] = TARGETS[count];
  const visit = await site.browse();
  const memories = `${count.toLocaleString('en')} memories`;
  log(`storing ${memories}`);
  let page = await visit.page();
  await inPage(page, 'seed', 'bench', count);
  const rebuilt = await inPage(page, 'open', KEYWORDS);
  await inPage(page, 'idle');
  await inPage(page, 'close');

  const starts: number[] = [];
  const bare: number[] = [];
  for (let reload = 0; reload < RELOADS; reload++) {
    await page.close();
    page = await visit.page();
    starts.push(await inPage(page, 'open', KEYWORDS));
    const other = await visit.page();
    bare.push(await inPage(other, 'bareStart', KEYWORDS.name));
    await other.close();
  }
  const { keywordIndex } = await inPage(page, 'stats');
  const { keywordIndex: _, ...steps } = await inPage(page, 'startSteps');
  const inEngine = Object.entries(steps).map(([step, milliseconds]) => `${step} ${milliseconds}`);

  const states = keystrokes(TYPED);
  log(`${states.length} keystrokes`);
  await inPage(page, 'search', states.slice(0, 60), { modes: ['keyword'] });
  const typed = await inPage(page, 'search', states, { modes: ['keyword'] });
  const explained = await inPage(page, 'search', states, { modes: ['keyword'], explain: true });
  const inside = (await inPage(page, 'stats')).latency;
  const reads = await inPage(page, 'bareReads', KEYWORDS.name, READS);
  const mini = await inPage(page, 'miniSearch', count, states);
  rows.push({
    what: `keyword while typing, ${memories}: p50 / p95 of ${states.length} keystrokes`,
    measured: spread(typed.times),
    target: `p95 ≤ ${typingTarget} ms`,
    bound: `keyword arm ${spread(explained.arm)}; whole search in the engine ${ms(inside.p50)} / ${ms(inside.p95)}; ${readsOf(reads)}`,
    peer: `stock MiniSearch, ids only: ${spread(mini.times)}`,
    met: quantile(typed.times, 0.95) <= typingTarget,
  });
  rows.push({
    what: `keyword ready after reload, ${memories}: p50 of ${RELOADS}`,
    measured: `${ms(median(starts))} (${keywordIndex})`,
    target: `≤ ${readyTarget} ms`,
    bound: `${ms(median(bare))}: a worker of a few lines that opens the database and reads head and index; milliseconds from the engine’s start to the end of each step, of the last one: ${inEngine.join(', ')}; rebuilt without snapshot ${ms(rebuilt)}`,
    peer: `stock MiniSearch: addAll ${ms(mini.build)}, loadJSON ${ms(mini.load)}`,
    met: median(starts) <= readyTarget,
  });
  if (count === 10_000) {
    for (const [kind, queries] of Object.entries(dearQueries(DEAR))) {
      log(kind);
      const dear = await inPage(page, 'search', queries, { modes: ['keyword'], explain: true });
      const peer = await inPage(page, 'miniSearch', count, queries);
      rows.push({
        what: `${kind}, ${memories}: p50 / p99`,
        measured: spread(dear.times, 0.99),
        target: 'p99 ≤ 150 ms',
        bound: `keyword arm ${spread(dear.arm, 0.99)}`,
        peer: `stock MiniSearch: ${spread(peer.times, 0.99)}`,
        met: quantile(dear.times, 0.99) <= 150,
      });
    }
  }
  await inPage(page, 'close');
  await visit.close();
  return rows;
}
