/**
 * When a picked file is first used, even to clone it, Chromium waits for the file system: 1,800 files at once froze the
 * page for two to three seconds. So we use each file once before we send it, and yield to the page in between.
 */
import { normalizePath } from '../core/import/file-id.ts';
import { isPicturePath } from '../core/import/picture-path.ts';
import { createYield, turns as pageTurns, type Turns } from '../protocol/yield.ts';
import type { ImportFile } from './api.ts';

const SLICE = 100;
/** The reader begins when the first slice arrives, so that slice is small. */
const FIRST_SLICE = 8;

/** For an import, because a note may show any picture of the folder. */
export const picturesFirst = (files: readonly ImportFile[]): ImportFile[] => {
  const [pictures, others] = apart(files);
  return [...pictures, ...others];
};

/** For a preview, which needs only the paths of pictures. So it shows the first count sooner. */
export const picturesLast = (files: readonly ImportFile[]): ImportFile[] => {
  const [pictures, others] = apart(files);
  return [...others, ...pictures];
};

const apart = (files: readonly ImportFile[]): [pictures: ImportFile[], others: ImportFile[]] => [
  files.filter(({ path }) => isPicturePath(path)),
  files.filter(({ path }) => !isPicturePath(path)),
];

/** @throws DataCloneError if an item of `files` can't be cloned, for example because it's a Proxy */
export async function sendFiles(
  files: readonly ImportFile[],
  port: Pick<MessagePort, 'postMessage'>,
  signal: AbortSignal | undefined,
  turns: Turns = pageTurns,
): Promise<void> {
  const yieldIfDue = createYield(turns);
  for (let at = 0, end = FIRST_SLICE; at < files.length && !signal?.aborted; at = end, end += SLICE) {
    const slice = files.slice(at, end);
    for (const { file } of slice) {
      // Reading the size waits for the file system, so that cloning doesn't.
      void file.size;
      await yieldIfDue();
    }
    port.postMessage(slice);
  }
}

/** Returns the name of the folder if several files share one, otherwise the name of the first file. */
export function nameOfImport(files: readonly ImportFile[]): string {
  const [first, ...rest] = files.map(({ path }) => normalizePath(path).split('/'));
  if (!first) return '';
  const isFolder = first.length > 1 && rest.every((path) => path.length > 1 && path[0] === first[0]);
  return isFolder && rest.length > 0 ? first[0]! : first.at(-1)!;
}
