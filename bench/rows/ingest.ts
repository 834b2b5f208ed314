/** Writing: 10,000 short memories in one call, the page's thread meanwhile, and what a memory costs on disk. */
import { shortMemories } from '../queries.ts';
import { mebibytes, ms, NONE, type Row } from '../row.ts';
import { inPage, type Site } from '../site.ts';

const COUNT = 10_000;
const NAME = 'ingest';

export async function ingestRows(site: Site, log: (line: string) => void): Promise<Row[]> {
  let visit = await site.browse();
  log('10,000 short memories in one call');
  let page = await visit.page();
  await inPage(page, 'open', { name: NAME, modes: ['keyword'] });
  const written = await inPage(page, 'ingest', shortMemories(COUNT));
  if (!written.found) throw new Error('The last memory was not found by keyword');
  await inPage(page, 'close');
  await visit.close();

  log('disk');
  visit = await site.browse();
  page = await visit.page();
  const empty = await inPage(page, 'storageUsage');
  const { textBytes } = await inPage(page, 'seed', 'disk', COUNT);
  await inPage(page, 'open', { name: 'disk', modes: ['keyword'] });
  await inPage(page, 'idle');
  const { storage } = await inPage(page, 'stats');
  await inPage(page, 'close');
  const used = (await inPage(page, 'storageUsage')) - empty;
  const beside = used / textBytes - 1;
  await visit.close();
  return [
    {
      what: `${COUNT.toLocaleString('en')} short memories added in one call, each findable by keyword`,
      measured: ms(written.milliseconds),
      target: '≤ 3 s',
      bound: 'index 0.12 ms and store 0.1 ms each: 2.2 s',
      peer: NONE,
      met: written.milliseconds <= 3_000,
    },
    {
      what: 'longest task of the page’s thread meanwhile',
      measured: ms(written.longestTask),
      target: '≤ 50 ms',
      bound: 'structured clone of the call’s argument and result',
      peer: NONE,
      met: written.longestTask <= 50,
    },
    {
      what: 'disk beside the text, journal and keyword index included, no vectors',
      measured: `+${Math.round(beside * 100)} % (${mebibytes(used)} for ${mebibytes(textBytes)} of text; ${Math.round((used - textBytes) / COUNT)} B a memory; stated by stats(): ${mebibytes(storage.bytes)})`,
      target: '≤ +60 %',
      bound: 'the journal holds every text a second time: +100 %',
      peer: NONE,
      met: beside <= 0.6,
    },
  ];
}
