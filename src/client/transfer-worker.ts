/** Starts the worker for imports and exports, and ends it when none is running. */
import { HybridSearchError } from '../core/errors.ts';
import { Caller } from '../protocol/call.ts';
import type { Remote } from '../protocol/rpc.ts';
import type { TransferApi, TransferInit } from '../protocol/transfer-api.ts';
import { startTransferWorker } from './workers.ts';

export interface TransferWorker {
  use<Result>(job: (api: Remote<TransferApi>) => Promise<Result>): Promise<Result>;
  /** Running jobs reject with `reason`. */
  end(reason: HybridSearchError): void;
}

/** @param attach passes the engine its end of the channel */
export function createTransferWorker(assetBase: string | null, attach: (port: MessagePort) => void): TransferWorker {
  let open: { worker: Worker; caller: Caller<TransferApi>; users: number } | null = null;

  const end = (reason: HybridSearchError): void => {
    open?.worker.terminate();
    open?.caller.close(reason);
    open = null;
  };

  const start = (): NonNullable<typeof open> => {
    const lost = (reason: string, error = new HybridSearchError('worker-died', reason)): void => {
      if (open?.worker === worker) end(error);
    };
    const worker = startTransferWorker(lost);
    const { port1, port2 } = new MessageChannel();
    const init: TransferInit = { kind: 'init', port: port2, assetBase };
    worker.postMessage(init, [port2]);
    attach(port1);
    const caller = new Caller<TransferApi>(worker, { onSilent: () => lost('no sign of life') });
    return { worker, caller, users: 0 };
  };

  return {
    async use(job) {
      open ??= start();
      const used = open;
      used.users++;
      try {
        return await job(used.caller);
      } finally {
        used.users--;
        if (used.users === 0 && open === used) end(new HybridSearchError('closed'));
      }
    },
    end,
  };
}
