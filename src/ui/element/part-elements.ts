import {
  HybridSearchEditorElement,
  HybridSearchImportElement,
  HybridSearchJudgeElement,
  HybridSearchSettingsElement,
} from '../notes/parts.ts';
import { HybridSearchBoxElement } from '../search/box/box.ts';
import {
  HybridSearchFiltersElement,
  HybridSearchHelpElement,
  HybridSearchReaderElement,
  HybridSearchResultsElement,
  HybridSearchStatusElement,
} from '../search/parts.ts';

export const READER = 'hybrid-search-reader';

export const CONSTANT_PARTS = 'hybrid-search-box, hybrid-search-filters, hybrid-search-results, hybrid-search-status';

export const PART_ELEMENTS: readonly (readonly [tag: string, element: CustomElementConstructor])[] = [
  ['hybrid-search-box', HybridSearchBoxElement],
  ['hybrid-search-filters', HybridSearchFiltersElement],
  ['hybrid-search-results', HybridSearchResultsElement],
  [READER, HybridSearchReaderElement],
  ['hybrid-search-status', HybridSearchStatusElement],
  ['hybrid-search-help', HybridSearchHelpElement],
  ['hybrid-search-editor', HybridSearchEditorElement],
  ['hybrid-search-import', HybridSearchImportElement],
  ['hybrid-search-settings', HybridSearchSettingsElement],
  ['hybrid-search-judge', HybridSearchJudgeElement],
];
