import type { SyncOptions } from '../../src/client/public-types.ts';

export interface FirstPull {
  /** Milliseconds from the call of `sync()` until the key is open. */
  opened: number;
  /** Milliseconds until a search by keyword answers. */
  first: number;
  /** Milliseconds until everything has arrived. */
  all: number;
  memories: number;
  embedded: number;
  /** Texts that the model embedded after the pull. */
  runs: number;
}

export async function firstPull(server: Pick<SyncOptions, 'url' | 'passphrase'>, model: string): Promise<FirstPull> {
  const path = new URL('/client.js', location.href).href;
  const { createHybridSearch } = (await import(path)) as typeof import('../../src/client/index.ts');
  const client = createHybridSearch({ name: 'first-pull', model, modelLoad: 'manual' });
  await client.ready;
  const start = performance.now();
  const handle = await client.sync(server);
  let opened = Number.NaN;
  handle.onState(({ stage }) => {
    if (stage === 'catching-up' && Number.isNaN(opened)) opened = performance.now() - start;
  });
  let all = Number.NaN;
  const whole = handle.idle().then(() => {
    all = performance.now() - start;
  });
  let first = Number.NaN;
  while (Number.isNaN(first) && Number.isNaN(all)) {
    const { hits } = await client.search('found', { modes: ['keyword'] });
    if (hits.length > 0) first = performance.now() - start;
  }
  await whole;
  if (handle.state.stage !== 'live') throw new Error(`sync is ${handle.state.stage}: ${handle.state.message}`);
  await client.loadModel();
  await client.idle();
  const { memories, embedded, runs } = await client.stats();
  await client.close();
  return { opened, first, all, memories, embedded, runs: runs.documents };
}
