import type { ImportProblemReason } from '../../core/import/problem-sentences.ts';
import type { MappedField } from '../../core/import/report.ts';
import type { Arm } from '../../core/options/options.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';
import type { SyncStrings } from './sync/sync-strings.ts';

/**
 * What a page may replace with the property `strings`: any string, and any entry of a group (`label`, `sortBy`, …). All
 * other strings stay in the element's language. Strings that contain values are functions; parameters of the type
 * `number` aren't formatted. All strings are shown as text, never as markup.
 */
export type OwnStrings = {
  [Name in keyof Strings]?: Strings[Name] extends string | ((...spoken: never[]) => string)
    ? Strings[Name]
    : Partial<Strings[Name]>;
};

export interface Strings {
  /** BCP 47 tag for dates and numbers. */
  locale: string;
  dir: 'ltr' | 'rtl';
  searchLabel: string;
  placeholder: string;
  clear: string;
  searching: string;
  results: string;
  resultsFor: (shown: number, total: number) => string;
  allNotes: (total: number) => string;
  nothingRelevant: string;
  nothingRelevantHint: string;
  nothingByWordHint: string;
  nothingByMeaningHint: string;
  createNamed: (title: string) => string;
  showWeak: (count: number) => string;
  /** Heading of the nearest notes if the question probably has no answer here. */
  doubtful: string;
  /** Languages in which an answer may be missing. Null if there are more than two, or one has no name. */
  unreadAnswer: (languages: string | null) => string;
  onlyWeak: string;
  weakHeading: string;
  weakHint: string;
  /** Heading of the weak matches while notes are still being embedded. */
  weakSoFar: string;
  nothingYet: string;
  nothingYetHint: string;
  readingNotes: (read: number, total: number) => string;
  emptyHeading: string;
  emptyHint: string;
  noneWithFilters: string;
  clearFilters: string;
  searchFailed: string;
  retry: string;
  loadMore: string;
  loadingMore: string;
  label: { [label in RelevanceLabel]: string };
  /** Announces an answer. `title` and `label` are those of the first row; `count` is the formatted number of rows. */
  answerSaid: (title: string, label: string, count: string) => string;
  correctedTo: string;
  searchInsteadFor: string;
  didYouMean: string;
  readAsWords: string;
  without: string;
  meaningPending: string;

  why: string;
  /** A word of the note or of the query, in the language's quotation marks. */
  quoted: (text: string) => string;
  whyWords: (words: string) => string;
  /** Says that the note is close in meaning. If `marked`, the sentence that shows it is underlined. */
  whyNear: (marked: boolean) => string;
  whySomewhatNear: string;
  whyMissing: (words: string) => string;
  whyTags: (tags: string) => string;
  whyLoose: string;
  whyNumbers: string;
  arm: { [arm in Arm]: string };
  armRank: (rank: number) => string;
  notFoundByArm: string;
  contribution: string;
  similarity: string;
  keywordScore: string;
  recency: string;
  recencyNone: string;
  matchedWords: string;
  matchedTags: string;
  relevance: string;
  duplicates: (count: number) => string;
  linkedFrom: string;

  filters: string;
  filter: string;
  facet: { tags: string; type: string; source: string; month: string };
  facetEmpty: string;
  removeFilter: (value: string) => string;
  sort: string;
  searchBy: string;
  searchWith: { both: string; keyword: string; semantic: string };
  sortBy: { relevance: string; newest: string; updated: string; oldest: string; title: string };

  help: string;
  helpHeading: string;
  helpIntro: string;
  helpExample: string;
  /** Meaning by operator. If one is missing, the English meaning from the grammar table is shown. */
  grammar: { [operator: string]: string };
  keys: string;
  keysHint: string;
  keyNames: { choose: string; open: string; why: string; edit: string; copy: string; remove: string; undo: string };
  /** Names of keys as on keyboards of the language's country. */
  keyCaps: { enter: string; delete: string };
  hideKeys: string;
  showKeys: string;
  completions: string;
  meantField: (field: string) => string;
  recent: string;
  clearRecent: string;

  actionsFor: (title: string) => string;
  edit: string;
  copy: string;
  copied: string;
  copyLink: string;
  foundByMeaning: string;
  foundByWords: string;
  /** Shown if a link names a note that the store doesn't have. */
  noteNotHere: string;
  remove: string;
  removed: (title: string) => string;
  undo: string;
  restored: (title: string) => string;
  close: string;
  back: string;
  /** Label of a toggle button, which is pressed while the note is pinned. */
  pin: string;
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
  untitled: string;
  /** Title of a conversation message without a speaker. */
  message: string;
  /** Precedes the beginning of that message. */
  previousMessage: string;
  nextMessage: string;
  speakers: { user: string; assistant: string; agent: string; system: string };
  /** Kinds of memories that a row shows. The kind `note` isn't shown, and any other kind is shown as written. */
  kinds: { conversation: string; fact: string; mail: string };
  /** Where in its document a note is: the page of a PDF, the chapter of a book. */
  placePage: (page: number) => string;
  placeChapter: (chapter: number) => string;
  /** Says which picture of a note contains the words. `picture` counts from 1. */
  placePicture: (picture: number, of: number, page?: number) => string;
  asWritten: string;
  created: string;
  updated: string;
  openLink: string;
  openFile: string;
  downloadFile: string;
  showMore: (remaining: string) => string;

  add: string;
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
  noteGoneShort: string;
  draftKept: string;
  draftContinue: string;
  draftDiscard: string;
  draftDiscarded: string;
  draftWaiting: string;
  conflictNote: string;
  conflictTheirs: (field: string) => string;
  conflictUse: string;
  conflictBoth: string;

  import: string;
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
  mappedFields: { [field in MappedField]: string };
  imports: string;
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
  later: string;
  /**
   * Notes in languages that the model doesn't read but another does. Null if there are more than two languages, or one
   * has no name.
   */
  unreadNotes: (count: number, languages: string | null) => string;
  readThemToo: (size: string) => string;
  exported: (size: string) => string;
  settings: string;
  settingsHeading: string;
  model: string;
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
  /** Notes whose pictures aren't read yet. */
  picturesLeft: (notes: number) => string;
  picturesFailed: (notes: number) => string;
  picturesMissing: (name: string) => string;
  storage: string;
  storageUsed: (used: string) => string;
  durability: { durable: string; 'best-effort': string; ephemeral: string; 'log-only': string };
  durabilityNote: { durable: string; 'best-effort': string; ephemeral: string; 'log-only': string };
  privacyNote: string;
  backup: string;
  deleteAll: string;
  deleteAllWarning: (count: number) => string;
  deleteAllType: (count: string) => string;
  deleteAllConfirm: string;
  deletingAll: (count: number) => string;
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

  status: string;
  modelOff: string;
  modelWaiting: (size: string) => string;
  /** The model loads automatically if the page stays open. `unread`: notes that aren't embedded yet. */
  modelLater: (unread: number) => string;
  modelLoad: string;
  modelLoading: (loaded: string, total: string, percent: string) => string;
  modelStarting: string;
  modelUnresponsive: string;
  modelReady: string;
  modelFailed: string;
  embedding: (done: string, total: string) => string;
  embeddingRate: (rate: string) => string;
  embeddingLeft: (time: string) => string;
  embeddingPaused: string;
  pause: string;
  resume: string;
  notes: (count: number) => string;
  storageRestored: (count: number) => string;
  storageFull: string;
  storageLost: string;
  /** The store can't be opened because another page of the site holds its lock. */
  storageWaiting: string;
  opening: string;
  openFailed: string;
}
