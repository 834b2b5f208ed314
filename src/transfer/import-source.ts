/** The files of an import as they arrive from the page, a slice at a time (`client/send-files.ts`). */
import type { ImportEntry } from '../core/import/report.ts';
import type { IncomingFiles } from '../protocol/transfer-api.ts';

export interface FileSource {
  paths: readonly string[];
  slices: AsyncIterable<readonly ImportEntry[]> | Iterable<readonly ImportEntry[]>;
}

export function sourceOf({ port, paths }: IncomingFiles, signal: AbortSignal): FileSource {
  const arrived: ImportEntry[][] = [];
  let wake = (): void => {};
  port.onmessage = ({ data }: MessageEvent<ImportEntry[]>) => {
    arrived.push(data);
    wake();
  };
  signal.addEventListener('abort', () => wake());
  return { paths, slices: slicesOf() };

  async function* slicesOf(): AsyncGenerator<readonly ImportEntry[]> {
    try {
      for (let seen = 0; seen < paths.length && !signal.aborted; ) {
        const slice = arrived.shift();
        if (slice) {
          seen += slice.length;
          yield slice;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      port.close();
    }
  }
}
