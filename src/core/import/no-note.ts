import { isPicturePath } from './picture-path.ts';

const MEDIA = /\.(?:svg|heic|ico|mp[34]|m4[av]|mov|webm|mkv|avi|3gp|opus|ogg|flac|wav|aac|amr|tgs|vcf)$/i;
const PART_OF_PAGE = /\.(?:css|m?js|map|woff2?|[ot]tf|eot)$/i;
const DATA_OF_PROGRAM = /\.(?:exe|dll|so|dylib|bin|dat|db|sqlite3?|ini|lnk|msf|canvas)$/i;

/** By name, because a folder or archive may contain thousands. A file that's chosen itself is always read. */
export const isNoNote = (path: string): boolean =>
  isPicturePath(path) || MEDIA.test(path) || PART_OF_PAGE.test(path) || DATA_OF_PROGRAM.test(path);
