/**
 * The start of each worker, written as bundlers know it: the literal `new Worker(new URL(…, import.meta.url), …)` with no
 * other word in it. Anything computed they take for an asset, or for nothing (A2).
 */
export const startEngineWorker = (): Worker =>
  new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module' });

export const startEmbeddingWorker = (): Worker =>
  new Worker(new URL('../embedding/worker.ts', import.meta.url), { type: 'module' });

export const startTransferWorker = (): Worker =>
  new Worker(new URL('../transfer/worker.ts', import.meta.url), { type: 'module' });
