/** This is a separate file, so that a page without sync doesn't load this code. */
import { type OnLoss, watched } from './workers.ts';

export const startSyncWorker = (lost: OnLoss): Worker =>
  watched(() => new Worker(new URL('../sync/worker.ts', import.meta.url), { type: 'module' }), lost);
