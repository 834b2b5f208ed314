/**
 * Files go to the transfer worker a slice at a time. Chromium asks the file system for size and date of a chosen file when
 * the file is first looked at, cloning included, and waits for the answer: 1,800 at once froze the page for two to three
 * seconds. So each file is looked at before it is sent, and the page gets its turn in between.
 */
import { normalizePath } from '../core/import/file-id.ts';
import { isPicturePath } from '../core/import/picture-path.ts';
import { createYield, turns as pageTurns, type Turns } from '../protocol/yield.ts';
import type { ImportFile } from './api.ts';

/** Files a message. */
const SLICE = 100;

/**
 * What a note shows may lie anywhere in the folder: pictures go first.
 * @throws DataCloneError of what cannot be sent
 */
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
      // A file that was asked for its size once is cloned without asking again.
      void file.size;
      await yieldIfDue();
    }
    port.postMessage(slice);
  }
}

/** Of a file its name, of a folder the folder's, of others the first one's. */
export function nameOfImport(files: readonly ImportFile[]): string {
  const [first, ...rest] = files.map(({ path }) => normalizePath(path).split('/'));
  if (!first) return '';
  const isFolder = first.length > 1 && rest.every((path) => path.length > 1 && path[0] === first[0]);
  return isFolder && rest.length > 0 ? first[0]! : first.at(-1)!;
}
