import type { MappedField } from '../../core/import/mapped-fields.ts';
import type { Arm } from '../../core/options/options.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';

/** The strings of all parts but those that write. */
export interface SearchStrings {
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
  /** Name of the sign in a pinned note's row. */
  isPinned: string;
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
  noteGoneShort: string;
  draftWaiting: string;

  import: string;
  imports: string;
  mappedFields: { [field in MappedField]: string };
  later: string;
  /** Notes that the model can't read but another can. `languages`: null for more than two, or if one has no name. */
  unreadNotes: (count: number, languages: string | null) => string;
  readThemToo: (size: string) => string;
  settings: string;
  model: string;
  /** Notes whose pictures aren't read yet. */
  picturesLeft: (notes: number) => string;
  storage: string;
  durability: { durable: string; 'best-effort': string; ephemeral: string; 'log-only': string };
  durabilityNote: { durable: string; 'best-effort': string; ephemeral: string; 'log-only': string };
  deletingAll: (count: number) => string;

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
