import type { ImportProblemReason } from '../../core/import/problem-sentences.ts';
import type { SyncStrings } from './sync/sync-strings.ts';

/** The strings that only the parts in `ui/notes` show. */
export interface NotesStrings {
  pinned: string;
  unpinned: string;
  trash: string;
  trashHint: (count: number) => string;
  trashNone: string;
  trashRestore: string;
  trashEmpty: string;
  trashWarning: (count: number) => string;
  trashEmptyConfirm: string;
  trashEmptied: string;
  addHeading: string;
  editHeading: string;
  fieldTitle: string;
  fieldText: string;
  fieldTags: string;
  fieldTagsHint: string;
  tagsInUse: string;
  addPicture: string;
  pictureAlt: string;
  pictureAltHint: string;
  pictureRemove: string;
  pictureUnreadable: string;
  picturesFull: (most: number) => string;
  fieldType: string;
  fieldUrl: string;
  /** Label of the checkbox for notes that don't rank lower as they get older. */
  fieldEvergreen: string;
  fieldEvergreenHint: string;
  optional: string;
  save: string;
  saving: string;
  cancel: string;
  saved: string;
  textMissing: string;
  saveFailed: string;
  noteGone: string;
  draftKept: string;
  draftContinue: string;
  draftDiscard: string;
  draftDiscarded: string;
  conflictNote: string;
  conflictTheirs: (field: string) => string;
  conflictUse: string;
  conflictBoth: string;
  importHeading: string;
  importHint: string;
  chooseFiles: string;
  chooseFolder: string;
  dropHere: string;
  importing: (done: number, total: number) => string;
  importRows: (rows: number) => string;
  importLooking: string;
  importChats: (conversations: number, messages: number) => string;
  importPages: (pages: number) => string;
  importFiles: (files: number) => string;
  /** Formats whose name is translated. Names of programs and other formats are the same in all languages. */
  importFormats: { bookmarks: string; text: string; mail: string };
  importUnreadable: (files: number) => string;
  /** Counts scanned pages. Shown while words in pictures aren't read, next to a button that turns reading on. */
  importScans: (pages: number) => string;
  importConfirm: (notes: number) => string;
  importKeepFiles: (size: string) => string;
  importChoose: string;
  importFilter: string;
  importAll: string;
  importNone: string;
  importColumns: (table: string) => string;
  importColumnsHint: string;
  importColumn: string;
  importField: string;
  importFirstRows: string;
  importFirstNotes: string;
  importNoText: string;
  importUseColumns: string;
  importPasted: string;
  importUnfinished: string;
  importUndo: string;
  importUndoWarning: (notes: number) => string;
  importUndone: (notes: number) => string;
  importUndoFailed: string;
  importStopped: string;
  importDone: (added: number, updated: number, unchanged: number) => string;
  importSkipped: (count: number) => string;
  importAgain: string;
  importFull: string;
  importProblems: (count: number) => string;
  problemAt: (file: string, line: number) => string;
  /** Replace sentences about problems, which are in a separate module. A name in braces is replaced by its value. */
  problems: { [reason in ImportProblemReason]?: string };
  importSplit: (count: number) => string;
  importEncoding: (count: number) => string;
  importDecode: string;
  importFailed: string;
  importNothing: string;

  export: string;
  exportHint: string;
  exportMarkdown: string;
  exportVectors: string;
  backupNever: string;
  backupLast: (day: string) => string;
  /** Shown above the notes when a backup is due. */
  backupDue: (notes: number) => string;
  exported: (size: string) => string;
  settingsHeading: string;
  modelAuto: string;
  modelAutoNote: string;
  /** Descriptions by model id. If one is missing, the profile's English description is used. */
  models: { [id: string]: { languages: string; note: string } };
  modelChanging: string;
  syncHeading: string;
  syncHint: string;
  syncOpen: string;
  /** A page's replacements for strings of sync, which are in a separate module. */
  sync: Partial<SyncStrings>;
  pictures: string;
  picturesRead: string;
  picturesNote: string;
  picturesFailed: (notes: number) => string;
  picturesMissing: (name: string) => string;
  storageUsed: (used: string) => string;
  privacyNote: string;
  backup: string;
  deleteAll: string;
  deleteAllWarning: (count: number) => string;
  deleteAllType: (count: string) => string;
  deleteAllConfirm: string;
  deleteAllDone: string;
  /**
   * Shown if an import, sync or restoring a note cancelled "Delete all", or if it deleted nothing because all notes are
   * newer.
   */
  deleteAllEnded: string;
  /** `left` is the number of notes that were written later. */
  deleteAllBut: (deleted: number, left: number) => string;

  judgeHeading: string;
  judgeHint: string;
  judgeOpen: string;
  judgeQuestion: string;
  judgeStart: string;
  judgeMeasure: (questions: number) => string;
  judgeRefused: string;
  judgeInUse: (alpha: string) => string;
  judgeAutomatic: string;
  judgeDone: string;
  judgeAnswers: (count: number) => string;
  judgeAt: (at: number, of: number) => string;
  judgeYes: string;
  judgeNo: string;
  judgeBack: string;
  judgeFinish: string;
  judgeQuality: string;
  judgeBoth: string;
  judgeNoMeaning: string;
  judgeWeights: string;
  judgeBest: (alpha: string, gain: string, low: string, high: string) => string;
  judgeSure: string;
  judgeUnsure: string;
  judgeTake: (alpha: string) => string;
}
