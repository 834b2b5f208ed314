/**
 * The names contain `journal`, the first version's word for the log. They can't change, because they exist on users'
 * devices.
 */
import { fileNameOf } from '../store/store-name.ts';
import type { LogPlace } from '../wal/write-ahead-log.ts';

export const logPlaceOf = (store: string): LogPlace => {
  return { folder: ['hybrid-search-journal', fileNameOf(store)], lock: `hybrid-search/journal/${store}` };
};
