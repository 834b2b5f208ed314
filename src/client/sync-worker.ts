/** A file of its own, so that a page without sync doesn't load it. */
import { type StartedWorker, started } from './workers.ts';

export const startSyncWorker = (): StartedWorker =>
  started(() => new Worker(new URL('../sync/worker.ts', import.meta.url), { type: 'module' }));
