/**
 * Every word that the element shows or announces, as one replaceable table (U5): each language gives all of it, a page
 * any part of it.
 */
import type { Arm } from '../../core/options/options.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';

/**
 * What a page may say in its own words through the property `strings`: any string, and of a group (`label`, `sortBy`, …)
 * any entry. What is left out stays in the element's language. Those that are functions are given what the sentence
 * speaks of, numbers as numbers; all are shown as text, never as markup.
 */
export type OwnStrings = {
  [Name in keyof Strings]?: Strings[Name] extends string | ((...spoken: never[]) => string)
    ? Strings[Name]
    : Partial<Strings[Name]>;
};

export interface Strings {
  /** BCP 47 tag for dates and numbers. */
  locale: string;
  /** In which direction the words run; the element is laid out so. */
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
  showWeak: (count: number) => string;
  /** Heads the nearest notes where the question has probably no answer here. */
  doubtful: string;
  onlyWeak: string;
  weakHeading: string;
  weakHint: string;
  /** Heads the loose matches while notes are still being read. */
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
  correctedTo: string;
  searchInsteadFor: string;
  readAsWords: string;
  without: string;
  meaningPending: string;

  why: string;
  /** A word of the note or of the question, in the quotation marks of the language. */
  quoted: (text: string) => string;
  whyWords: (words: string) => string;
  /** Its meaning is near; `marked`: the sentence that says so is underlined. */
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
  /** By what is searched. */
  searchBy: string;
  searchWith: { both: string; keyword: string; semantic: string };
  sortBy: { relevance: string; newest: string; oldest: string; title: string };

  help: string;
  helpHeading: string;
  helpIntro: string;
  helpExample: string;
  /** Meaning by operator; the grammar table's own English words where absent. */
  grammar: { [operator: string]: string };
  keys: string;
  keysHint: string;
  /** Of the keys listed at the foot. */
  keyNames: { choose: string; open: string; why: string; edit: string; copy: string; remove: string; undo: string };
  hideKeys: string;
  showKeys: string;
  completions: string;
  meantField: (field: string) => string;
  recent: string;
  clearRecent: string;

  actionsFor: (title: string) => string;
  open: string;
  edit: string;
  copy: string;
  copied: string;
  copyLink: string;
  /** Of one note, whether its meaning has been read yet. */
  foundByMeaning: string;
  foundByWords: string;
  /** A link names a note that the store does not have. */
  noteNotHere: string;
  remove: string;
  removed: (title: string) => string;
  undo: string;
  restored: (title: string) => string;
  close: string;
  back: string;
  /** A button that is pressed while the note is pinned. */
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
  /** Title of a conversation message that names no speaker. */
  message: string;
  /** Title of a conversation message, by its source or role. */
  speakers: { user: string; assistant: string; agent: string; system: string };
  /** Kinds of memories that a row names; a note needs no name, and any other kind is shown as it was written. */
  kinds: { conversation: string; fact: string };
  /** Shows Markdown with its marks. */
  asWritten: string;
  created: string;
  updated: string;
  openLink: string;
  showMore: (remaining: string) => string;

  add: string;
  addHeading: string;
  editHeading: string;
  fieldTitle: string;
  fieldText: string;
  fieldTags: string;
  fieldTagsHint: string;
  /** Names the tags that a press adds. */
  tagsInUse: string;
  addPicture: string;
  /** Names the field for what is to be seen on a picture. */
  pictureAlt: string;
  pictureAltHint: string;
  pictureRemove: string;
  pictureUnreadable: string;
  picturesFull: (most: number) => string;
  fieldType: string;
  fieldUrl: string;
  /** A note that does not age. */
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
  importStopped: string;
  importDone: (added: number, updated: number, unchanged: number) => string;
  importSkipped: (count: number) => string;
  importAgain: string;
  importProblems: (count: number) => string;
  problemAt: (file: string, line: number) => string;
  importSplit: (count: number) => string;
  importFailed: string;
  importNothing: string;

  export: string;
  exportHint: string;
  /** The button of an export as a folder of Markdown files. */
  exportMarkdown: string;
  exportVectors: string;
  backupNever: string;
  backupLast: (day: string) => string;
  /** Above the notes, when a backup is due. */
  backupDue: (notes: number) => string;
  later: string;
  exported: (size: string) => string;
  settings: string;
  settingsHeading: string;
  model: string;
  modelAuto: string;
  modelAutoNote: string;
  /** By model id; the profile's own English words where absent. */
  models: { [id: string]: { languages: string; note: string } };
  modelChanging: string;
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
  /** Notes were imported, or the store was restored, before "Delete all" was carried out. */
  deleteAllEnded: string;
  /** `left` were written after the word. */
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
  /** The model comes by itself once the page stays open; `unread`: notes whose meaning is not read yet. */
  modelLater: (unread: number) => string;
  modelLoad: string;
  modelLoading: (loaded: string, total: string, percent: string) => string;
  modelStarting: string;
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
  /** The store cannot be opened because another page of the site holds its lock. */
  storageWaiting: string;
  opening: string;
  openFailed: string;
}
