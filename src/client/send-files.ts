/**
 * When a picked file is first used, even to clone it, Chromium waits for the file system: 1,800 files at once froze the
 * page for two to three seconds. So we use each file once before we send it, and yield to the page in between.
 */
import { normalizePath } from '../core/import/file-id.ts';
import { isPicturePath } from '../core/import/picture-path.ts';
import { createYield, turns as pageTurns, type Turns } from '../protocol/yield.ts';
import type { ImportFile } from './api.ts';

const SLICE = 100;

/** Sends pictures first, because a note may show any picture of the folder. @throws DataCloneError */
export async function sendFiles(
  files: readonly ImportFile[],
  port: Pick<MessagePort, 'postMessage'>,
  signal: AbortSignal | undefined,
  turns: Turns = pageTurns,
): Promise<void> {
  const pictures = files.filter(({ path }) => isPicturePath(path));
  const inOrder = pictures.length === 0 ? files : [...pictures, ...files.filter(({ path }) => !isPicturePath(path))];
  const yieldIfDue = createYield(turns);
  for (let at = 0; at < inOrder.length && !signal?.aborted; at += SLICE) {
    const slice = inOrder.slice(at, at + SLICE);
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
