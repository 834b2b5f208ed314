/** Chooses which files of an archive are read. Exports also contain duplicates, media and account data. */
import { isNoNote } from '../no-note.ts';
import { createSlackIndex, type SlackIndex } from '../slack-index.ts';
import { JOPLIN_ITEM } from './joplin.ts';
import { SLACK_DAY, SLACK_LIST, SLACK_USERS } from './slack.ts';

const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;
const CONVERSATIONS = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/;
const ACCOUNT = /(?:^|\/)(?:chat\.html|users?\.json)$/;
const PROJECTS = /(?:^|\/)projects(?:\.json|\/[^/]+\.json)$/;
const KEEP_NOTE = /(?:^|\/)Keep\/[^/]+\.json$/;
const KEEP_OTHER = /(?:^|\/)(?:Keep\/[^/]+\.(?:html|txt)|archive_browser\.html)$/;
/** Drive contains the user's own files. */
const TAKEOUT_NOTE = /(?:^|\/)Takeout\/(?!(?:Google )?Drive\/)[^/]+\/[^/]+\.(?:json|html)$/;
const OF_ACCOUNT = /\.(?:json|html)$/;

export interface ArchiveContents {
  files: string[];
  joplin: boolean;
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
  const isPageOfNote = pagesOfNotes(all);
  const joplin = paths.some((path) => JOPLIN_ITEM.test(path));
  const files = paths.filter((path) => {
    if (HIDDEN.test(path) || (isNoNote(path) && !hasReader(path))) return false;
    if (isChatExport) return CONVERSATIONS.test(path) || PROJECTS.test(path);
    if ((hasKeep && KEEP_OTHER.test(path)) || isPageOfNote(path)) return false;
    if (joplin) return JOPLIN_ITEM.test(path);
    return !isViewOfTable(path, all);
  });
  // Slack's messages name people and channels by ids, so the lists of both are read first.
  files.sort((a, b) => Number(SLACK_DAY.test(a)) - Number(SLACK_DAY.test(b)));
  return { files, joplin, vault: paths.some((path) => /(?:^|\/)\.obsidian\//.test(path)) };
}

/** Returns whether a folder's file is skipped, as it would be in the archive whose unpacked files the folder has. */
export function skippedInFolders(paths: ReadonlySet<string>): (path: string) => boolean {
  const chats = new Set<string>();
  const keeps = new Set<string>();
  const all = [...paths];
  const accounts = new Set(all.filter((path) => ACCOUNT.test(path)).map(folderOf));
  const isPageOfNote = pagesOfNotes(paths);
  for (const path of all) {
    const folder = folderOf(path);
    if (CONVERSATIONS.test(path) && accounts.has(folder)) chats.add(folder);
    if (KEEP_NOTE.test(path) && paths.has(path.replace(/json$/, 'html'))) keeps.add(folder);
  }
  return (path) => {
    const folder = folderOf(path);
    if (isViewOfTable(path, paths) || isPageOfNote(path)) return true;
    if (chats.has(folder)) return OF_ACCOUNT.test(path) && !CONVERSATIONS.test(path) && !PROJECTS.test(path);
    return KEEP_OTHER.test(path) && (keeps.has(folder) || keeps.has(`${folder}Keep/`));
  };
}

/**
 * Finds the pages that a Google Takeout has next to the JSON of Keep's notes, and its table of contents. The folder is
 * named in the user's language (`Google Notizen`), so it's recognised by having both files of every note.
 */
function pagesOfNotes(paths: ReadonlySet<string>): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  for (const path of paths) {
    if (!TAKEOUT_NOTE.test(path)) continue;
    const folder = folderOf(path);
    const both = ['json', 'html'].every((ending) => paths.has(path.slice(0, -4) + ending));
    folders.set(folder, both && folders.get(folder) !== false);
  }
  const keeps = new Set([...folders].filter(([, isKeep]) => isKeep).flatMap(([folder]) => [folder, parentOf(folder)]));
  return (path) => path.endsWith('.html') && keeps.has(folderOf(path));
}

/** Returns the lists, still empty, of the Slack export that a file belongs to. Other files have none. */
export function slackExports(paths: ReadonlySet<string>): (path: string) => SlackIndex | undefined {
  const foldersWith = (files: RegExp) => new Set([...paths].filter((path) => files.test(path)).map(folderOf));
  const users = foldersWith(SLACK_USERS);
  const lists = foldersWith(SLACK_LIST);
  const indexes = new Map<string, SlackIndex>();
  for (const channel of foldersWith(SLACK_DAY)) {
    const folder = parentOf(channel);
    if (users.has(folder) && lists.has(folder) && !indexes.has(folder)) indexes.set(folder, createSlackIndex());
  }
  return (path) => {
    if (!path.endsWith('.json')) return undefined;
    return indexes.get(SLACK_DAY.test(path) ? parentOf(folderOf(path)) : folderOf(path));
  };
}

const parentOf = (folder: string): string => folderOf(folder.slice(0, -1));
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
