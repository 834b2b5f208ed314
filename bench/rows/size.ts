import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { NONE, type Row } from '../row.ts';
import type { Site } from '../site.ts';

const TARGET = 60;

export async function sizeRows(site: Site): Promise<Row[]> {
  const visit = await site.browse();
  const page = await visit.context.newPage();
  await page.goto(`${site.url}/element`);
  const answered = await page.evaluate(async () => {
    await customElements.whenDefined('hybrid-search');
    const element = document.querySelector('hybrid-search') as HTMLElement & {
      ready: Promise<{ search(query: string): Promise<unknown> }>;
    };
    await (await element.ready).search('first');
    return performance.now();
  });
  // Scripts are listed once they have arrived. Those that are requested after the answer delay nothing.
  await page.waitForLoadState('networkidle');
  const fetched = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime < until && /\.(?:js|mjs|wasm)$/.test(name))
        .map(({ name }) => new URL(name).pathname.slice(1)),
    answered,
  );
  await visit.close();
  const sizes = [...new Set(fetched)].map((name) => ({
    name,
    bytes: gzipSync(readFileSync(join(site.folder, name))).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024;
  const parts = sizes
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name.replace(/-[\w-]{8}\./, '.')} ${(bytes / 1_024).toFixed(1)}`);
  return [
    {
      what: 'scripts before the first search answers (element, client, engine), gzip',
      measured: `${total.toFixed(1)} KB (${parts.join(', ')})`,
      target: `≤ ${TARGET} KB`,
      bound:
        'the engine worker is one file, because bundlers lose what a worker loads later: recovery, durability and all arms come with the first keyword answer',
      peer: NONE,
      met: total <= TARGET,
    },
  ];
}
