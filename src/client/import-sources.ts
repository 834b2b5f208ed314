import { normalizePath } from '../core/import/file-id.ts';
import type { ImportFile } from './api.ts';
import { checkSource } from './check-arguments.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

/**
 * A memory's id is derived from the path of its file, so of several files with the same path, such as a `note.md`
 * picked from each of two folders, all but the first get a number.
 * @throws HybridSearchError `invalid-argument` whose `path` names the entry, such as `source[1]`
 */
export function toFiles(source: Parameters<HybridSearchClient['import']>[0]): ImportFile[] {
  if (typeof source === 'string') return [{ path: '', file: new Blob([source]) }];
  const list = Array.isArray(source) ? source : [source];
  const files = list.map((entry: Blob | ImportFile, index) => {
    checkSource(entry, Array.isArray(source) ? `source[${index}]` : 'source');
    if (!(entry instanceof Blob)) {
      const { path, file, url } = entry;
      return { path: String(path ?? ''), file, ...(url !== undefined && { url }) };
    }
    const { name = '', webkitRelativePath = '' } = entry as Partial<File>;
    return { path: webkitRelativePath || name, file: entry };
  });
  const given = new Set(files.map(({ path }) => normalizePath(path)));
  const next = new Map<string, number>();
  return files.map((entry) => {
    const { path } = entry;
    const key = normalizePath(path);
    let number = next.get(key) ?? 1;
    let own = path;
    while (number > 1 && given.has(normalizePath(own))) own = numbered(path, number++);
    if (key !== '') next.set(key, Math.max(number, 2));
    return { ...entry, path: own };
  });
}

/** `note (2).md` */
const numbered = (path: string, number: number): string =>
  path.replace(/(?:(?<=[^/\\])\.[^./\\]*)?$/, (ending) => ` (${number})${ending}`);
