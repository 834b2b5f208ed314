/** The names are stored, so they keep the words of the first version. */
import { fileNameOf } from '../store/store-name.ts';
import type { LogPlace } from '../wal/write-ahead-log.ts';

export const logPlaceOf = (store: string): LogPlace => {
  return { folder: ['hybrid-search-journal', fileNameOf(store)], lock: `hybrid-search/journal/${store}` };
};
