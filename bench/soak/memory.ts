import { rendererMemory } from '../../scripts/renderer-memory.ts';
import { freshMemories } from '../queries.ts';
import { mebibytes } from '../row.ts';
import { inPage, openSite } from '../site.ts';
import { type Proof, scaled } from './proof.ts';

const CHUNKS = 5_000;
const MOST_BYTES = 450e6;
const LEAST_FALL = 100e6;
const IDLE_MS = 90_000;
const LOOK_EVERY_MS = 2_000;

export const memory: Proof = {
  name: 'memory',
  what: `Renderer memory while embedding ${CHUNKS.toLocaleString('en')} chunks ≤ 450 MB, ≥ 100 MB less after 90 s of idleness`,
  minutes: 12,
  async run(share, log) {
    const count = scaled(CHUNKS, share, 100);
    const site = await openSite();
    const visit = await site.browse();
    try {
      const page = await visit.page();
      const blank = await rendererMemory(visit.profile, page);
      await inPage(page, 'open', { name: 'memory', modelLoad: 'manual' });
      await inPage(page, 'add', freshMemories(count, 51));
      const working = inPage(page, 'embedBacklog');
      let most = 0;
      let done = false;
      const ended = working.finally(() => {
        done = true;
      });
      while (!done) {
        most = Math.max(most, await rendererMemory(visit.profile, page));
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
      }
      const { embedded, runs } = await working;
      const after = await rendererMemory(visit.profile, page);
      log(`${embedded} embedded in ${runs.documents} runs; waiting`);
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      const idle = await rendererMemory(visit.profile, page);
      return {
        ok: embedded === count && most <= MOST_BYTES && after - idle >= LEAST_FALL,
        finding: `${embedded} chunks: blank page ${mebibytes(blank)}, peak ${mebibytes(most)}, after the last chunk ${mebibytes(after)}, after 90 s ${mebibytes(idle)}`,
      };
    } finally {
      await visit.close();
      await site.close();
    }
  },
};
