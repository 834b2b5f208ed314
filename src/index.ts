/** The public names. Importing this module has no side effect; `define.ts` registers the element. */

// The headless client
export { createHybridSearch } from './client/client.ts';
export type * from './client/public-types.ts';
export { HybridSearchError, isHybridSearchError } from './core/errors.ts';
// Tables of models and options, from which a page can build forms
export { MODEL_PROFILES } from './core/model-profiles.ts';
export { OPTION_TABLE, TUNING_TABLE } from './core/options/option-table.ts';
export { QUERY_GRAMMAR } from './core/query/grammar.ts';
export { marked } from './core/results/marked.ts';
// The element and its parts
export { HybridSearchElement } from './ui/element/hybrid-search.ts';
export {
  HybridSearchEditorElement,
  HybridSearchImportElement,
  HybridSearchJudgeElement,
  HybridSearchSettingsElement,
} from './ui/notes/parts.ts';
export { HybridSearchBoxElement } from './ui/search/box/box.ts';
export {
  HybridSearchFiltersElement,
  HybridSearchHelpElement,
  HybridSearchReaderElement,
  HybridSearchResultsElement,
  HybridSearchStatusElement,
} from './ui/search/parts.ts';
// Events of the element
export { HsErrorEvent } from './ui/shared/error-event.ts';
export {
  HsChangeEvent,
  HsCreateEvent,
  HsEditEvent,
  HsExportEvent,
  HsImportEvent,
  HsOpenEvent,
  HsProgressEvent,
  HsRemoveEvent,
  HsSearchEvent,
  HsSelectEvent,
  HsStorageEvent,
} from './ui/shared/events.ts';
// Strings of the element
export type { OwnStrings, Strings } from './ui/strings/strings.ts';
