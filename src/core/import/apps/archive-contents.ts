/** Which files of an archive are to be read: exports hold the same thing twice, and much that is not theirs to bring. Pure. */
import { JOPLIN_ITEM } from './joplin.ts';

const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;
const CONVERSATIONS = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/;
const ACCOUNT = /(?:^|\/)(?:chat\.html|users?\.json)$/;
const PROJECTS = /(?:^|\/)projects(?:\.json|\/[^/]+\.json)$/;
const KEEP_NOTE = /(?:^|\/)Keep\/[^/]+\.json$/;
const KEEP_OTHER = /(?:^|\/)(?:Keep\/[^/]+\.(?:html|txt)|archive_browser\.html)$/;
/** Pictures belong to notes; sound and film have no words to find. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|heic|ico|mp[34]|m4[av]|mov|webm|3gp|opus|ogg|wav|aac|amr|tgs|vcf)$/i;

export interface ArchiveContents {
  /** Paths to read, in their order. */
  files: string[];
  /** Items of a Joplin export. */
  joplin: boolean;
  /** An Obsidian vault: its notes have the ids that they have as a folder. */
  vault: boolean;
}

export function archiveContents(paths: readonly string[]): ArchiveContents {
  const all = new Set(paths);
  const isChatExport = paths.some((path) => CONVERSATIONS.test(path)) && paths.some((path) => ACCOUNT.test(path));
  const hasKeep = paths.some((path) => KEEP_NOTE.test(path));
  const joplin = paths.some((path) => JOPLIN_ITEM.test(path));
  const files = paths.filter((path) => {
    if (HIDDEN.test(path) || MEDIA.test(path)) return false;
    if (isChatExport) return CONVERSATIONS.test(path) || PROJECTS.test(path);
    if (hasKeep && KEEP_OTHER.test(path)) return false;
    if (joplin) return JOPLIN_ITEM.test(path);
    // A view of a Notion database beside the whole of it.
    return !path.endsWith('.csv') || !all.has(`${path.slice(0, -4)}_all.csv`);
  });
  return { files, joplin, vault: paths.some((path) => /(?:^|\/)\.obsidian\//.test(path)) };
}
