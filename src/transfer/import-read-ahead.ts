/**
 * Reads small files ahead, because each read is a round trip to the browser process. Slicing a picked file needs
 * another round trip, which blocks the thread.
 */
import type { ImportEntry } from '../core/import/report.ts';

const AHEAD = 8;
const SMALL_BYTES = 262_144;

/** Returns the bytes of a small file, or undefined for a large one. Call it in the order of the files. */
export type ReadAhead = (index: number) => Promise<Uint8Array | undefined>;

export function createReadAhead(files: readonly ImportEntry[]): ReadAhead {
  const reads: Promise<ArrayBuffer>[] = [];
  let begun = 0;
  return async (index) => {
    for (; begun < Math.min(files.length, index + AHEAD); begun++) {
      const { file } = files[begun]!;
      if (file.size > SMALL_BYTES) continue;
      const read = file.arrayBuffer();
      // A file that can't be read is reported when its turn comes.
      read.catch(() => {});
      reads[begun] = read;
    }
    const read = reads[index];
    delete reads[index];
    return read && new Uint8Array(await read);
  };
}
