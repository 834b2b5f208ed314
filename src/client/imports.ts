/** Sends files and options of an import to the transfer worker. It's loaded with the first import or preview. */
import { HybridSearchError } from '../core/errors.ts';
import { messageOf } from '../core/import/problem-sentences.ts';
import type {
  ImportFindings,
  ImportPreview,
  ImportProgress,
  ImportReport,
  WithoutMessages,
} from '../core/import/report.ts';
import type { CallOptions, Remote } from '../protocol/rpc.ts';
import type { IncomingFiles, TransferApi } from '../protocol/transfer-api.ts';
import type { CustomReader, ImportFile, ImportOptions } from './api.ts';
import { checkCallOptions, checkEncoding, checkFormat, checkLeaveOut, checkMappings } from './check-arguments.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';
import { toFiles } from './import-sources.ts';
import { nameOfImport, picturesFirst, picturesLast, sendFiles } from './send-files.ts';
import type { Workers } from './worker-lifecycle.ts';

type Imports = Pick<HybridSearchClient, 'import' | 'preview'>;

export function importsOf(
  workers: () => Workers,
  reported: <Result>(job: Promise<Result>) => Promise<Result>,
  readers: readonly CustomReader[],
): Imports {
  const read = async <Result extends ImportFindings>(
    files: readonly ImportFile[],
    importOptions: ImportOptions,
    job: Job<WithoutMessages<Result>>,
  ) =>
    worded<Result>(
      await reported(
        workers().transfer((worker) =>
          withFiles(files, importOptions, readers, (to, options) => job(worker, to, options)),
        ),
      ),
    );

  return {
    async import(source, importOptions = {}) {
      const files = await toFiles(source);
      const rest = readOptions(importOptions, readers);
      const name = nameOfImport(files);
      return read<ImportReport>(picturesFirst(files), importOptions, (worker, to, options) =>
        worker.call('import', [to, rest, name], options),
      );
    },
    async preview(source, importOptions = {}) {
      const files = await toFiles(source);
      const rest = readOptions(importOptions, readers);
      return read<ImportPreview>(picturesLast(files), importOptions, (worker, to, options) =>
        worker.call('preview', [to, rest], options),
      );
    },
  };
}

export function worded<Findings extends ImportFindings>({ problems, ...found }: WithoutMessages<Findings>): Findings {
  const withMessages = problems.map((problem) => ({ ...problem, message: messageOf(problem) }));
  return { ...found, problems: withMessages } as unknown as Findings;
}

type Job<Result> = (
  worker: Remote<TransferApi>,
  files: IncomingFiles,
  options: CallOptions<ImportProgress>,
) => Promise<Result>;

function readOptions(
  importOptions: ImportOptions,
  readers: readonly CustomReader[],
): Omit<ImportOptions, 'signal' | 'onProgress'> {
  checkCallOptions(importOptions, [
    'signal',
    'onProgress',
    'format',
    'split',
    'encoding',
    'mapping',
    'leaveOut',
    'keepFiles',
  ]);
  checkFormat(
    importOptions.format,
    readers.map(({ name }) => name),
  );
  checkEncoding(importOptions.encoding);
  checkMappings(importOptions.mapping);
  checkLeaveOut(importOptions.leaveOut);
  const { signal, onProgress, leaveOut, ...rest } = importOptions;
  if (!leaveOut) return rest;
  // The sources of a preview have more fields, and there may be thousands of sources.
  return {
    ...rest,
    leaveOut: leaveOut.map(({ file, session }) => (session === undefined ? { file } : { file, session })),
  };
}

async function withFiles<Result>(
  files: readonly ImportFile[],
  { signal, onProgress }: ImportOptions,
  readers: readonly CustomReader[],
  job: (files: IncomingFiles, options: CallOptions<ImportProgress>) => Promise<Result>,
): Promise<Result> {
  const custom = readers.length > 0 ? (await import('./custom-readers.ts')).serveReaders(readers) : null;
  const { port1, port2 } = new MessageChannel();
  const abort = new AbortController();
  const either = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
  const done = job(
    { port: port2, paths: files.map(({ path }) => path), ...(custom && { custom: custom.toUse }) },
    { signal: either, onProgress, graceful: true, transfer: [port2, ...(custom ? [custom.toUse.port] : [])] },
  ).finally(() => {
    custom?.end();
    port1.close();
  });
  try {
    await Promise.race([done, sendFiles(files, port1, either)]);
  } catch (cause) {
    abort.abort();
    await done.catch(() => {});
    if ((cause as Error).name !== 'DataCloneError') throw cause;
    throw new HybridSearchError('invalid-argument', 'a file can’t be sent to the worker', { cause });
  }
  return done;
}
