/**
 * Small files are read whole, some of them ahead of their turn: a read is a round trip to the browser's process, and a
 * slice of a chosen file another, for which the thread waits. Long files are read in pieces by `import-files.ts`.
 */
import type { ImportFile } from '../core/import/report.ts';

const AHEAD = 8;
const SMALL_BYTES = 262_144;

/** The bytes of a small file, asked for in order; undefined of a long one. */
export type ReadAhead = (index: number) => Promise<Uint8Array | undefined>;

export function createReadAhead(files: readonly ImportFile[]): ReadAhead {
  const reads: Promise<ArrayBuffer>[] = [];
  let begun = 0;
  return async (index) => {
    for (; begun < Math.min(files.length, index + AHEAD); begun++) {
      const { file } = files[begun]!;
      if (file.size > SMALL_BYTES) continue;
      const read = file.arrayBuffer();
      // A file that cannot be read is reported when its turn comes.
      read.catch(() => {});
      reads[begun] = read;
    }
    const read = reads[index];
    delete reads[index];
    return read && new Uint8Array(await read);
  };
}
