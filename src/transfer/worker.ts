/** After one init message, serves `TransferApi` to the page. Records travel over the port to the engine. */
import { Caller } from '../protocol/call.ts';
import { serve } from '../protocol/serve.ts';
import type { TransferApi, TransferInit, TransferStore } from '../protocol/transfer-api.ts';
import { DocumentWorkers } from './documents.ts';
import { transferApi } from './transfer-api.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<TransferInit>) => {
  if (data?.kind !== 'init') return;
  const base = data.assetBase ?? new URL('.', self.location.href).href;
  serve<TransferApi>(
    transferApi(new Caller<TransferStore>(data.port), () => new DocumentWorkers(`${base}documents/`)),
    self,
  );
});
