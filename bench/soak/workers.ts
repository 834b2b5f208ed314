import type { Page, Worker } from '@playwright/test';
import { rendererMemory } from '../../scripts/renderer-memory.ts';
import { longQuestions } from '../queries.ts';
import { mebibytes } from '../row.ts';
import { inPage, openSite } from '../site.ts';
import { type Proof, scaled } from './proof.ts';

const KILLS = 100;
/** Memory growth is measured from this share of the kills on. By then, code is compiled and caches are full. */
const SETTLED = 0.1;
const MOST_GROWTH = 60e6;
const WORKERS_LEAVE_MS = 5_000;
const DEATH_TAKES_MS = 60_000;

export const workers: Proof = {
  name: 'workers',
  what: `${KILLS} deaths of the embedding worker: every query answered, no worker and no memory left behind`,
  minutes: 6,
  async run(share, log) {
    const kills = scaled(KILLS, share, 10);
    const site = await openSite();
    const visit = await site.browse();
    try {
      const page = await visit.page();
      await inPage(page, 'open', { name: 'workers', modelLoad: 'manual' });
      await inPage(page, 'add', [{ id: 'one', text: 'The ferry leaves at noon.' }]);
      await inPage(page, 'embedBacklog');
      // These are the engine, the embedder and its runtime's threads.
      const workersBefore = page.workers().length;
      const questions = longQuestions(kills, 61);
      let settled = 0;
      let answered = 0;
      const unanswered: string[] = [];
      for (const [at, question] of questions.entries()) {
        const embedding = await embeddingWorker(page);
        const died = embedding.waitForEvent('close', { timeout: DEATH_TAKES_MS }).then(
          () => true,
          () => false,
        );
        await embedding
          .evaluate(() => {
            setTimeout(() => {
              throw new Error('killed by the soak');
            });
          })
          // The worker may end before it can answer.
          .catch(() => {});
        const start = Date.now();
        const { withoutMeaning } = await inPage(page, 'search', [question], { modes: ['keyword', 'semantic'] });
        if (!(await died)) throw new Error(`The embedding worker survived death ${at + 1}`);
        if (withoutMeaning === 0) answered++;
        else unanswered.push(`Death ${at + 1}: keywords alone answered, after ${Date.now() - start} ms.`);
        if (at + 1 === Math.ceil(kills * SETTLED)) settled = await rendererMemory(visit.profile, page);
        if ((at + 1) % 20 === 0) log(`${at + 1} of ${kills}`);
      }
      const deadline = Date.now() + WORKERS_LEAVE_MS;
      while (page.workers().length > workersBefore && Date.now() < deadline) await page.waitForTimeout(100);
      const left = page.workers().length;
      const end = await rendererMemory(visit.profile, page);
      return {
        ok: answered === kills && left <= workersBefore && end - settled <= MOST_GROWTH,
        finding: `${kills} deaths: ${answered} queries answered by meaning, ${workersBefore} workers before, ${left} at the end; ${mebibytes(settled)} after a tenth, ${mebibytes(end)} at the end`,
        details: unanswered.slice(0, 10),
      };
    } finally {
      await visit.close();
      await site.close();
    }
  },
};

/** The runtime's threads run the same script but are blocked. Other workers may have just ended. */
async function embeddingWorker(page: Page): Promise<Worker> {
  const candidates = page.workers().filter((worker) => worker.url().includes('embedding-worker'));
  return await Promise.any(
    candidates.map(async (worker) => {
      await worker.evaluate(() => {});
      return worker;
    }),
  );
}
