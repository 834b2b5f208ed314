/** What the page may ask of the transfer room, done with what the engine offers it. */
import type { Remote } from '../protocol/rpc.ts';
import type { TransferApi, TransferStore } from '../protocol/transfer-api.ts';
import { exportBlob } from './export.ts';
import { importFiles } from './import-files.ts';

/** Small files come in by the hundred a second; the page need not hear of each. */
const PROGRESS_EVERY_MS = 50;

export function transferApi(store: Remote<TransferStore>): TransferApi {
  return {
    import({ signal, progress }, files, options) {
      let toldAt = Number.NEGATIVE_INFINITY;
      return importFiles(
        files,
        {
          upsertMany: (inputs) => store.call('upsertMany', [inputs]),
          remove: (ids) => store.call('remove', [ids]),
          writeVectors: (fingerprint, vectors) => store.call('writeVectors', [fingerprint, vectors]),
        },
        {
          ...options,
          signal,
          onProgress(state) {
            const now = performance.now();
            if (now - toldAt < PROGRESS_EVERY_MS && state.filesDone < state.filesTotal) return;
            toldAt = now;
            progress(state);
          },
        },
      );
    },
    async export({ signal }, { vectors }) {
      const blob = await exportBlob(
        {
          ids: () => store.call('ids', []),
          read: (ids) => store.call('read', [ids]),
          readChunks: (fingerprint) => store.call('readChunks', [fingerprint]),
          readVectors: (fingerprint, hashes) => store.call('readVectors', [fingerprint, hashes]),
        },
        { ...(vectors && { vectors: await store.call('fingerprint', []) }), signal, now: Date.now() },
      );
      await store.call('exported', []);
      return blob;
    },
  };
}
