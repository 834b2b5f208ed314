/** `client.import`, and previewing, listing and undoing imports. */
import { HybridSearchError } from '../core/errors.ts';
import type { ImportFindings, ImportPreview, ImportProgress, ImportReport } from '../core/import/report.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { CallOptions, Remote } from '../protocol/rpc.ts';
import type { FilesToCome, TransferApi } from '../protocol/transfer-api.ts';
import type { ImportFile, ImportOptions } from './api.ts';
import { checkCallOptions, checkId, checkLeaveOut, checkMappings } from './check-arguments.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';
import { toFiles } from './import-sources.ts';
import { nameOfImport, sendFiles } from './send-files.ts';
import type { Workers } from './worker-lifecycle.ts';

type Imports = Pick<HybridSearchClient, 'import' | 'preview' | 'imports' | 'removeImport'>;

/** @param write makes calls that a person started */
export function importsOf(
  workers: () => Workers,
  reported: <Result>(job: Promise<Result>) => Promise<Result>,
  call: Remote<EngineApi>['call'],
  write: Remote<EngineApi>['call'],
): Imports {
  const read = <Result extends ImportFindings>(files: readonly ImportFile[], asked: ImportOptions, job: Job<Result>) =>
    reported(workers().transfer((worker) => withFiles(files, asked, (to, options) => job(worker, to, options))));

  return {
    async import(source, asked = {}) {
      const files = toFiles(source);
      const rest = readOptions(asked);
      const name = nameOfImport(files);
      return read<ImportReport>(files, asked, (worker, to, options) =>
        worker.call('import', [to, rest, name], options),
      );
    },
    async preview(source, asked = {}) {
      const files = toFiles(source);
      const rest = readOptions(asked);
      return read<ImportPreview>(files, asked, (worker, to, options) => worker.call('preview', [to, rest], options));
    },
    imports: () => call('imports', []),
    async removeImport(id) {
      checkId(id);
      return write('removeImport', [id]);
    },
  };
}

type Job<Result> = (
  worker: Remote<TransferApi>,
  files: FilesToCome,
  options: CallOptions<ImportProgress>,
) => Promise<Result>;

function readOptions(asked: ImportOptions): Omit<ImportOptions, 'signal' | 'onProgress'> {
  checkCallOptions(asked, ['signal', 'onProgress', 'format', 'split', 'mapping', 'leaveOut']);
  checkMappings(asked.mapping);
  checkLeaveOut(asked.leaveOut);
  const { signal, onProgress, leaveOut, ...rest } = asked;
  if (!leaveOut) return rest;
  // Sources of a preview have more fields, which needn't be sent for thousands of them.
  return {
    ...rest,
    leaveOut: leaveOut.map(({ file, session }) => (session === undefined ? { file } : { file, session })),
  };
}

/** Makes one call and sends the files while it runs. */
async function withFiles<Result extends ImportFindings>(
  files: readonly ImportFile[],
  { signal, onProgress }: ImportOptions,
  job: (files: FilesToCome, options: CallOptions<ImportProgress>) => Promise<Result>,
): Promise<Result> {
  const { port1, port2 } = new MessageChannel();
  const abort = new AbortController();
  const either = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
  const done = job(
    { port: port2, count: files.length },
    { signal: either, onProgress, graceful: true, transfer: [port2] },
  );
  try {
    await Promise.race([done, sendFiles(files, port1, either)]);
  } catch (cause) {
    abort.abort();
    await done.catch(() => {});
    if ((cause as Error).name !== 'DataCloneError') throw cause;
    throw new HybridSearchError('invalid-argument', 'a file can’t be sent to the worker', { cause });
  }
  return done.finally(() => port1.close());
}
