import { normalizePath } from '../core/import/file-id.ts';
import { createYield, turns as pageTurns, type Turns } from '../protocol/yield.ts';
import type { ImportFile } from './api.ts';
import { checkSource } from './check-arguments.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

/**
 * A memory's id is derived from the path of its file, so of several files with the same path, such as a `note.md`
 * picked from each of two folders, all but the first get a number. Yields to the page, because a folder of 7,000 files
 * takes 25 ms of processor time.
 * @throws HybridSearchError `invalid-argument` whose `path` names the entry, such as `source[1]`
 */
export async function toFiles(
  source: Parameters<HybridSearchClient['import']>[0],
  turns: Turns = pageTurns,
): Promise<ImportFile[]> {
  if (typeof source === 'string') return [{ path: '', file: new Blob([source]) }];
  const yieldIfDue = createYield(turns);
  const files: ImportFile[] = [];
  const given = new Set<string>();
  for (const [index, entry] of (Array.isArray(source) ? [...source] : [source]).entries()) {
    checkSource(entry, Array.isArray(source) ? `source[${index}]` : 'source');
    const file = toFile(entry);
    files.push(file);
    given.add(normalizePath(file.path));
    await yieldIfDue();
  }
  const next = new Map<string, number>();
  for (const file of files) {
    const { path } = file;
    const key = normalizePath(path);
    let number = next.get(key) ?? 1;
    while (number > 1 && given.has(normalizePath(file.path))) file.path = numbered(path, number++);
    if (key !== '') next.set(key, Math.max(number, 2));
    await yieldIfDue();
  }
  return files;
}

function toFile(entry: Blob | ImportFile): ImportFile {
  if (!(entry instanceof Blob)) {
    const { path, file, url } = entry;
    return { path: String(path ?? ''), file, ...(url !== undefined && { url }) };
  }
  const { name = '', webkitRelativePath = '' } = entry as Partial<File>;
  return { path: webkitRelativePath || name, file: entry };
}

/** `note (2).md` */
const numbered = (path: string, number: number): string =>
  path.replace(/(?:(?<=[^/\\])\.[^./\\]*)?$/, (ending) => ` (${number})${ending}`);
