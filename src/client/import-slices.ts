/**
 * Files go to the engine a slice at a time. Chromium asks the file system for size and date of a chosen file when the
 * file is first looked at, cloning included, and waits for the answer: 1,800 at once froze the page for two to three
 * seconds. So each file is looked at before it is sent, and the page gets its turn in between.
 */

import { createYield, turns as pageTurns, type Turns } from '../protocol/yield.ts';
import type { ImportFile, ImportProgress, ImportReport } from './api.ts';

/** Files a message. */
const SLICE = 100;

export type SendFiles = (
  files: readonly ImportFile[],
  onProgress: (progress: ImportProgress) => void,
) => Promise<ImportReport>;

/**
 * One report over all slices; the next slice is looked at while the engine works on the one before. The bytes of files
 * that were not yet looked at are estimated from those that were.
 */
export async function importInSlices(
  files: readonly ImportFile[],
  send: SendFiles,
  signal: AbortSignal | undefined,
  onProgress: ((progress: ImportProgress) => void) | undefined,
  turns: Turns = pageTurns,
): Promise<ImportReport> {
  const total: ImportReport = { added: 0, updated: 0, unchanged: 0, problems: [], cancelled: false };
  let filesDone = 0;
  let bytesDone = 0;
  let rows = 0;
  let bytes = await lookAt(files.slice(0, SLICE), turns);
  do {
    const slice = files.slice(filesDone, filesDone + SLICE);
    const seen = filesDone + slice.length;
    const before = { filesDone, bytesDone, rows };
    const bytesTotal = Math.round(((bytesDone + bytes) * files.length) / Math.max(1, seen));
    const [report, nextBytes] = await Promise.all([
      send(slice, (progress) => {
        rows = before.rows + progress.rows;
        onProgress?.({
          file: progress.file,
          filesDone: before.filesDone + progress.filesDone,
          filesTotal: files.length,
          bytesDone: before.bytesDone + progress.bytesDone,
          bytesTotal,
          rows,
        });
      }),
      lookAt(files.slice(seen, seen + SLICE), turns),
    ]);
    total.added += report.added;
    total.updated += report.updated;
    total.unchanged += report.unchanged;
    total.problems.push(...report.problems);
    total.cancelled ||= report.cancelled;
    filesDone = seen;
    bytesDone += bytes;
    bytes = nextBytes;
  } while (filesDone < files.length && !total.cancelled && !signal?.aborted);
  total.cancelled ||= filesDone < files.length;
  return total;
}

/** Bytes of these files. A file that was asked for its size once is cloned without asking again. */
async function lookAt(files: readonly ImportFile[], turns: Turns): Promise<number> {
  let bytes = 0;
  const yieldIfDue = createYield(turns);
  for (const { file } of files) {
    bytes += file.size;
    await yieldIfDue();
  }
  return bytes;
}
