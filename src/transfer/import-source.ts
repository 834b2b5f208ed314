/** The files of an import as they arrive from the page, a slice at a time (`client/send-files.ts`). */
import type { ImportFile } from '../core/import/report.ts';
import type { IncomingFiles } from '../protocol/transfer-api.ts';

export interface ImportSource {
  paths: readonly string[];
  slices: AsyncIterable<readonly ImportFile[]> | Iterable<readonly ImportFile[]>;
}

export function sourceOf({ port, paths }: IncomingFiles, signal: AbortSignal): ImportSource {
  const arrived: ImportFile[][] = [];
  let wake = (): void => {};
  port.onmessage = ({ data }: MessageEvent<ImportFile[]>) => {
    arrived.push(data);
    wake();
  };
  signal.addEventListener('abort', () => wake());
  return { paths, slices: slicesOf() };

  async function* slicesOf(): AsyncGenerator<readonly ImportFile[]> {
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
