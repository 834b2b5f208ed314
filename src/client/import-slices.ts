/**
 * Files go to the engine a few at a time: Chromium asks the file system for size and date of a chosen file when it is
 * cloned, and waits for the answer; 1,800 at once froze the page for two to three seconds.
 */
import type { ImportFile, ImportProgress, ImportReport } from './api.ts';

/** Some 20 ms of the file system's answers on a busy machine. */
const SLICE = 10;

export type SendFiles = (
  files: readonly ImportFile[],
  onProgress: (progress: ImportProgress) => void,
) => Promise<ImportReport>;

/** One report over all slices. The bytes of files that were not yet looked at are estimated from those that were. */
export async function importInSlices(
  files: readonly ImportFile[],
  send: SendFiles,
  signal: AbortSignal | undefined,
  onProgress: ((progress: ImportProgress) => void) | undefined,
): Promise<ImportReport> {
  const total: ImportReport = { added: 0, updated: 0, unchanged: 0, problems: [], cancelled: false };
  let filesDone = 0;
  let bytesDone = 0;
  let rows = 0;
  do {
    const slice = files.slice(filesDone, filesDone + SLICE);
    let last: ImportProgress | null = null;
    const report = await send(slice, (progress) => {
      last = progress;
      const seen = filesDone + slice.length;
      onProgress?.({
        file: progress.file,
        filesDone: filesDone + progress.filesDone,
        filesTotal: files.length,
        bytesDone: bytesDone + progress.bytesDone,
        bytesTotal: Math.round(((bytesDone + progress.bytesTotal) * files.length) / Math.max(1, seen)),
        rows: rows + progress.rows,
      });
    });
    total.added += report.added;
    total.updated += report.updated;
    total.unchanged += report.unchanged;
    total.problems.push(...report.problems);
    total.cancelled ||= report.cancelled;
    filesDone += slice.length;
    const end = last as ImportProgress | null;
    bytesDone += end?.bytesTotal ?? 0;
    rows += end?.rows ?? 0;
  } while (filesDone < files.length && !total.cancelled && !signal?.aborted);
  total.cancelled ||= filesDone < files.length;
  return total;
}
