/** The page's calls to the transfer worker. Records are read and written through the engine. */
import { HybridSearchError } from '../core/errors.ts';
import type { ImportProgress, ImportReport, WithoutMessages } from '../core/import/report.ts';
import type { CallContext, Remote } from '../protocol/rpc.ts';
import type { IncomingFiles, TransferApi, TransferStore } from '../protocol/transfer-api.ts';
import { CustomReaders } from './custom-readers.ts';
import type { DocumentReaders } from './documents.ts';
import { type ExportSource, exportBlob } from './export.ts';
import { exportMarkdown } from './export-markdown.ts';
import { FileKeeper } from './file-keeper.ts';
import { importFiles } from './import-files.ts';
import { sourceOf } from './import-source.ts';

/** Hundreds of small files can be imported per second. */
const PROGRESS_EVERY_MS = 50;

/** The readers start when the first document needs them. */
export function transferApi(store: Remote<TransferStore>, openDocuments: () => DocumentReaders): TransferApi {
  const openReaders = ({ custom: given }: IncomingFiles) => {
    const documents = openDocuments();
    const custom = given && new CustomReaders(given);
    const end = (): void => {
      documents.end();
      custom?.end();
    };
    return { used: { documents, custom }, end };
  };
  return {
    async import({ signal, progress }, files, options, name) {
      const readers = openReaders(files);
      const run = async (keeper: FileKeeper | null): Promise<WithoutMessages<ImportReport>> => {
        const importId = await store.call('beginImport', [name, files.paths.length]);
        const { whole, sources, tables, ...report } = await importFiles(
          sourceOf(files, signal),
          {
            upsertMany: (inputs, _, lacking) => store.call('upsertMany', [inputs, importId, lacking]),
            remove: (ids) => store.call('remove', [ids]),
            writeVectors: (fingerprint, vectors) => store.call('writeVectors', [fingerprint, vectors]),
          },
          { ...options, ...readers.used, keeper, signal, onProgress: nowAndThen(progress) },
        );
        const { problems, cancelled, ...counted } = report;
        const stays = await store.call('endImport', [importId, { ...counted, whole }]);
        return { ...report, ...(stays && { importId }) };
      };
      return (options.keepFiles ? keepingFiles(store, run) : run(null)).finally(readers.end);
    },
    async preview({ signal, progress }, files, options) {
      const readers = openReaders(files);
      const { contents, sources, tables, problems, cancelled } = await importFiles(
        sourceOf(files, signal),
        { upsertMany: async () => ({ added: 0, updated: 0, unchanged: 0 }) },
        { ...options, ...readers.used, previewOnly: true, signal, onProgress: nowAndThen(progress) },
      ).finally(readers.end);
      return { contents, sources, tables, problems, cancelled };
    },
    async export({ signal }, { vectors, format }) {
      const source: ExportSource = {
        ids: () => store.call('ids', []),
        read: (ids) => store.call('read', [ids]),
        readChunks: (fingerprint) => store.call('readChunks', [fingerprint]),
        readVectors: (fingerprint, hashes) => store.call('readVectors', [fingerprint, hashes]),
      };
      const options = { signal, now: Date.now() };
      if (format === 'markdown' && !vectors) {
        const zip = await exportMarkdown(source, options);
        await store.call('exported', []);
        return zip;
      }
      if (format !== 'jsonl') {
        throw new HybridSearchError('invalid-option', 'must be jsonl, or markdown (without vectors)', {
          path: 'format',
        });
      }
      const blob = await exportBlob(source, {
        ...(vectors && { vectors: await store.call('fingerprint', []) }),
        ...options,
      });
      await store.call('exported', []);
      return blob;
    },
  };
}

/** The lock keeps other tabs from deleting files that no memory refers to yet. */
async function keepingFiles<Result>(
  store: Remote<TransferStore>,
  run: (keeper: FileKeeper | null) => Promise<Result>,
): Promise<Result> {
  const place = await store.call('filesPlace', []);
  if (!place) return run(null);
  try {
    return await navigator.locks.request(place.lock, { mode: 'shared' }, async () => run(await FileKeeper.open(place)));
  } finally {
    // If that fails, the next start tries again.
    await store.call('sweepFiles', []).catch(() => {});
  }
}

/** The last state is always passed on. */
function nowAndThen(tell: CallContext<ImportProgress>['progress']): (state: ImportProgress) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (state) => {
    const now = performance.now();
    if (now - toldAt < PROGRESS_EVERY_MS && state.filesDone < state.filesTotal) return;
    toldAt = now;
    tell(state);
  };
}
