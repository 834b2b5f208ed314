/** These names exist on users' devices, so they keep the first version's word, `journal`. */
import { fileNameOf } from '../store/store-name.ts';
import type { LogPlace } from '../wal/write-ahead-log.ts';

export const logPlaceOf = (store: string): LogPlace => {
  return { folder: ['hybrid-search-journal', fileNameOf(store)], lock: `hybrid-search/journal/${store}` };
};
