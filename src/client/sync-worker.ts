/** The start of the sync worker, apart from the others: a page without sync does not load this. */
import { type StartedWorker, started } from './workers.ts';

export const startSyncWorker = (): StartedWorker =>
  started(() => new Worker(new URL('../sync/worker.ts', import.meta.url), { type: 'module' }));
