/** The names contain `journal`, an earlier word for the log. They can't change, because users' devices have them. */
import { fileNameOf } from '../store/store-name.ts';
import type { LogPlace } from '../wal/write-ahead-log.ts';

export const logPlaceOf = (store: string): LogPlace => {
  return { folder: ['hybrid-search-journal', fileNameOf(store)], lock: `hybrid-search/journal/${store}` };
};
