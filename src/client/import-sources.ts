/** What a page gives to an import, as files with their paths. */
import type { ImportFile } from './api.ts';
import { checkSource } from './check-arguments.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

/** @throws HybridSearchError `invalid-argument` with the place in the list as path. */
export function toFiles(source: Parameters<HybridSearchClient['import']>[0]): ImportFile[] {
  if (typeof source === 'string') return [{ path: '', file: new Blob([source]) }];
  const list = Array.isArray(source) ? source : [source];
  return list.map((entry: Blob | ImportFile, index) => {
    checkSource(entry, Array.isArray(source) ? `source[${index}]` : 'source');
    if (!(entry instanceof Blob)) return { path: String(entry.path ?? ''), file: entry.file };
    const { name = '', webkitRelativePath = '' } = entry as Partial<File>;
    return { path: webkitRelativePath || name, file: entry };
  });
}
