/** Chooses which files of an archive are read. Exports also contain duplicates, media and account data. */
import { isNoNote } from '../no-note.ts';
import { JOPLIN_ITEM } from './joplin.ts';
import { SLACK_DAY, SLACK_LIST, SLACK_USERS } from './slack.ts';

const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;
const CONVERSATIONS = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/;
const ACCOUNT = /(?:^|\/)(?:chat\.html|users?\.json)$/;
const PROJECTS = /(?:^|\/)projects(?:\.json|\/[^/]+\.json)$/;
const KEEP_NOTE = /(?:^|\/)Keep\/[^/]+\.json$/;
const KEEP_OTHER = /(?:^|\/)(?:Keep\/[^/]+\.(?:html|txt)|archive_browser\.html)$/;
const OF_ACCOUNT = /\.(?:json|html)$/;

export interface ArchiveContents {
  files: string[];
  joplin: boolean;
  slack: boolean;
  /** The notes of an Obsidian vault get the same ids from an archive as from a folder. */
  vault: boolean;
}

export const isViewOfTable = (path: string, paths: ReadonlySet<string>): boolean =>
  path.endsWith('.csv') && paths.has(`${path.slice(0, -4)}_all.csv`);

/** @param hasReader a page's own reader also gets such files as media */
export function archiveContents(
  paths: readonly string[],
  hasReader: (path: string) => boolean = () => false,
): ArchiveContents {
  const all = new Set(paths);
  const isChatExport = paths.some((path) => CONVERSATIONS.test(path)) && paths.some((path) => ACCOUNT.test(path));
  const hasKeep = paths.some((path) => KEEP_NOTE.test(path));
  const joplin = paths.some((path) => JOPLIN_ITEM.test(path));
  const slack = paths.some((path) => SLACK_USERS.test(path)) && paths.some((path) => SLACK_LIST.test(path));
  const files = paths.filter((path) => {
    if (HIDDEN.test(path) || (isNoNote(path) && !hasReader(path))) return false;
    if (isChatExport) return CONVERSATIONS.test(path) || PROJECTS.test(path);
    if (hasKeep && KEEP_OTHER.test(path)) return false;
    if (joplin) return JOPLIN_ITEM.test(path);
    if (slack) return SLACK_DAY.test(path);
    return !isViewOfTable(path, all);
  });
  return { files, joplin, slack, vault: paths.some((path) => /(?:^|\/)\.obsidian\//.test(path)) };
}

/** Returns whether a folder's file is skipped, as it would be in the archive whose unpacked files the folder has. */
export function skippedInFolders(paths: ReadonlySet<string>): (path: string) => boolean {
  const chats = new Set<string>();
  const keeps = new Set<string>();
  const all = [...paths];
  const accounts = new Set(all.filter((path) => ACCOUNT.test(path)).map(folderOf));
  for (const path of all) {
    const folder = folderOf(path);
    if (CONVERSATIONS.test(path) && accounts.has(folder)) chats.add(folder);
    if (KEEP_NOTE.test(path) && paths.has(path.replace(/json$/, 'html'))) keeps.add(folder);
  }
  return (path) => {
    const folder = folderOf(path);
    if (isViewOfTable(path, paths)) return true;
    if (chats.has(folder)) return OF_ACCOUNT.test(path) && !CONVERSATIONS.test(path) && !PROJECTS.test(path);
    return KEEP_OTHER.test(path) && (keeps.has(folder) || keeps.has(`${folder}Keep/`));
  };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
